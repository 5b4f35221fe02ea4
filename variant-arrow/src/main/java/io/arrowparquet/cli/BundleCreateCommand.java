// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.bundle.stream.SchemaContext;
import io.arrowparquet.bundle.stream.StreamBundleWriter;
import io.arrowparquet.bundle.stream.StreamBundleWriter.Mode;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "create", description = "Write the footers of Parquet files into one bundle.")
final class BundleCreateCommand extends CliCommand {
  @Mixin private ParquetFiles files;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "BUNDLE",
      required = true,
      converter = FileArgument.Converter.class,
      description = "The bundle, a path or an s3: URI; paths in it are relative to its directory.")
  private FileArgument output;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "table",
      description =
          "table: read by part, changed by append, read by scan. normal, share or streaming: one"
              + " footer after another, for programs; bundle inspect and verify read them too"
              + " (default: ${DEFAULT-VALUE}).")
  private String mode;

  @Option(
      names = "--context",
      paramLabel = "FILE",
      description =
          "With --mode share: the schemas of earlier bundles; new ones are added before the bundle is"
              + " published.")
  private Path context;

  @Option(names = "--overwrite", description = "Replace the bundle if it exists.")
  private boolean overwrite;

  @Mixin private InputReading reading;

  @Override
  public Integer call() throws Exception {
    reading.check();
    String form = mode.toLowerCase(Locale.ROOT);
    if ((context != null) != form.equals("share")) {
      throw wrong("--mode share and --context FILE go together");
    }
    output.check(overwrite);
    List<BundleInput> inputs = reading.inputs(output, files);
    int before = reading.skipped();
    switch (form) {
      case "table" ->
          new BundleWriter(BundleFiles.store(output), reading.options()).write(inputs, overwrite);
      case "normal", "share", "streaming" -> createStream(form, inputs);
      default ->
          throw wrong("--mode must be table, normal, share or streaming, not '" + mode + "'");
    }
    reading.progress().end();
    int footers = inputs.size() - (reading.skipped() - before);
    err()
        .printf(
            "%s, %d bytes%s%n",
            PlainText.count(footers, "footer"), output.length(), reading.skippedText());
    return DONE;
  }

  private void createStream(String form, List<BundleInput> inputs) throws Exception {
    if (output.path() != null) {
      createStream(output.path(), form, inputs);
      return;
    }
    // The header of normal mode is written last, which objects do not allow.
    Path file = Files.createTempFile("arrowparquet", ".bundle");
    try {
      createStream(file, form, inputs);
      try (ByteSource source = ByteSources.path(file);
          ByteSink sink = output.openSink(overwrite)) {
        sink.writeFrom(source, source.length());
        sink.commit();
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private void createStream(Path bundle, String form, List<BundleInput> inputs) throws Exception {
    SchemaContext schemas = null;
    if (context != null) {
      schemas = Files.exists(context) ? SchemaContext.load(context) : SchemaContext.random();
    }
    try (StreamBundleWriter writer =
        schemas != null
            ? StreamBundleWriter.open(bundle, schemas)
            : StreamBundleWriter.open(bundle, Mode.valueOf(form.toUpperCase(Locale.ROOT)))) {
      long done = 0;
      for (BundleInput input : inputs) {
        add(writer, input);
        reading.progress().done(++done);
      }
      if (schemas != null) {
        writer.finish(context);
      } else {
        writer.finish();
      }
    }
  }

  private void add(StreamBundleWriter writer, BundleInput input) throws Exception {
    RawFooter raw;
    try (ByteSource source = input.opener().open()) {
      raw = RawFooter.read(source);
    } catch (IOException | CorruptFooterException e) {
      reading.skipOrThrow(e);
      return;
    }
    BundledFile file =
        new BundledFile(
            new BundledFile.Version(
                input.path(), raw.fileLength(), input.version().modified(), input.version().etag()),
            raw.length(),
            raw.crc32());
    try {
      writer.add(file, raw.struct());
    } catch (CorruptFooterException e) {
      reading.skipOrThrow(e);
    }
  }
}
