// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.access.ByteSources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.io.LocalOutputFile;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files written to streams, and to files of parquet-java, are those written to a path.
 *
 * @see io.arrowparquet.parquet.internal.write.SinkOutput
 * @see ByteSinks
 */
class StreamSinksTest {
  private static final int ROWS = 1_000;

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  private void write(ByteSink sink) throws IOException {
    Schema schema = new Schema(List.of(Field.nullable("id", new ArrowType.Int(32, true))));
    try (sink;
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(sink, schema, ParquetWriteOptions.defaults(), allocator)) {
      IntVector id = (IntVector) root.getVector("id");
      for (int row = 0; row < ROWS; row++) {
        id.setSafe(row, row * 7);
      }
      root.setRowCount(ROWS);
      writer.write(root);
      writer.finish();
    }
  }

  private byte[] writtenToPath() throws IOException {
    Path path = folder.resolve("path.parquet");
    write(ByteSinks.path(path, false));
    return Files.readAllBytes(path);
  }

  @Test
  void writer_writes_to_streams_and_to_files_of_parquet_java() throws IOException {
    byte[] expected = writtenToPath();
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    write(ByteSinks.stream("stream", stream));
    Path output = folder.resolve("output.parquet");
    write(ByteSinks.stream("file", new LocalOutputFile(output).create(1 << 20)));

    assertThat(stream.toByteArray()).isEqualTo(expected);
    assertThat(Files.readAllBytes(output)).isEqualTo(expected);
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(output, ParquetReadOptions.defaults(), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.getVectorSchemaRoot().getRowCount()).isEqualTo(ROWS);
      assertThat(reader.getVectorSchemaRoot().getVector("id").getObject(ROWS - 1))
          .isEqualTo((ROWS - 1) * 7);
    }
  }

  @Test
  void attacher_writes_to_a_stream_what_it_writes_to_a_path() throws IOException {
    byte[] plain = writtenToPath();
    Path attached = folder.resolve("attached.parquet");
    FooterAttacher.defaults().attach(folder.resolve("path.parquet"), attached);
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (ByteSink sink = ByteSinks.stream("stream", stream)) {
      FooterAttacher.defaults().attach(ByteSources.memory("plain", ByteBuffer.wrap(plain)), sink);
    }

    assertThat(stream.toByteArray()).isEqualTo(Files.readAllBytes(attached));
    assertThat(FooterReader.defaults().read(attached).layout()).isEqualTo(FooterLayout.SPEC);
  }

  @Test
  void writer_writes_all_batches_of_a_reader_to_a_uri_which_it_replaces_if_allowed()
      throws IOException {
    Path source = folder.resolve("path.parquet");
    byte[] expected = writtenToPath();
    Path copy = folder.resolve("copy.parquet");
    ParquetWriteOptions options = ParquetWriteOptions.defaults();

    copy(source, copy, options);

    assertThat(Files.readAllBytes(copy)).isEqualTo(expected);
    assertThatThrownBy(() -> copy(source, copy, options))
        .isInstanceOf(FileAlreadyExistsException.class);
    copy(source, copy, options.withOverwrite(true));
    assertThat(Files.readAllBytes(copy)).isEqualTo(expected);
  }

  private void copy(Path source, Path copy, ParquetWriteOptions options) throws IOException {
    try (ParquetArrowReader reader =
            ParquetArrowReader.open(source, ParquetReadOptions.defaults(), allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                copy.toUri(),
                ByteSinks.defaults(),
                reader.getVectorSchemaRoot().getSchema(),
                options,
                allocator)) {
      writer.write(reader);
      writer.finish();
    }
  }
}
