// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundledSchema;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.schema.BundledFile;
import io.arrowparquet.bundle.stream.BundledFooter;
import io.arrowparquet.bundle.stream.StreamBundleReader;
import io.arrowparquet.cli.shared.ExitCode;
import io.arrowparquet.cli.shared.FileArgument;
import io.arrowparquet.cli.shared.OutputArgument;
import io.arrowparquet.footer.flat.FlatFooter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bundle inspect}. */
public @Command(
    name = "inspect",
    description = "Print what a bundle has.",
    mixinStandardHelpOptions = true) final class BundleInspectCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "BUNDLE",
      converter = FileArgument.Converter.class,
      description = "A footer bundle: a path or a URI.")
  private FileArgument bundle;

  @Option(names = "--json", description = "Print schemas and files as JSON.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "PAGE",
      converter = OutputArgument.Converter.class,
      description = "Write a page with the schemas and files.")
  private OutputArgument html;

  @Option(names = "--overwrite", description = "Replace PAGE if it exists.")
  private boolean overwrite;

  @Mixin private StreamInput stream;

  @Spec private CommandSpec spec;

  private BundleInspectCommand() {}

  @Override
  public Integer call() throws Exception {
    if (html != null && json) {
      throw new ParameterException(spec.commandLine(), "give either --html or --json");
    }
    PrintWriter out = spec.commandLine().getOut();
    if (stream.read(bundle, (footers, bytes) -> printStream(footers, bytes, out))) {
      return ExitCode.DONE;
    }
    try (FooterBundle open = FooterBundle.open(BundleFiles.store(bundle))) {
      if (html != null) {
        html.write(new BundleHtml(bundle.toString(), open).page(), overwrite);
      } else if (json) {
        printJson(open, out);
      } else {
        printText(open, out);
      }
    }
    return ExitCode.DONE;
  }

  private void printText(FooterBundle open, PrintWriter out) {
    out.printf(
        "%s: %d files, %d segments, %d bytes%n",
        bundle, open.fileCount(), open.segmentCount(), open.length());
    for (BundledSchema schema : open.schemas()) {
      out.printf(
          "segment %d, schema %d: %d files, %d row groups, %d columns%n",
          schema.segment(), schema.number(), schema.files(), schema.rowGroups(), schema.columns());
    }
  }

  private void printStream(StreamBundleReader footers, long bytes, PrintWriter out)
      throws IOException {
    if (html != null) {
      throw new ParameterException(spec.commandLine(), "--html is for bundles in table form");
    }
    String mode = footers.mode().name().toLowerCase(Locale.ROOT);
    long files = 0;
    if (!json) {
      while (footers.next() != null) {
        files++;
      }
      out.printf(
          "%s: %d files, %d schemas, %d bytes, in stream form (%s)%n",
          bundle, files, footers.schemas().size(), bytes, mode);
      return;
    }
    try (JsonGenerator generator = json(out)) {
      generator.writeStartObject();
      generator.writeStringField("bundle", bundle.toString());
      generator.writeStringField("mode", mode);
      generator.writeNumberField("bytes", bytes);
      generator.writeArrayFieldStart("files");
      for (BundledFooter next = footers.next(); next != null; next = footers.next()) {
        FlatFooter footer = next.footer();
        writeEntry(generator, next.file(), footer.numRows(), footer.rowGroupCount());
        files++;
      }
      generator.writeEndArray();
      generator.writeNumberField("fileCount", files);
      generator.writeNumberField("schemaCount", footers.schemas().size());
      generator.writeEndObject();
    }
    out.println();
  }

  private static JsonGenerator json(PrintWriter out) throws IOException {
    return new JsonFactory()
        .createGenerator(out)
        .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
        .useDefaultPrettyPrinter();
  }

  private void printJson(FooterBundle open, PrintWriter out) throws IOException {
    try (JsonGenerator generator = json(out)) {
      generator.writeStartObject();
      generator.writeStringField("bundle", bundle.toString());
      generator.writeNumberField("fileCount", open.fileCount());
      generator.writeNumberField("segments", open.segmentCount());
      generator.writeNumberField("bytes", open.length());
      generator.writeArrayFieldStart("schemas");
      for (BundledSchema schema : open.schemas()) {
        generator.writeStartObject();
        generator.writeNumberField("segment", schema.segment());
        generator.writeNumberField("schema", schema.number());
        generator.writeNumberField("files", schema.files());
        generator.writeNumberField("rowGroups", schema.rowGroups());
        generator.writeNumberField("columns", schema.columns());
        generator.writeEndObject();
      }
      generator.writeEndArray();
      generator.writeArrayFieldStart("files");
      for (BundleEntry entry : open.files()) {
        writeEntry(generator, entry.file(), entry.rows(), entry.rowGroups());
      }
      generator.writeEndArray();
      generator.writeEndObject();
    }
    out.println();
  }

  private static void writeEntry(
      JsonGenerator generator, BundledFile file, long rows, int rowGroups) throws IOException {
    generator.writeStartObject();
    generator.writeStringField("path", file.path());
    generator.writeNumberField("length", file.length());
    if (file.modified() != null) {
      generator.writeStringField("modified", file.modified().toString());
    }
    if (file.etag() != null) {
      generator.writeStringField("etag", file.etag());
    }
    generator.writeNumberField("rows", rows);
    generator.writeNumberField("rowGroups", rowGroups);
    generator.writeNumberField("footerLength", file.footerLength());
    generator.writeEndObject();
  }
}
