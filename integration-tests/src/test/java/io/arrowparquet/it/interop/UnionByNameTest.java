// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files whose times and floating point numbers differ in width: one table, as for DuckDB. */
class UnionByNameTest {
  private static final int ROWS = 500;
  private static final TimeUnit[] UNITS = {
    TimeUnit.NANOSECOND, TimeUnit.MILLISECOND, TimeUnit.MICROSECOND
  };
  private static final FloatingPointPrecision[] FLOATS = {
    FloatingPointPrecision.SINGLE, FloatingPointPrecision.HALF, FloatingPointPrecision.DOUBLE
  };

  @TempDir private Path folder;

  private void write(int file, BufferAllocator allocator) throws Exception {
    Schema schema =
        new Schema(
            List.of(
                Field.notNullable("id", new ArrowType.Int(Long.SIZE, true)),
                Field.nullable("t", new ArrowType.Timestamp(UNITS[file], null)),
                Field.nullable("u", new ArrowType.Timestamp(UNITS[2 - file], null)),
                Field.nullable("f", new ArrowType.FloatingPoint(FLOATS[file]))));
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withRowGroupRows(ROWS / 5)
            .withPageRows(20)
            .withDictionary(file != 1);
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                folder.resolve(file + ".parquet"), schema, options, allocator)) {
      for (int row = 0; row < ROWS; row++) {
        ((BigIntVector) root.getVector("id")).setSafe(row, 1_000L * file + row);
        set(root.getVector("t"), row, row / 10);
        set(root.getVector("u"), row, (row + 7) / 20 * 2);
        set(root.getVector("f"), row, row / 10);
      }
      root.setRowCount(ROWS);
      writer.write(root);
      writer.finish();
    }
  }

  /** Every 13th row is null; a number is a quarter of a second, or of one. */
  private static void set(FieldVector vector, int row, int number) {
    if (row % 13 == 0) {
      return;
    }
    if (vector instanceof Float2Vector half) {
      half.setSafeWithPossibleTruncate(row, number / 4f);
    } else if (vector instanceof Float4Vector single) {
      single.setSafe(row, number / 4f);
    } else if (vector instanceof Float8Vector large) {
      large.setSafe(row, number / 4d);
    } else {
      TimeUnit unit = ((ArrowType.Timestamp) vector.getField().getType()).getUnit();
      long perMilli =
          switch (unit) {
            case MILLISECOND -> 1;
            case MICROSECOND -> 1_000;
            default -> 1_000_000;
          };
      ((TimeStampVector) vector).setSafe(row, 250L * number * perMilli);
    }
  }

  private static Map<String, RowFilter> filters() {
    Operand t = Operand.column("t");
    Operand u = Operand.column("u");
    Operand f = Operand.column("f");
    LocalDateTime tenth = LocalDateTime.parse("1970-01-01T00:00:02.500");
    Map<String, RowFilter> filters = new LinkedHashMap<>();
    filters.put("t = TIMESTAMP '1970-01-01 00:00:02.5'", t.isEqualTo(tenth));
    filters.put("t < TIMESTAMP '1970-01-01 00:00:02.5'", t.isLessThan(tenth));
    filters.put(
        "t > TIMESTAMP_NS '1970-01-01 00:00:02.499999999' AND f <= 6.25",
        t.isGreaterThan(tenth.minusNanos(1)).and(f.isAtMost(6.25)));
    filters.put("t IS NULL OR f = 0.75", t.isNull().or(f.isEqualTo(0.75)));
    filters.put("t = u", t.isEqualTo(u));
    filters.put("t < u", t.isLessThan(u));
    filters.put("NOT t <= u", t.isAtMost(u).not());
    return filters;
  }

  @Test
  void filters_of_mixed_widths_keep_the_rows_that_duckdb_keeps() throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      for (int file = 0; file < UNITS.length; file++) {
        write(file, allocator);
      }
      ParquetFileSet files = ParquetFileSet.open(List.of(folder));
      assertThat(files.schema(ParquetReadOptions.defaults()).getFields())
          .extracting(Field::getType)
          .containsExactly(
              new ArrowType.Int(Long.SIZE, true),
              new ArrowType.Timestamp(TimeUnit.NANOSECOND, null),
              new ArrowType.Timestamp(TimeUnit.NANOSECOND, null),
              new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE));
      for (Map.Entry<String, RowFilter> filter : filters().entrySet()) {
        String query =
            "SELECT id, CAST(epoch_ns(t) AS BIGINT), CAST(f AS DOUBLE) FROM read_parquet('%s/*.parquet', union_by_name = true) WHERE %s ORDER BY id"
                .formatted(folder, filter.getKey());
        List<String> expected = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(query)) {
          while (rows.next()) {
            expected.add(rows.getObject(1) + " " + rows.getObject(2) + " " + rows.getObject(3));
          }
        }
        ParquetReadOptions options = ParquetReadOptions.defaults().withFilter(filter.getValue());
        assertThat(expected).as(filter.getKey()).isNotEmpty();
        for (boolean skipping : new boolean[] {true, false}) {
          assertThat(read(files, options.withSkipping(skipping), allocator))
              .as(filter.getKey())
              .isEqualTo(expected);
        }
      }
    }
  }

  private static List<String> read(
      ParquetFileSet files, ParquetReadOptions options, BufferAllocator allocator)
      throws Exception {
    List<String> rows = new ArrayList<>();
    try (ArrowReader reader = files.read(options, allocator)) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        TimeStampVector t = (TimeStampVector) batch.getVector("t");
        for (int row = 0; row < batch.getRowCount(); row++) {
          rows.add(
              batch.getVector("id").getObject(row)
                  + " "
                  + (t.isNull(row) ? null : t.get(row))
                  + " "
                  + batch.getVector("f").getObject(row));
        }
      }
    }
    return rows;
  }
}
