// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.value.Variant;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Vectors of any type with random rows, a fifth of them null where they may be. */
public final class RandomVectors {
  private static final int MOST_ELEMENTS = 4;
  private static final int MOST_BYTES = 20;
  private static final int SECONDS_OF_DAY = 24 * 60 * 60;
  private static final long MILLIS_OF_DAY = 1_000L * SECONDS_OF_DAY;

  private final Random random;

  /** Of a seed. */
  public RandomVectors(long seed) {
    random = new Random(seed);
  }

  /** A batch; the caller closes it. */
  public VectorSchemaRoot root(Schema schema, int rows, BufferAllocator allocator) {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    root.getFieldVectors().forEach(vector -> fill(vector, rows));
    root.setRowCount(rows);
    return root;
  }

  /** Writes a file of one batch. */
  public void write(
      Path file, Schema schema, int rows, ParquetWriteOptions options, BufferAllocator allocator)
      throws IOException {
    try (VectorSchemaRoot batch = root(schema, rows, allocator);
        ParquetArrowWriter writer = ParquetArrowWriter.open(file, schema, options, allocator)) {
      writer.write(batch);
      writer.finish();
    }
  }

  /** Gives a vector this many rows. */
  public void fill(FieldVector vector, int rows) {
    if (vector instanceof ParquetVariantVector variants) {
      fillVariants(variants, rows);
    } else if (vector instanceof StructVector struct) {
      struct.getChildrenFromFields().forEach(child -> fill(child, rows));
      for (int row = 0; row < rows; row++) {
        setStruct(struct, row, !isNull(vector));
      }
    } else if (vector instanceof FixedSizeListVector list) {
      fill(list.getDataVector(), rows * list.getListSize());
      list.reAlloc();
      for (int row = 0; row < rows; row++) {
        if (!isNull(vector)) {
          list.setNotNull(row);
        }
      }
    } else if (!vector.getField().getChildren().isEmpty()) {
      fillList(vector, rows);
    } else {
      vector.allocateNew();
      for (int row = 0; row < rows; row++) {
        if (!isNull(vector)) {
          set(vector, row);
        }
      }
    }
    vector.setValueCount(rows);
  }

  private void fillVariants(ParquetVariantVector variants, int rows) {
    BufferAllocator allocator = variants.getAllocator();
    try (VarCharVector json = new VarCharVector("json", allocator)) {
      for (int row = 0; row < rows; row++) {
        if (!isNull(variants)) {
          json.setSafe(row, json(3).getBytes(StandardCharsets.UTF_8));
        }
      }
      json.setValueCount(rows);
      try (ParquetVariantVector parsed = VariantFromJson.parse(json, allocator)) {
        parsed.makeTransferPair(variants).transfer();
      }
    }
  }

  /** A value of few names, nested this far at most. */
  private String json(int depth) {
    return switch (random.nextInt(depth == 0 ? 5 : 8)) {
      case 0 -> "null";
      case 1 -> Boolean.toString(random.nextBoolean());
      case 2 -> Long.toString(random.nextLong() >> random.nextInt(Long.SIZE));
      case 3 -> Double.toString(random.nextGaussian() * 1e20);
      case 4 -> '"' + "é".repeat(random.nextInt(3)) + random.nextInt(40) + '"';
      case 5 -> {
        StringJoiner array = new StringJoiner(",", "[", "]");
        random.ints(random.nextInt(MOST_ELEMENTS)).forEach(i -> array.add(json(depth - 1)));
        yield array.toString();
      }
      default -> {
        StringJoiner object = new StringJoiner(",", "{", "}");
        for (String name : List.of("a", "b", "l", "é")) {
          if (random.nextBoolean()) {
            object.add('"' + name + "\":" + json(depth - 1));
          }
        }
        yield object.toString();
      }
    };
  }

  private static void setStruct(StructVector struct, int row, boolean present) {
    if (present) {
      struct.setIndexDefined(row);
    } else {
      struct.setNull(row);
    }
  }

  private boolean isNull(FieldVector vector) {
    return vector.getField().isNullable() && random.nextInt(5) == 0;
  }

  private void fillList(FieldVector vector, int rows) {
    int elements = 0;
    vector.allocateNew();
    for (int row = 0; row < rows; row++) {
      if (!isNull(vector)) {
        int size = random.nextInt(MOST_ELEMENTS);
        startList(vector, row, size);
        elements += size;
      }
    }
    fill(vector.getChildrenFromFields().get(0), elements);
  }

  private static void startList(FieldVector vector, int row, int size) {
    if (vector instanceof ListVector list) {
      list.startNewValue(row);
      list.endValue(row, size);
    } else if (vector instanceof LargeListVector list) {
      list.startNewValue(row);
      list.endValue(row, size);
    } else {
      ListViewVector list = (ListViewVector) vector;
      list.startNewValue(row);
      list.endValue(row, size);
    }
  }

  private void set(FieldVector vector, int row) {
    if (vector instanceof NullVector) {
      return;
    }
    if (vector instanceof VarCharVector text) {
      text.setSafe(row, text());
    } else if (vector instanceof LargeVarCharVector text) {
      text.setSafe(row, text());
    } else if (vector instanceof ViewVarCharVector text) {
      text.setSafe(row, text());
    } else if (vector instanceof VarBinaryVector bytes) {
      bytes.setSafe(row, bytes(random.nextInt(MOST_BYTES)));
    } else if (vector instanceof LargeVarBinaryVector bytes) {
      bytes.setSafe(row, bytes(random.nextInt(MOST_BYTES)));
    } else if (vector instanceof ViewVarBinaryVector bytes) {
      bytes.setSafe(row, bytes(random.nextInt(MOST_BYTES)));
    } else {
      setFixed((BaseFixedWidthVector) vector, row);
    }
  }

  private void setFixed(BaseFixedWidthVector vector, int row) {
    while (vector.getValueCapacity() <= row) {
      vector.reAlloc();
    }
    if (vector instanceof DecimalVector decimal) {
      decimal.setSafe(row, decimal(decimal.getPrecision(), decimal.getScale()));
    } else if (vector instanceof Decimal256Vector decimal) {
      decimal.setSafe(row, decimal(decimal.getPrecision(), decimal.getScale()));
    } else if (vector instanceof DateDayVector date) {
      date.setSafe(row, random.nextInt(40_000) - 20_000);
    } else if (vector instanceof DateMilliVector date) {
      date.setSafe(row, (random.nextInt(40_000) - 20_000) * MILLIS_OF_DAY);
    } else if (vector instanceof TimeSecVector time) {
      time.setSafe(row, random.nextInt(SECONDS_OF_DAY));
    } else if (vector instanceof TimeMilliVector time) {
      time.setSafe(row, random.nextInt(SECONDS_OF_DAY) * 1_000);
    } else if (vector instanceof TimeMicroVector time) {
      time.setSafe(row, random.nextInt(SECONDS_OF_DAY) * 1_000_000L + 7);
    } else if (vector instanceof TimeNanoVector time) {
      time.setSafe(row, random.nextInt(SECONDS_OF_DAY) * 1_000_000_000L + 9);
    } else {
      setBits(vector, row);
    }
  }

  private void setBits(BaseFixedWidthVector vector, int row) {
    BitVectorHelper.setBit(vector.getValidityBuffer(), row);
    int width = vector.getTypeWidth();
    if (width == 0) {
      if (random.nextBoolean()) {
        BitVectorHelper.setBit(vector.getDataBuffer(), row);
      } else {
        BitVectorHelper.unsetBit(vector.getDataBuffer(), row);
      }
      return;
    }
    byte[] bytes = bytes(width);
    if (vector.getField().getType() instanceof ArrowType.Timestamp type) {
      bytes[width - 1] = 0; // so that every unit makes a date that Java has
      if (type.getUnit() == TimeUnit.SECOND) {
        bytes[width - 2] = 0; // so that 64 bits hold the milliseconds
      }
    }
    vector.getDataBuffer().setBytes((long) row * width, bytes);
  }

  private BigDecimal decimal(int precision, int scale) {
    BigInteger bound = BigInteger.TEN.pow(1 + random.nextInt(precision));
    BigInteger unscaled = new BigInteger(bound.bitLength() + 3, random).mod(bound);
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale);
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] text() {
    return ("text " + random.nextInt(40) + "é".repeat(random.nextInt(3)))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The rows as values that compare. */
  public static List<Object> rows(FieldVector vector) {
    List<Object> rows = new ArrayList<>();
    for (int row = 0; row < vector.getValueCount(); row++) {
      rows.add(comparable(vector.getObject(row)));
    }
    return rows;
  }

  private static Object comparable(Object value) {
    if (value instanceof Variant) {
      return value; // equal where it means the same
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(element -> copy.add(comparable(element)));
      return copy;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> copy = new LinkedHashMap<>();
      map.forEach((key, element) -> copy.put(key.toString(), comparable(element)));
      return copy;
    }
    return value == null ? null : value.toString();
  }

  /** A nullable field as {@link ArrowTypeText} tells its type. */
  public static Field field(String name, String type) {
    return ArrowTypeText.parse(name, type);
  }

  /** The fields of a struct as {@link ArrowTypeText} tells them: {@code a: int, b: string}. */
  public static Schema schema(String fields) {
    return new Schema(field("row", "struct<" + fields + ">").getChildren());
  }
}
