// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.bundle;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.FooterBundle.BundledSchema;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.bundle.stream.BundledFooter;
import io.arrowparquet.bundle.stream.StreamBundleReader;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.PlainText;
import io.arrowparquet.cli.command.Report;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "inspect", description = "Print what a bundle has.")
public final class BundleInspectCommand extends BundleCommand {
  /** Column chunks that are added up while somebody waits for the page. */
  private static final long MOST_CHUNKS = 1_000_000;

  @Option(names = "--json", description = "Print schemas and files as JSON.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "PAGE",
      converter = FileArgument.Converter.class,
      description = "Write a page with the files, their columns and schemas.")
  private FileArgument html;

  @Option(names = "--overwrite", description = "Replace PAGE if it exists.")
  private boolean overwrite;

  @Mixin private BundleFiles.StreamInput stream;

  @Override
  public Integer call() throws Exception {
    if (html != null && json) {
      throw wrong("give either --html or --json");
    }
    PrintWriter out = out();
    if (stream.read(bundle, (footers, bytes) -> printStream(footers, bytes, out))) {
      return DONE;
    }
    try (FooterBundle open = open()) {
      Iterable<Map<String, Object>> schemas =
          () -> open.schemas().stream().map(BundleInspectCommand::fields).iterator();
      Iterable<Map<String, Object>> files =
          () -> stream(open).map(BundleInspectCommand::fields).iterator();
      if (html != null) {
        Map<String, Iterable<Map<String, Object>>> tables = new LinkedHashMap<>();
        tables.put("Files", () -> stream(open).map(BundleInspectCommand::row).iterator());
        putColumns(open, tables);
        tables.put("Schemas", schemas);
        html.write(Report.html(name(bundle), summary(open), tables), overwrite);
      } else if (json) {
        Report.printJson(
            Report.fields(
                "bundle", bundle.toString(),
                "fileCount", open.fileCount(),
                "segments", open.segmentCount(),
                "bytes", open.length(),
                "schemas", schemas,
                "files", files),
            out);
      } else {
        printText(open, out);
      }
    }
    return DONE;
  }

  private static Stream<BundleEntry> stream(FooterBundle open) {
    return StreamSupport.stream(open.files().spliterator(), false);
  }

  private static String name(FileArgument bundle) {
    return bundle.path() == null ? bundle.toString() : bundle.path().getFileName().toString();
  }

  /** For people: times to the second, and where the bytes of the file are. */
  private static Map<String, Object> row(BundleEntry entry) {
    BundledFile file = entry.file();
    Instant modified = file.version().modified();
    return Report.fields(
        "path", file.path(),
        "rows", entry.rows(),
        "rowGroups", entry.rowGroups(),
        "bytes", file.length(),
        "footerBytes", file.footerLength(),
        "bytesByPart",
            Report.fields(
                "data", file.length() - file.footerLength(), "footer", file.footerLength()),
        "modified",
            modified == null
                ? null
                : modified.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' '));
  }

  private static void putColumns(
      FooterBundle open, Map<String, Iterable<Map<String, Object>>> tables) throws IOException {
    Map<String, long[]> columns = new LinkedHashMap<>();
    FooterBundle.Footers footers = open.footers(null);
    Iterator<BundleEntry> files = open.files().iterator();
    long chunks = 0;
    int added = 0;
    for (; files.hasNext() && chunks < MOST_CHUNKS; added++) {
      chunks += add(footers.footer(files.next()), columns);
    }
    tables.put(
        files.hasNext() ? "Columns of the first " + PlainText.count(added, "file") : "Columns",
        () -> columns.entrySet().stream().map(BundleInspectCommand::row).iterator());
  }

  /** To chunks, their bytes, and those before compression, by path. */
  private static long add(FlatFooter footer, Map<String, long[]> columns) {
    for (int column = 0; column < footer.columnCount(); column++) {
      long[] sums = columns.computeIfAbsent(footer.columnPath(column), path -> new long[3]);
      for (int rowGroup = 0; rowGroup < footer.rowGroupCount(); rowGroup++) {
        ColumnChunkView chunk = footer.chunk(rowGroup, column);
        if (chunk.hasMetadata()) {
          sums[0]++;
          sums[1] += chunk.totalCompressedSize();
          sums[2] += chunk.totalUncompressedSize();
        }
      }
    }
    return (long) footer.columnCount() * footer.rowGroupCount();
  }

  private static Map<String, Object> row(Map.Entry<String, long[]> column) {
    long[] sums = column.getValue();
    return Report.fields(
        "path", column.getKey(),
        "columnChunks", sums[0],
        "bytes", sums[1],
        "uncompressedBytes", sums[2]);
  }

  private static String summary(FooterBundle open) {
    return String.join(
        ", ",
        PlainText.count(open.fileCount(), "file"),
        PlainText.count(open.segmentCount(), "segment"),
        PlainText.count(open.length(), "byte"));
  }

  private void printText(FooterBundle open, PrintWriter out) {
    out.printf("%s: %s%n", bundle, summary(open));
    for (BundledSchema schema : open.schemas()) {
      out.printf(
          "segment %d, schema %d: %s, %s, %s%n",
          schema.segment(),
          schema.number(),
          PlainText.count(schema.uses().files(), "file"),
          PlainText.count(schema.uses().rowGroups(), "row group"),
          PlainText.count(schema.columns(), "column"));
    }
  }

  private void printStream(StreamBundleReader footers, long bytes, PrintWriter out)
      throws IOException {
    if (html != null) {
      throw wrong("--html is for bundles in table form");
    }
    String mode = footers.mode().name().toLowerCase(Locale.ROOT);
    if (json) {
      printStreamJson(footers, mode, bytes, out);
      return;
    }
    long files = 0;
    while (footers.next() != null) {
      files++;
    }
    out.printf(
        "%s: %s, %s, %s, in stream form (%s)%n",
        bundle,
        PlainText.count(files, "file"),
        PlainText.count(footers.schemas().size(), "schema"),
        PlainText.count(bytes, "byte"),
        mode);
  }

  private void printStreamJson(StreamBundleReader footers, String mode, long bytes, PrintWriter out)
      throws IOException {
    AtomicLong count = new AtomicLong();
    Iterable<Object> files =
        () ->
            Stream.iterate(next(footers), Objects::nonNull, file -> next(footers))
                .peek(file -> count.incrementAndGet())
                .map(BundleInspectCommand::fields)
                .map(Object.class::cast)
                .iterator();
    Supplier<Object> schemas = () -> footers.schemas().size();
    Supplier<Object> fileCount = count::get;
    try {
      Report.printJson(
          Report.fields(
              "bundle", bundle.toString(),
              "mode", mode,
              "bytes", bytes,
              "files", files,
              "fileCount", fileCount,
              "schemaCount", schemas),
          out);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static BundledFooter next(StreamBundleReader footers) {
    try {
      return footers.next();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Object> fields(BundledSchema schema) {
    return Report.fields(
        "segment", schema.segment(),
        "schema", schema.number(),
        "files", schema.uses().files(),
        "rowGroups", schema.uses().rowGroups(),
        "columns", schema.columns());
  }

  private static Map<String, Object> fields(BundleEntry entry) {
    return fields(entry.file(), entry.rows(), entry.rowGroups());
  }

  private static Map<String, Object> fields(BundledFooter next) {
    FlatFooter footer = next.footer();
    return fields(next.file(), footer.numRows(), footer.rowGroupCount());
  }

  private static Map<String, Object> fields(BundledFile file, long rows, int rowGroups) {
    return Report.fields(
        "path", file.path(),
        "length", file.length(),
        "modified", file.version().modified() == null ? null : file.version().modified().toString(),
        "etag", file.version().etag(),
        "rows", rows,
        "rowGroups", rowGroups,
        "footerLength", file.footerLength());
  }
}
