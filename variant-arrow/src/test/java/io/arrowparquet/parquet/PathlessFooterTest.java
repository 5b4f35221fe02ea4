// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file whose chunks leave out {@code path_in_schema} is read as ever.
 *
 * @see ParquetArrowReader
 */
class PathlessFooterTest {
  private static final int TRAILER = 8;

  @TempDir Path folder;
  private Path file;

  /** The file whose chunks leave out {@code path_in_schema}, which their schema says too. */
  private void leaveOutPaths() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int length =
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - TRAILER);
    int start = bytes.length - TRAILER - length;
    FileMetaData footer =
        FileMetaDataCodec.STRUCT.read(
            new CompactReader(Arrays.copyOfRange(bytes, start, start + length)));
    CompactWriter out = new CompactWriter();
    FileMetaDataCodec.STRUCT.write(out, (FileMetaData) withoutPaths(footer));
    byte[] thrift = out.toByteArray();
    Files.write(
        file,
        ByteBuffer.allocate(start + thrift.length + TRAILER)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(bytes, 0, start)
            .put(thrift)
            .putInt(thrift.length)
            .put("PAR1".getBytes(StandardCharsets.US_ASCII))
            .array());
  }

  private static Object withoutPaths(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(PathlessFooterTest::withoutPaths).toList();
    }
    if (!(value instanceof FileMetaData
        || value instanceof RowGroup
        || value instanceof ColumnChunk
        || value instanceof ColumnMetaData)) {
      return value;
    }
    try {
      RecordComponent[] components = value.getClass().getRecordComponents();
      Class<?>[] types = new Class<?>[components.length];
      Object[] values = new Object[components.length];
      for (int i = 0; i < components.length; i++) {
        types[i] = components[i].getType();
        boolean path = components[i].getName().equals("pathInSchema");
        values[i] = path ? null : withoutPaths(components[i].getAccessor().invoke(value));
      }
      return value.getClass().getConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  @Test
  void is_scanned_as_with_paths() throws IOException {
    file = folder.resolve("file.parquet");
    new FilterFile(7).write(file, WriterVersion.PARQUET_1_0, true);
    ParquetReadOptions filtered =
        ParquetReadOptions.defaults().withFilter(Operand.column("id").isLessThan(100));
    try (RootAllocator allocator = new RootAllocator()) {
      Map<String, List<String>> rows =
          VectorEntries.read(file, ParquetReadOptions.defaults(), allocator);
      Map<String, List<String>> some = VectorEntries.read(file, filtered, allocator);
      leaveOutPaths();

      assertThat(VectorEntries.read(file, ParquetReadOptions.defaults(), allocator))
          .isEqualTo(rows);
      assertThat(VectorEntries.read(file, filtered, allocator)).isEqualTo(some);
      assertThat(some.get("id").size()).isBetween(1, rows.get("id").size() - 1);
    }
  }
}
