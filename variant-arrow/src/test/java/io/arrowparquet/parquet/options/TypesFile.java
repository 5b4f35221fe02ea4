// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;

/** A file with a column of each type that filters compare. All but {@code id} are null in row 5. */
final class TypesFile {
  private static final int ROWS = 5;
  private static final int ROW_GROUP = 2;

  /** 2026-01-01. */
  private static final int FIRST_DAY = 20_454;

  private static final String[] TEXTS = {"view", "click", "view", "it's", "100%"};
  private static final double[] DOUBLES = {0, 0.1, -1.5, Double.NaN, 1e300};

  private final BufferAllocator allocator;
  private final List<FieldVector> vectors = new ArrayList<>();

  private TypesFile(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  static void write(Path file, BufferAllocator allocator) throws IOException {
    TypesFile types = new TypesFile(allocator);
    try {
      types.fill();
      types.write(file);
    } finally {
      types.vectors.forEach(FieldVector::close);
    }
  }

  private <V extends FieldVector> V add(String name, String type, Class<V> vectorClass) {
    V vector = vectorClass.cast(ArrowTypeText.parse(name, type).createVector(allocator));
    vector.allocateNew();
    vectors.add(vector);
    return vector;
  }

  private static void forRows(IntConsumer row) {
    for (int i = 0; i < ROWS; i++) {
      row.accept(i);
    }
  }

  private void fill() {
    BigIntVector id = add("id", "bigint", BigIntVector.class);
    forRows(row -> id.setSafe(row, row));
    id.setSafe(ROWS, ROWS);
    fillNumbers();
    fillTimes();
    VarCharVector s = add("s", "string", VarCharVector.class);
    forRows(row -> s.setSafe(row, TEXTS[row].getBytes(StandardCharsets.UTF_8)));
    VarBinaryVector bin = add("bin", "binary", VarBinaryVector.class);
    forRows(row -> bin.setSafe(row, new byte[] {0, (byte) row}));
    BitVector flag = add("flag", "boolean", BitVector.class);
    forRows(row -> flag.setSafe(row, row % 2 == 0 ? 1 : 0));
    FixedSizeBinaryVector uid = add("uid", "fixed_size_binary(16)", FixedSizeBinaryVector.class);
    forRows(
        row -> {
          byte[] bytes = new byte[16];
          bytes[15] = (byte) row;
          uid.setSafe(row, bytes);
        });
    StructVector g = add("g", "struct<x: int>", StructVector.class);
    forRows(
        row -> {
          ((IntVector) g.getChild("x")).setSafe(row, row);
          g.setIndexDefined(row);
        });
    addVariants();
    vectors.forEach(vector -> vector.setValueCount(ROWS + 1));
  }

  private void fillNumbers() {
    for (String name : List.of("odd name", "and")) {
      IntVector plain = add(name, "int", IntVector.class);
      forRows(row -> plain.setSafe(row, row));
    }
    IntVector n = add("n", "int", IntVector.class);
    forRows(row -> n.setSafe(row, 10 * row));
    IntVector m = add("m", "int", IntVector.class);
    forRows(row -> m.setSafe(row, row));
    Float8Vector d = add("d", "double", Float8Vector.class);
    forRows(row -> d.setSafe(row, DOUBLES[row]));
    Float4Vector f = add("f", "float", Float4Vector.class);
    forRows(row -> f.setSafe(row, (float) DOUBLES[row]));
    DecimalVector price = add("price", "decimal(9, 2)", DecimalVector.class);
    forRows(row -> price.setSafe(row, BigDecimal.valueOf(125L * row, 2)));
  }

  private void fillTimes() {
    long day = Duration.ofDays(1).toSeconds() * 1_000_000;
    DateDayVector days = add("day", "date", DateDayVector.class);
    forRows(row -> days.setSafe(row, FIRST_DAY + row));
    for (String type : List.of("timestamp", "timestamp_ntz")) {
      String name = type.equals("timestamp") ? "at" : "local";
      TimeStampVector at = add(name, type, TimeStampVector.class);
      forRows(row -> at.setSafe(row, (FIRST_DAY + row) * day));
    }
    TimeMicroVector clock = add("clock", "time", TimeMicroVector.class);
    forRows(row -> clock.setSafe(row, row * day / 24));
  }

  private void addVariants() {
    try (VarCharVector json = new VarCharVector("v", allocator)) {
      forRows(
          row ->
              json.setSafe(
                  row,
                  ("{\"a\":" + row + ",\"b c\":{\"d\":[\"e" + row + "\"]}}")
                      .getBytes(StandardCharsets.UTF_8)));
      json.setValueCount(ROWS + 1);
      vectors.add(VariantFromJson.parse(json, allocator));
    }
  }

  private void write(Path file) throws IOException {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults().withRowGroupRows(ROW_GROUP).withUnshredded("v");
    // Not closed: the vectors are closed one by one.
    VectorSchemaRoot batch = new VectorSchemaRoot(vectors);
    try (ParquetArrowWriter writer =
        ParquetArrowWriter.open(file, batch.getSchema(), options, allocator)) {
      for (int row = 0; row <= ROWS; row += ROW_GROUP) {
        try (VectorSchemaRoot group = batch.slice(row, ROW_GROUP)) {
          writer.write(group);
        }
      }
      writer.finish();
    }
  }
}
