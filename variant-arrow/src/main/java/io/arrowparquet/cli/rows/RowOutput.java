// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.Progress;
import io.arrowparquet.cli.command.StandardOutput;
import io.arrowparquet.cli.command.UsageErrors;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.access.ByteSinks;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a command's rows go, and in which format. */
public final class RowOutput {
  /** A format of rows; the last two are binary. */
  enum Format {
    JSON,
    CSV,
    TABLE,
    ARROW,
    ARROWS;

    boolean isBinary() {
      return this == ARROW || this == ARROWS;
    }
  }

  private static final FileArgument STANDARD_OUTPUT = FileArgument.of(Path.of("-"));
  private static final int BUFFER_BYTES = 1 << 16;

  @Option(
      names = "--format",
      paramLabel = "json|csv|table|arrow|arrows",
      description =
          "JSON lines, CSV, a table to look at, an Arrow IPC file or an IPC stream (default: json on"
              + " the terminal, arrow in a file, arrows with -o -).")
  private Format format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      converter = OutputConverter.class,
      description = "Write to a file: a path or an s3: URI; - is standard output.")
  private FileArgument output;

  @Option(names = "--overwrite", description = "Replace the output if it exists.")
  private boolean overwrite;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /** Rows on their way out. */
  public interface Rows extends Closeable {
    void write(VectorSchemaRoot batch, int rows) throws Exception;

    /** Without it nothing is published. */
    void finish() throws IOException;
  }

  boolean isFile() {
    return output != null && !output.equals(STANDARD_OUTPUT);
  }

  private Format format() {
    if (format != null) {
      return format;
    }
    return isFile() ? Format.ARROW : output == null ? Format.JSON : Format.ARROWS;
  }

  /** {@code --overwrite} is for old results, not for what is read. */
  public void requireOtherThan(List<FileArgument> inputs) throws IOException {
    if (!isFile()) {
      return;
    }
    for (FileArgument input : inputs) {
      if (output.isSameFile(input)) {
        throw UsageErrors.wrong(spec, "--output " + output + " is one of the files to read");
      }
    }
    output.check(overwrite);
  }

  void checkPage(FileArgument page) throws IOException {
    page.check(overwrite);
  }

  void writePage(FileArgument page, String html) throws IOException {
    page.write(html, overwrite);
  }

  public Rows open(Schema schema, BufferAllocator allocator) throws IOException {
    if (format().isBinary() && !isFile() && Progress.isInteractive()) {
      throw UsageErrors.wrong(
          spec, "Arrow IPC is not for a terminal: give -o FILE, or send the output to a program");
    }
    ByteSink sink = isFile() ? output.openSink(overwrite) : null;
    try {
      if (format().isBinary()) {
        return ipc(sink, format(), schema, allocator);
      }
      Writer text = sink == null ? spec.commandLine().getOut() : new TextOfSink(sink);
      return switch (format()) {
        case CSV -> TextRows.csv(text, schema, allocator);
        case TABLE -> TextRows.table(text, schema, allocator);
        default -> new JsonRows(text, new JsonLines(text, allocator));
      };
    } catch (Throwable e) {
      try (sink) {
        throw e;
      }
    }
  }

  /** {@code sink} is null for standard output; the rows' from now on, unless this throws. */
  static Rows ipc(ByteSink sink, Format format, Schema schema, BufferAllocator allocator)
      throws IOException {
    return new IpcRows(sink, format, schema, allocator);
  }

  private static OutputStream stream(ByteSink sink) {
    return new BufferedOutputStream(
        sink == null ? StandardOutput.open() : Channels.newOutputStream(ByteSinks.channel(sink)),
        BUFFER_BYTES);
  }

  /** Flushing it, when all is written, publishes the file. */
  private static final class TextOfSink extends BufferedWriter {
    private final ByteSink sink;

    TextOfSink(ByteSink sink) {
      super(new OutputStreamWriter(stream(sink), StandardCharsets.UTF_8));
      this.sink = sink;
    }

    @Override
    public void flush() throws IOException {
      super.flush();
      sink.commit();
    }

    @Override
    public void close() throws IOException {
      sink.close();
    }
  }

  private record JsonRows(Writer out, JsonLines lines) implements Rows {
    @Override
    public void write(VectorSchemaRoot batch, int rows) throws Exception {
      lines.printObjects(batch, rows);
    }

    @Override
    public void finish() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      TextRows.end(out);
    }
  }

  private static final class IpcRows implements Rows {
    private final ByteSink sink;
    private final OutputStream out;
    private final VectorSchemaRoot root;
    private final VectorLoader loader;
    private final ArrowWriter writer;

    IpcRows(ByteSink sink, Format format, Schema schema, BufferAllocator allocator)
        throws IOException {
      this.sink = sink;
      this.out = stream(sink);
      this.root = VectorSchemaRoot.create(schema, allocator);
      this.loader = new VectorLoader(root);
      this.writer =
          format == Format.ARROW
              ? new ArrowFileWriter(root, null, Channels.newChannel(out))
              : new ArrowStreamWriter(root, null, Channels.newChannel(out));
      writer.start();
    }

    @Override
    public void write(VectorSchemaRoot batch, int rows) throws IOException {
      try (VectorSchemaRoot slice = batch.slice(0, rows);
          ArrowRecordBatch loaded = new VectorUnloader(slice).getRecordBatch()) {
        loader.load(loaded);
      }
      writer.writeBatch();
    }

    @Override
    public void finish() throws IOException {
      writer.end();
      out.flush();
      if (sink != null) {
        sink.commit();
      }
    }

    @Override
    public void close() throws IOException {
      try (sink) {
        root.close();
      }
    }
  }

  static final class OutputConverter implements ITypeConverter<FileArgument> {
    @Override
    public FileArgument convert(String argument) {
      return argument.equals("-")
          ? STANDARD_OUTPUT
          : new FileArgument.Converter().convert(argument);
    }
  }
}
