// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A file of doubles and floats, required, optional and in lists:
 *
 * <pre>  first: double, id: int64, price: double?, ratio: float, list: [float?]?
 * </pre>
 */
final class DuplicatedFile {
  static final int ROWS = 6000;
  static final int ROW_GROUP_ROWS = 4000;
  static final int PAGE_ROWS = 500;

  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
  private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);

  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.notNullable("first", DOUBLE),
              Field.notNullable("id", new ArrowType.Int(64, true)),
              Field.nullable("price", DOUBLE),
              Field.notNullable("ratio", FLOAT),
              new Field(
                  "list",
                  FieldType.nullable(ArrowType.List.INSTANCE),
                  List.of(Field.nullable("element", FLOAT)))));

  private DuplicatedFile() {}

  /** Options of small pages and row groups. */
  static ParquetWriteOptions options() {
    return ParquetWriteOptions.defaults()
        .withRowGroupRows(ROW_GROUP_ROWS)
        .withPageRows(PAGE_ROWS)
        .withOverwrite(true);
  }

  static void write(Path file, ParquetWriteOptions options, BufferAllocator allocator)
      throws IOException {
    Random random = new Random(7);
    try (VectorSchemaRoot batch = VectorSchemaRoot.create(SCHEMA, allocator);
        ParquetArrowWriter writer = ParquetArrowWriter.open(file, SCHEMA, options, allocator)) {
      for (int row = 0; row < ROWS; row++) {
        ((Float8Vector) batch.getVector("first")).setSafe(row, random.nextInt(1000) / 10.0);
        ((BigIntVector) batch.getVector("id")).setSafe(row, row);
        setPrice((Float8Vector) batch.getVector("price"), row, random);
        ((Float4Vector) batch.getVector("ratio")).setSafe(row, random.nextInt(100) / 100f);
        setList((ListVector) batch.getVector("list"), row, random);
      }
      batch.setRowCount(ROWS);
      writer.write(batch);
      writer.finish();
    }
  }

  /** Ascending, so that pages have bounds apart, with what is not a decimal among them. */
  private static void setPrice(Float8Vector prices, int row, Random random) {
    switch (random.nextInt(20)) {
      case 0 -> prices.setNull(row);
      case 1 -> prices.setSafe(row, row + random.nextDouble());
      case 2 -> prices.setSafe(row, row == 17 ? -0.0 : row);
      default -> prices.setSafe(row, row + random.nextInt(100) / 100.0);
    }
    if (row > 5000 && row % 100 == 0) {
      prices.setSafe(row, row % 200 == 0 ? Double.NaN : Double.POSITIVE_INFINITY);
    }
  }

  private static void setList(ListVector list, int row, Random random) {
    if (random.nextInt(10) == 0) {
      list.setNull(row);
      return;
    }
    int start = list.startNewValue(row);
    int length = random.nextInt(4);
    Float4Vector elements = (Float4Vector) list.getDataVector();
    for (int i = start; i < start + length; i++) {
      if (random.nextInt(5) == 0) {
        elements.setNull(i);
      } else {
        elements.setSafe(i, random.nextInt(1000) / 8f);
      }
    }
    list.endValue(row, length);
  }
}
