// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundledSchema;
import io.arrowparquet.bundle.FooterBundle;

/** A page with the schemas and the first files of a bundle. It needs nothing but itself. */
final class BundleHtml {
  /** A browser is slow with longer tables; JSON has all files. */
  private static final int MAX_FILES = 10_000;

  private final String name;
  private final FooterBundle bundle;
  private final StringBuilder page = new StringBuilder();

  BundleHtml(String name, FooterBundle bundle) {
    this.name = name;
    this.bundle = bundle;
  }

  /** The page. */
  String page() {
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    text(name);
    page.append("</title>\n<style>\nbody { font-family: sans-serif; margin: 2em; }\n");
    page.append("table { border-collapse: collapse; margin: 1em 0; }\n");
    page.append("td, th { border-bottom: 1px solid #ccc; padding: 0.2em 0.8em; }\n");
    page.append("td { text-align: right; }\ntd:first-child { text-align: left; }\n");
    page.append("</style>\n</head>\n<body>\n<h1>");
    text(name);
    page.append("</h1>\n<p>");
    text(
        bundle.fileCount()
            + " files, "
            + bundle.segmentCount()
            + " segments, "
            + bundle.length()
            + " bytes");
    page.append("</p>\n<h2>Schemas</h2>\n<table>\n");
    row("th", "segment, schema", "files", "row groups", "columns");
    for (BundledSchema schema : bundle.schemas()) {
      row(
          "td",
          schema.segment() + ", " + schema.number(),
          schema.files(),
          schema.rowGroups(),
          schema.columns());
    }
    page.append("</table>\n<h2>Files</h2>\n<table>\n");
    row("th", "path", "bytes", "modified", "rows", "row groups", "footer bytes");
    int files = 0;
    for (BundleEntry entry : bundle.files()) {
      if (++files > MAX_FILES) {
        break;
      }
      row(
          "td",
          entry.file().path(),
          entry.file().length(),
          entry.file().modified(),
          entry.rows(),
          entry.rowGroups(),
          entry.file().footerLength());
    }
    page.append("</table>\n</body>\n</html>\n");
    return page.toString();
  }

  private void row(String cell, Object... values) {
    page.append("<tr>");
    for (Object value : values) {
      page.append('<').append(cell).append('>');
      text(String.valueOf(value));
      page.append("</").append(cell).append('>');
    }
    page.append("</tr>\n");
  }

  private void text(String text) {
    page.append(
        text.replace("&", "&amp;")
            .replace("<", "&lt;")
            .replace(">", "&gt;")
            .replace("\"", "&quot;"));
  }
}
