// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli.bundle;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.arrowparquet.footer.bundle.BundleEntry;
import io.arrowparquet.footer.bundle.BundledSchema;
import io.arrowparquet.footer.bundle.FooterBundle;
import io.arrowparquet.variant.cli.shared.ExitCode;
import io.arrowparquet.variant.cli.shared.FileArgument;
import io.arrowparquet.variant.cli.shared.OutputArgument;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bundle inspect}. */
public @Command(
    name = "inspect",
    description = "Print what a bundle in table form has.",
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

  @Spec private CommandSpec spec;

  private BundleInspectCommand() {}

  @Override
  public Integer call() throws Exception {
    if (html != null && json) {
      throw new ParameterException(spec.commandLine(), "give either --html or --json");
    }
    try (FooterBundle open = FooterBundle.open(BundleFiles.store(bundle))) {
      PrintWriter out = spec.commandLine().getOut();
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

  private void printJson(FooterBundle open, PrintWriter out) throws IOException {
    JsonGenerator generator =
        new JsonFactory()
            .createGenerator(out)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .useDefaultPrettyPrinter();
    try (generator) {
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
        writeEntry(generator, entry);
      }
      generator.writeEndArray();
      generator.writeEndObject();
    }
    out.println();
  }

  private static void writeEntry(JsonGenerator generator, BundleEntry entry) throws IOException {
    generator.writeStartObject();
    generator.writeStringField("path", entry.file().path());
    generator.writeNumberField("length", entry.file().length());
    if (entry.file().modified() != null) {
      generator.writeStringField("modified", entry.file().modified().toString());
    }
    if (entry.file().etag() != null) {
      generator.writeStringField("etag", entry.file().etag());
    }
    generator.writeNumberField("rows", entry.rows());
    generator.writeNumberField("rowGroups", entry.rowGroups());
    generator.writeNumberField("footerLength", entry.file().footerLength());
    generator.writeEndObject();
  }
}
