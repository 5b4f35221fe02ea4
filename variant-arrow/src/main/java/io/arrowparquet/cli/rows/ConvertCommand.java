// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.KeyOptions;
import io.arrowparquet.cli.command.Progress;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "convert",
    description =
        "Write a Parquet file of an Arrow IPC file or stream, or an Arrow IPC file of a Parquet file;"
            + " a stream where its name ends in .arrows.")
public final class ConvertCommand extends CliCommand {
  private static final String STANDARD_INPUT = "-";
  private static final String ARROW_MAGIC = "ARROW1";
  private static final String PARQUET_MAGIC = "PAR";
  private static final String STREAM_SUFFIX = ".arrows";

  @Parameters(
      paramLabel = "FILE",
      description = "What to read; - is an IPC stream on standard input.")
  private String input;

  @Mixin private WriteOptions writing;

  @Override
  public Integer call() throws Exception {
    FileArgument output = writing.output();
    output.check(writing.overwrite());
    try (BufferAllocator allocator = new RootAllocator()) {
      if (input.equals(STANDARD_INPUT)) {
        writeParquet(stream(System.in, allocator), allocator);
        return DONE;
      }
      FileArgument file = new FileArgument.Converter().convert(input);
      if (output.isSameFile(file)) {
        throw wrong("--output " + output + " is the file to read");
      }
      String magic = magic(file);
      if (magic.startsWith(PARQUET_MAGIC)) {
        writeArrow(file, allocator);
      } else if (file.path() == null) {
        throw wrong("an Arrow file has to be local");
      } else {
        writeArrowInput(file.path(), magic.equals(ARROW_MAGIC), allocator);
      }
    }
    return DONE;
  }

  private static String magic(FileArgument file) throws IOException {
    try (ByteSource source = file.open()) {
      byte[] magic = new byte[(int) Math.min(ARROW_MAGIC.length(), source.length())];
      source.readFully(0, ByteBuffer.wrap(magic));
      return new String(magic, StandardCharsets.ISO_8859_1);
    }
  }

  private void writeArrow(FileArgument file, BufferAllocator allocator) throws Exception {
    FileArgument output = writing.output();
    RowOutput.Format format =
        output.toString().endsWith(STREAM_SUFFIX)
            ? RowOutput.Format.ARROWS
            : RowOutput.Format.ARROW;
    try (ByteSource bytes = file.open();
        ParquetArrowReader reader =
            ParquetArrowReader.open(bytes, KeyOptions.reading(), allocator)) {
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      try (RowOutput.Rows rows =
          RowOutput.ipc(
              output.openSink(writing.overwrite()), format, batch.getSchema(), allocator)) {
        while (reader.loadNextBatch()) {
          rows.write(batch, batch.getRowCount());
        }
        rows.finish();
      }
    }
  }

  private void writeArrowInput(Path path, boolean isFile, BufferAllocator allocator)
      throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      writeParquet(
          isFile
              ? new ArrowFileReader(channel, allocator)
              : stream(Channels.newInputStream(channel), allocator),
          allocator);
    }
  }

  private static ArrowReader stream(InputStream in, BufferAllocator allocator) {
    return new ArrowStreamReader(new BufferedInputStream(in), allocator);
  }

  private void writeParquet(ArrowReader rows, BufferAllocator allocator) throws IOException {
    ParquetVariantType.register();
    try (rows) {
      Progress progress = new Progress(err(), -1, "row");
      long done = 0;
      boolean more = loadNext(rows);
      try (ParquetArrowWriter writer =
          writing.open(
              rows.getVectorSchemaRoot().getSchema(),
              writing.options().withDictionaries(rows),
              allocator)) {
        while (more) {
          writer.write(rows.getVectorSchemaRoot());
          done += rows.getVectorSchemaRoot().getRowCount();
          progress.done(done);
          more = loadNext(rows);
        }
        writer.finish();
      }
      progress.end();
    }
  }

  /** What Arrow throws of bytes that are none of its own says little. */
  private boolean loadNext(ArrowReader rows) throws IOException {
    try {
      return rows.loadNextBatch();
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IOException(
          input + ": is no Parquet file, and no Arrow IPC that can be read: " + e.getMessage(), e);
    }
  }
}
