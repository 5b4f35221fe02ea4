// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.parquet.options.ColumnOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.ConversionException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Values near and beyond 2 GiB, without as much memory: one value many times, and memory that is
 * never touched.
 *
 * @see ParquetArrowWriter
 * @see io.arrowparquet.parquet.internal.encode.ByteOutput
 */
class LargePagesTest {
  private static final int LARGE = 8 << 20;
  private static final int ROWS = 300;

  /** One fits into a page. */
  private static final int OF_A_PAGE = 1_000_000;

  private static final int MORE_ROWS = 2_200;

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  @Test
  void pages_end_before_their_values_are_more_than_2_gib() throws IOException {
    Path file = folder.resolve("a.parquet");
    ArrowType.Int number = new ArrowType.Int(32, true);
    DictionaryEncoding encoding = new DictionaryEncoding(1, false, number);
    Field field = new Field("v", new FieldType(false, number, encoding), null);
    try (VarBinaryVector values = new VarBinaryVector("values", allocator);
        IntVector indexes = new IntVector(field, allocator)) {
      values.setSafe(0, new byte[LARGE]);
      values.setValueCount(1);
      indexes.allocateNew(ROWS);
      indexes.zeroVector();
      for (int row = 0; row < ROWS; row++) {
        indexes.set(row, 0);
      }
      indexes.setValueCount(ROWS);
      MapDictionaryProvider dictionaries =
          new MapDictionaryProvider(new Dictionary(values, encoding));
      ParquetWriteOptions options =
          ParquetWriteOptions.defaults()
              .withDictionaries(dictionaries)
              .withAllColumns(ColumnOptions.defaults().withDictionaryBytes(2 * LARGE));
      write(file, indexes, options);
    }
    requirePagesBelow2Gib(file, ROWS, LARGE);
  }

  @Test
  void pages_of_lists_that_share_a_value_end_before_2_gib() throws IOException {
    Path file = folder.resolve("a.parquet");
    try (ListViewVector lists = ListViewVector.empty("v", allocator)) {
      VarBinaryVector values =
          (VarBinaryVector)
              lists.addOrGetVector(FieldType.notNullable(ArrowType.Binary.INSTANCE)).getVector();
      lists.allocateNew();
      values.setSafe(0, new byte[OF_A_PAGE]);
      values.setValueCount(1);
      for (int row = 0; row < MORE_ROWS; row++) {
        lists.setOffset(row, 0);
        lists.setSize(row, 1);
        lists.setValidity(row, 1);
      }
      lists.setValueCount(MORE_ROWS);
      write(
          file,
          lists,
          ParquetWriteOptions.defaults()
              .withAllColumns(ColumnOptions.defaults().withDictionaryBytes(2 * OF_A_PAGE)));
    }
    requirePagesBelow2Gib(file, MORE_ROWS, OF_A_PAGE);
  }

  private void write(Path file, FieldVector vector, ParquetWriteOptions options)
      throws IOException {
    VectorSchemaRoot batch = VectorSchemaRoot.of(vector);
    try (ParquetArrowWriter writer =
        ParquetArrowWriter.open(file, batch.getSchema(), options, allocator)) {
      writer.write(batch);
      writer.finish();
    }
  }

  private static void requirePagesBelow2Gib(Path file, long rows, int length) throws IOException {
    ColumnChunkView chunk = FooterReader.defaults().read(file).footer().chunk(0, 0);
    assertThat(chunk.numValues()).isEqualTo(rows);
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      OffsetIndex index = reader.readOffsetIndex(reader.getRowGroups().get(0).getColumns().get(0));
      long bytes = 0;
      for (int page = 0; page < index.getPageCount(); page++) {
        long ofPage = index.getUnencodedByteArrayDataBytes(page).orElseThrow();
        assertThat(ofPage).isLessThanOrEqualTo(1 << 30);
        bytes += ofPage;
      }
      assertThat(bytes).isEqualTo(rows * length).isGreaterThan(Integer.MAX_VALUE);
    }
  }

  @Test
  void value_that_no_page_can_have_is_refused_with_its_column_and_row() throws IOException {
    long length = 7L << 28;
    try (LargeVarBinaryVector vector = new LargeVarBinaryVector("v", allocator);
        ArrowBuf validity = allocator.buffer(1);
        ArrowBuf offsets = allocator.buffer(3 * Long.BYTES);
        ArrowBuf data = allocator.buffer(length)) {
      validity.setByte(0, 3);
      offsets.setLong(0, 0);
      offsets.setLong(Long.BYTES, 1);
      offsets.setLong(2 * Long.BYTES, length);
      vector.loadFieldBuffers(new ArrowFieldNode(2, 0), List.of(validity, offsets, data));
      VectorSchemaRoot batch = VectorSchemaRoot.of(vector);
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(
              folder.resolve("b.parquet"),
              batch.getSchema(),
              ParquetWriteOptions.defaults(),
              allocator)) {
        assertThatThrownBy(() -> writer.write(batch))
            .isInstanceOf(ConversionException.class)
            .hasMessage("row 1, v: found 1879048191 bytes, expected at most 1610612736");
      }
    }
  }
}
