// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * A few files whose schemas are steps of one history, in a folder with a bundle of several
 * segments: columns are added, dropped, widened and renamed under their field ids. Equal values are
 * equal in all widths and units.
 */
final class RandomLake {
  private static final FloatingPointPrecision[] FLOATS = FloatingPointPrecision.values();
  private static final int[] INTS = {8, 16, 32, 64};

  private static final TimeUnit[] UNITS = {
    TimeUnit.MILLISECOND, TimeUnit.MICROSECOND, TimeUnit.NANOSECOND
  };

  private final Random random;
  private final BufferAllocator allocator;

  private static final List<Column> COLUMNS = List.of(Column.values());

  /** Whether fields have ids, and other names in some files. */
  private final boolean byId;

  RandomLake(Random random, boolean byId, BufferAllocator allocator) {
    this.random = random;
    this.byId = byId;
    this.allocator = allocator;
  }

  /** The columns, at most as wide as a step of the history has them. */
  enum Column {
    INT,
    NAME,
    PRICE,
    AMOUNT,
    LOCAL,
    INSTANT,
    TIME,
    GROUP,
    VARIANT
  }

  /** Writes files and bundle; some files are gone, replaced or added between its segments. */
  void write(Path folder) throws IOException {
    List<String> names = new ArrayList<>(List.of("a", "b", "c.d", "e", "f-1", "g"));
    Collections.shuffle(names, random);
    int count = 1 + random.nextInt(names.size());
    TreeSet<String> files = new TreeSet<>();
    BundleWriter bundle =
        new BundleWriter(BundleStore.of(folder.resolve("lake.bundle")), BundleOptions.defaults());
    int segments = 1 + random.nextInt(3);
    for (int segment = 0; segment < segments; segment++) {
      int from = count * segment / segments;
      for (String name : names.subList(from, count * (segment + 1) / segments)) {
        writeFile(folder.resolve(name + ".parquet"));
        files.add(name);
      }
      if (segment > 0 && files.size() > 1 && random.nextBoolean()) {
        String old = files.first();
        Files.delete(folder.resolve(old + ".parquet"));
        if (random.nextBoolean()) {
          writeFile(folder.resolve(old + ".parquet"));
        } else {
          files.remove(old);
        }
      }
      List<BundleInput> inputs = new ArrayList<>();
      for (String name : files) {
        inputs.add(BundleInput.of(folder, folder.resolve(name + ".parquet")));
      }
      if (segment == 0) {
        bundle.write(inputs, false);
      } else {
        bundle.sync(inputs, BundleTrust.STAT);
      }
    }
  }

  private void writeFile(Path file) throws IOException {
    int rows = random.nextInt(4) == 0 ? 0 : random.nextInt(40);
    int base = random.nextInt(50);
    List<FieldVector> vectors = new ArrayList<>();
    List<Column> columns = new ArrayList<>(List.of(Column.values()));
    Collections.shuffle(columns, random);
    String shredded = null;
    boolean isRenamed = byId && random.nextBoolean();
    for (Column column : columns) {
      if (random.nextInt(4) == 0) {
        continue;
      }
      if (column == Column.VARIANT) {
        shredded = isRenamed ? "w" : "v";
        vectors.add(variants(shredded, rows, base));
      } else {
        FieldVector vector = field(column, random.nextInt(4), isRenamed).createVector(allocator);
        vectors.add(vector);
        fill(vector, rows, base);
      }
    }
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withRowGroupRows(11)
            .withPageRows(3)
            .withDictionary(random.nextBoolean());
    if (shredded != null && random.nextBoolean()) {
      options =
          options.withShredding(
              shredded, ArrowTypeText.parse("v", "struct<n: int64>"), ShredMode.EXACT);
    }
    try (VectorSchemaRoot root = new VectorSchemaRoot(vectors);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, root.getSchema(), options, allocator)) {
      root.setRowCount(rows);
      writer.write(root);
      writer.finish();
    }
  }

  /**
   * A column of a step.
   *
   * @param step 0 for the narrowest type to 3 for the widest
   * @param isRenamed whether it has the name that another one had before
   */
  Field field(Column column, int step, boolean isRenamed) {
    Column named = column;
    if (isRenamed) {
      named = COLUMNS.get((COLUMNS.indexOf(column) + 1) % COLUMNS.size());
    }
    String name = named.name().toLowerCase(Locale.ROOT);
    Map<String, String> id = id(column);
    ArrowType type = type(column, step);
    List<Field> children =
        column == Column.GROUP
            ? List.of(
                child("x", 101, new ArrowType.Int(INTS[step], true)),
                child("y", 102, ArrowType.Utf8.INSTANCE))
            : List.of();
    return new Field(name, new FieldType(true, type, null, id), children);
  }

  private Map<String, String> id(Column column) {
    return byId ? Map.of(ArrowSchema.FIELD_ID, "" + (1 + COLUMNS.indexOf(column))) : Map.of();
  }

  private Field child(String name, int id, ArrowType type) {
    Map<String, String> metadata = byId ? Map.of(ArrowSchema.FIELD_ID, "" + id) : Map.of();
    return new Field(name, new FieldType(true, type, null, metadata), List.of());
  }

  private static ArrowType type(Column column, int step) {
    TimeUnit unit = UNITS[Math.min(step, 2)];
    return switch (column) {
      case INT -> new ArrowType.Int(INTS[step], true);
      case NAME -> step < 2 ? ArrowType.Utf8.INSTANCE : ArrowType.LargeUtf8.INSTANCE;
      case PRICE -> new ArrowType.FloatingPoint(FLOATS[Math.min(step, 2)]);
      case AMOUNT -> new ArrowType.Decimal(9 + 5 * step, 2, 128);
      case LOCAL -> new ArrowType.Timestamp(unit, null);
      case INSTANT -> new ArrowType.Timestamp(unit, "UTC");
      case TIME ->
          new ArrowType.Time(unit, unit == TimeUnit.MILLISECOND ? Integer.SIZE : Long.SIZE);
      case GROUP -> ArrowType.Struct.INSTANCE;
      case VARIANT -> throw new IllegalArgumentException("no type");
    };
  }

  private void fill(FieldVector vector, int rows, int base) {
    vector.setInitialCapacity(rows);
    vector.allocateNew();
    for (int row = 0; row < rows; row++) {
      if (random.nextInt(6) == 0) {
        continue;
      }
      if (vector instanceof StructVector struct) {
        struct.setIndexDefined(row);
      } else {
        set(vector, row, base + row / 4 + random.nextInt(3));
      }
    }
    if (vector instanceof StructVector struct) {
      struct.getChildrenFromFields().forEach(child -> fill(child, rows, base));
    }
    vector.setValueCount(rows);
  }

  /** The value of a number in whatever type it is. */
  private static void set(FieldVector vector, int row, int number) {
    ArrowType type = vector.getField().getType();
    if (vector instanceof VarCharVector text) {
      text.setSafe(row, text(number));
    } else if (vector instanceof LargeVarCharVector text) {
      text.setSafe(row, text(number));
    } else if (vector instanceof DecimalVector decimal) {
      decimal.setSafe(row, decimal(number));
    } else if (vector instanceof Float2Vector half) {
      half.setSafeWithPossibleTruncate(row, number / 4f);
    } else if (vector instanceof Float4Vector single) {
      single.setSafe(row, number / 4f);
    } else if (vector instanceof Float8Vector large) {
      large.setSafe(row, number / 4d);
    } else {
      long factor = 1;
      if (!(type instanceof ArrowType.Int)) {
        TimeUnit unit =
            type instanceof ArrowType.Timestamp timestamp
                ? timestamp.getUnit()
                : ((ArrowType.Time) type).getUnit();
        factor =
            switch (unit) {
              case SECOND, MILLISECOND -> 250;
              case MICROSECOND -> 250_000;
              case NANOSECOND -> 250_000_000;
            };
      }
      BaseFixedWidthVector fixed = (BaseFixedWidthVector) vector;
      int width = fixed.getTypeWidth();
      for (int i = 0; i < width; i++) {
        fixed
            .getDataBuffer()
            .setByte((long) row * width + i, (byte) ((number * factor) >> (8 * i)));
      }
      fixed.setIndexDefined(row);
    }
  }

  private static byte[] text(int number) {
    return name(number).getBytes(StandardCharsets.UTF_8);
  }

  static String name(int number) {
    return String.format("k%03d", number);
  }

  static BigDecimal decimal(int number) {
    return BigDecimal.valueOf(number * 25L, 2);
  }

  private ParquetVariantVector variants(String name, int rows, int base) {
    Map<String, String> id = id(Column.VARIANT);
    try (VarCharVector json = new VarCharVector(name, allocator)) {
      for (int row = 0; row < rows; row++) {
        int number = base + row / 4;
        String value = random.nextInt(4) == 0 ? "\"t\"" : "" + number;
        json.setSafe(row, ("{\"n\":" + value + "}").getBytes(StandardCharsets.UTF_8));
      }
      json.setValueCount(rows);
      try (ParquetVariantVector parsed = VariantFromJson.parse(json, allocator)) {
        Field field = parsed.getField();
        FieldType type = new FieldType(true, field.getType(), null, id);
        ParquetVariantVector named =
            (ParquetVariantVector)
                new Field(name, type, field.getChildren()).createVector(allocator);
        parsed.makeTransferPair(named).transfer();
        return named;
      }
    }
  }
}
