// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.cli.shared.ExitCode;
import io.arrowparquet.cli.shared.PlainText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bundle find}. */
@Command(name = "find", description = "Print what a bundle has of a file.")
final class BundleFindCommand extends BundleCommand {
  @Parameters(
      index = "1",
      paramLabel = "PATH",
      description = "Path of the file, also from the bundle's folder, or its URI.")
  private String path;

  private BundleFindCommand() {}

  @Override
  public Integer call() throws Exception {
    try (FooterBundle open = open()) {
      BundleEntry entry = BundleFiles.find(open, bundle, path);
      BundledFile file = entry.file();
      spec.commandLine()
          .getOut()
          .printf(
              "%s: %s, modified %s, %s, %s, footer of %d bytes, CRC-32" + " %08x%n",
              PlainText.line(file.path()),
              PlainText.count(file.length(), "byte"),
              file.modified(),
              PlainText.count(entry.rows(), "row"),
              PlainText.count(entry.rowGroups(), "row group"),
              file.footerLength(),
              file.footerCrc32());
      return ExitCode.DONE;
    }
  }
}
