// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.bundle;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.MetadataFile;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.bundle.stream.SchemaContext;
import io.arrowparquet.bundle.stream.StreamBundleWriter;
import io.arrowparquet.bundle.stream.StreamBundleWriter.Mode;
import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.ParquetFiles;
import io.arrowparquet.cli.command.PlainText;
import io.arrowparquet.cli.command.RemoteOptions;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "create", description = "Write the footers of Parquet files into one bundle.")
public final class BundleCreateCommand extends CliCommand {
  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      converter = FileArgument.NameConverter.class,
      description = ParquetFiles.DESCRIPTION)
  private List<String> named = List.of();

  @Option(
      names = "--list",
      paramLabel = "LIST",
      converter = FileArgument.Converter.class,
      description =
          "A text file that names files: a line each of a path or URI and, after tabs, length in"
              + " bytes and version as a catalog has them. With a length none is asked for.")
  private FileArgument list;

  @Option(
      names = "--metadata",
      paramLabel = "METADATA",
      converter = FileArgument.Converter.class,
      description =
          "A _metadata file of parquet-java or Dask: footers are taken from it and not read, of the"
              + " files named, or of all its files if none is named.")
  private FileArgument metadata;

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
    if (reading.hasIndexes() && !form.equals("table")) {
      throw wrong("--index goes with --mode table");
    }
    output.check(overwrite);
    List<BundleInput> inputs = inputs();
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

  private List<BundleInput> inputs() throws IOException {
    List<FileArgument> arguments = new ArrayList<>(ParquetFiles.of(named).arguments());
    if (list != null) {
      addListed(arguments);
    }
    if (metadata == null) {
      if (arguments.isEmpty()) {
        throw wrong("name files, or a --list of them, or their --metadata");
      }
      return reading.inputs(output, arguments, (file, input) -> input);
    }
    MetadataFile footers;
    try (ByteSource source = metadata.open()) {
      footers = MetadataFile.read(source, BundleOptions.defaults());
    }
    Map<String, String> paths = new LinkedHashMap<>();
    footers.paths().forEach(path -> paths.put(place(beside(path)), path));
    return reading.inputs(
        output,
        arguments.isEmpty() ? filesOf(footers) : arguments,
        (file, input) -> {
          String path = paths.get(place(file));
          return path == null ? input : footers.input(path, input);
        });
  }

  private void addListed(List<FileArgument> files) throws IOException {
    byte[] text;
    try (ByteSource source = list.open()) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(source.length()));
      source.readFully(0, bytes);
      text = bytes.array();
    }
    for (String line : new String(text, StandardCharsets.UTF_8).lines().toList()) {
      String[] fields = line.split("\t", -1);
      if (line.isBlank()) {
        continue;
      }
      if (!FileArgument.isUri(fields[0])) {
        files.add(FileArgument.of(Path.of(fields[0])));
        continue;
      }
      try {
        URI uri = FileArgument.uri(fields[0]);
        long length = fields.length < 2 ? SourceEntry.UNKNOWN : Long.parseLong(fields[1]);
        String version = fields.length < 3 ? null : fields[2];
        files.add(
            "file".equalsIgnoreCase(uri.getScheme())
                ? FileArgument.of(uri)
                : FileArgument.of(new SourceEntry(uri, length, version)));
      } catch (IllegalArgumentException e) {
        throw new IOException(
            list + ": line " + line.strip() + ": expected URI, length and version", e);
      }
    }
  }

  /** With lengths and versions, as far as the folder can be listed. */
  private List<FileArgument> filesOf(MetadataFile footers) throws IOException {
    Map<String, FileArgument> found = new LinkedHashMap<>();
    footers.paths().forEach(path -> found.put(place(beside(path)), beside(path)));
    if (metadata.path() == null) {
      try {
        for (SourceEntry entry : RemoteOptions.sources().list(metadata.uri().resolve("."))) {
          found.computeIfPresent(entry.uri().toString(), (u, f) -> FileArgument.of(entry));
        }
      } catch (UnsupportedOperationException cannotBeListed) {
        return List.copyOf(found.values());
      }
    }
    return List.copyOf(found.values());
  }

  private FileArgument beside(String path) {
    if (metadata.path() != null) {
      return FileArgument.of(metadata.path().resolveSibling(path));
    }
    try {
      return FileArgument.of(metadata.uri().resolve(new URI(null, null, path, null)));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(metadata + ": " + path + " is no path", e);
    }
  }

  private static String place(FileArgument file) {
    return file.path() != null
        ? file.path().toAbsolutePath().normalize().toString()
        : file.uri().toString();
  }

  private void createStream(String form, List<BundleInput> inputs) throws Exception {
    if (output.path() != null) {
      createStream(output.path(), form, inputs);
      return;
    }
    // The header of normal mode is written last, which objects do not allow.
    Path file = Files.createTempFile("arrowparquet", ".bundle");
    file.toFile().deleteOnExit(); // as Ctrl-C ends the process
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
