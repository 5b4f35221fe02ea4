// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.variant.AllocatedBytes;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a scan allocates on the heap, of a table of sixteen plain columns.
 *
 * @see ParquetArrowReader
 */
class ScanGarbageTest {
  private static final int ROWS = 200_000;
  private static final int ROW_GROUP = 50_000;
  private static final int COPIES = 4;

  /** Six bytes a row; an object for each value would be more than thirteen times as much. */
  private static final long MOST = 1_000_000;

  private static final long MOST_OF_FEW = 1_300_000;

  /** Two numbers for each of 20 000 ranges, in arrays that have grown, and again for its batch. */
  private static final long MOST_OF_RANGES = MOST + 20_000 * 6 * 2 * Long.BYTES;

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = directory.resolve("table.parquet");
    List<FieldVector> vectors = new ArrayList<>();
    try {
      for (int copy = 0; copy < COPIES; copy++) {
        vectors.addAll(columns(copy));
      }
      VectorSchemaRoot batch = new VectorSchemaRoot(vectors);
      ParquetWriteOptions options = ParquetWriteOptions.defaults().withRowGroupRows(ROW_GROUP);
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(file, batch.getSchema(), options, allocator)) {
        for (int group = 0; group < ROWS / ROW_GROUP; group++) {
          writer.write(batch);
        }
        writer.finish();
      }
    } finally {
      vectors.forEach(FieldVector::close);
    }
  }

  private List<FieldVector> columns(int copy) {
    BigIntVector number = new BigIntVector("number" + copy, allocator);
    DateDayVector day = new DateDayVector("day" + copy, allocator);
    VarCharVector text = new VarCharVector("text" + copy, allocator);
    DecimalVector decimal =
        (DecimalVector)
            ArrowTypeText.parse("decimal" + copy, "decimal(15, 2)").createVector(allocator);
    Random random = new Random(copy);
    for (int row = 0; row < ROW_GROUP; row++) {
      number.setSafe(row, copy % 2 == 0 ? random.nextInt(1000) : random.nextLong());
      day.setSafe(row, random.nextInt(3000));
      decimal.setSafe(row, random.nextInt(100_000));
      String word = copy % 2 == 0 ? "word " + random.nextInt(20) : "text of row " + row;
      text.setSafe(row, word.getBytes(StandardCharsets.UTF_8));
    }
    List<FieldVector> columns = List.of(number, day, decimal, text);
    columns.forEach(column -> column.setValueCount(ROW_GROUP));
    return columns;
  }

  private void read(ParquetReadOptions options) {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        assertThat(reader.getVectorSchemaRoot().getRowCount()).isPositive();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Nearly all of it is once for a scan, a row group or a batch: 924 552 bytes were measured. */
  @Test
  void scan_of_all_columns_leaves_little_garbage() {
    assertThat(AllocatedBytes.of(() -> read(ParquetReadOptions.defaults()), MOST)).isLessThan(MOST);
  }

  /**
   * A row in a hundred, anywhere: 1 208 040 bytes were measured, dictionaries to skip by included.
   */
  @Test
  void scan_of_few_rows_leaves_little_garbage_for_those_refused() {
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withFilter(Operand.column("number0").isLessThan(10L));
    assertThat(AllocatedBytes.of(() -> read(options), MOST_OF_FEW)).isLessThan(MOST_OF_FEW);
  }

  /** Of the rows that are left after deletes only their numbers are kept, as ranges. */
  @Test
  void rows_by_number_and_their_columns_leave_little_garbage() {
    long[] tenth = LongStream.range(0, ROWS).filter(row -> row % 10 == 3).toArray();
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withoutRows(RowPositions.of(tenth))
            .withRowColumns(
                List.of(
                    RowColumn.position("p"),
                    RowColumn.rowGroup("g"),
                    RowColumn.lineage("l", null, 7)));
    assertThat(AllocatedBytes.of(() -> read(options), MOST_OF_RANGES)).isLessThan(MOST_OF_RANGES);
    assertThat(
            AllocatedBytes.of(
                () -> read(options.withRowColumns(List.of(RowColumn.deleted("d")))),
                MOST_OF_RANGES))
        .isLessThan(MOST_OF_RANGES);
  }
}
