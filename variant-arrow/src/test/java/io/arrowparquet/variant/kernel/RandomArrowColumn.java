// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.UnionVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * Random Arrow types, nested at will, that have an equal among Variants, and random vectors of
 * them. Entries of a map are in the order of their keys and members of a union of different kinds,
 * as nothing else is the same after a round trip.
 */
final class RandomArrowColumn implements AutoCloseable {
  private static final List<TimeUnit> UNITS = List.of(TimeUnit.values());

  private static final List<String> ZONES = List.of("UTC", "Europe/Berlin", "-08:00");

  private final Random random;
  private final RandomEncodings encodings;

  RandomArrowColumn(long seed) {
    random = new Random(seed);
    encodings = new RandomEncodings(random);
  }

  RandomEncodings encodings() {
    return encodings;
  }

  @Override
  public void close() {
    encodings.close();
  }

  /** A field of any type with this many levels below it. */
  Field field(String name, int levels) {
    if (levels > 0 && random.nextInt(8) == 0) {
      return encodings.encoded(field(name, levels - 1));
    }
    if (random.nextInt(12) == 0) {
      return encodings.extension(name);
    }
    if (levels == 0 || random.nextInt(3) == 0) {
      return Field.nullable(name, primitive());
    }
    return switch (random.nextInt(8)) {
      case 0, 1 -> struct(name, levels);
      case 2 -> list(name, ArrowType.List.INSTANCE, levels);
      case 3 -> list(name, ArrowType.LargeList.INSTANCE, levels);
      case 4 ->
          list(
              name,
              random.nextBoolean() ? ArrowType.ListView.INSTANCE : ArrowType.LargeListView.INSTANCE,
              levels);
      case 5 -> list(name, new ArrowType.FixedSizeList(1 + random.nextInt(3)), levels);
      case 6 -> map(name, levels);
      default -> union(name, levels);
    };
  }

  private Field struct(String name, int levels) {
    List<Field> children = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      children.add(field("child " + i, levels - 1));
    }
    return new Field(name, FieldType.nullable(ArrowType.Struct.INSTANCE), children);
  }

  private Field list(String name, ArrowType type, int levels) {
    Field element = field("element", levels - 1);
    while (type instanceof ArrowType.FixedSizeList
        && encodings.plain(element).getType() instanceof ArrowType.Union) {
      element = field("element", levels - 1); // Arrow 18 makes no such vector.
    }
    return new Field(name, FieldType.nullable(type), List.of(element));
  }

  private Field map(String name, int levels) {
    Field entries =
        new Field(
            MapVector.DATA_VECTOR_NAME,
            FieldType.notNullable(ArrowType.Struct.INSTANCE),
            List.of(
                Field.notNullable(MapVector.KEY_NAME, ArrowType.Utf8.INSTANCE),
                field(MapVector.VALUE_NAME, levels - 1)));
    return new Field(name, FieldType.nullable(new ArrowType.Map(false)), List.of(entries));
  }

  private Field union(String name, int levels) {
    List<Field> members =
        List.of(
            Field.nullable("number", new ArrowType.Int(32, true)),
            Field.nullable("text", ArrowType.LargeUtf8.INSTANCE),
            list("list", ArrowType.List.INSTANCE, levels),
            struct("struct", levels),
            Field.nullable("flag", ArrowType.Bool.INSTANCE));
    UnionMode mode = random.nextBoolean() ? UnionMode.Dense : UnionMode.Sparse;
    ArrowType type = new ArrowType.Union(mode, new int[] {0, 1, 2, 3, 4});
    return new Field(name, FieldType.nullable(type), members);
  }

  private ArrowType primitive() {
    int digits = 1 + random.nextInt(38);
    List<ArrowType> types =
        List.of(
            ArrowType.Null.INSTANCE,
            ArrowType.Bool.INSTANCE,
            new ArrowType.Int(8 << random.nextInt(4), true),
            new ArrowType.Int(8 << random.nextInt(4), false),
            new ArrowType.FloatingPoint(FloatingPointPrecision.HALF),
            new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE),
            new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE),
            new ArrowType.Decimal(digits, random.nextInt(digits + 1), 128),
            new ArrowType.Decimal(digits, random.nextInt(digits + 1), 256),
            new ArrowType.Date(random.nextBoolean() ? DateUnit.DAY : DateUnit.MILLISECOND),
            new ArrowType.Timestamp(unit(), null),
            new ArrowType.Timestamp(unit(), ZONES.get(random.nextInt(3))),
            time(unit()),
            ArrowType.Utf8.INSTANCE,
            ArrowType.LargeUtf8.INSTANCE,
            ArrowType.Utf8View.INSTANCE,
            ArrowType.Binary.INSTANCE,
            ArrowType.LargeBinary.INSTANCE,
            ArrowType.BinaryView.INSTANCE,
            new ArrowType.FixedSizeBinary(1 + random.nextInt(20)));
    return types.get(random.nextInt(types.size()));
  }

  private TimeUnit unit() {
    return UNITS.get(random.nextInt(UNITS.size()));
  }

  private static ArrowType time(TimeUnit unit) {
    boolean small = unit == TimeUnit.SECOND || unit == TimeUnit.MILLISECOND;
    return new ArrowType.Time(unit, small ? 32 : 64);
  }

  /** A vector of this many rows. */
  FieldVector vector(Field field, int rows, BufferAllocator allocator) {
    encodings.makeDictionaries(this, allocator);
    return filled(field, rows, allocator);
  }

  /** A vector whose dictionaries are there. */
  FieldVector filled(Field field, int rows, BufferAllocator allocator) {
    FieldVector vector = field.createVector(allocator);
    fill(vector, rows, field.isNullable());
    return vector;
  }

  private void fill(FieldVector vector, int rows, boolean nullable) {
    if (vector.getField().getDictionary() != null) {
      encodings.fillIndices((BaseIntVector) vector, rows);
    } else if (vector instanceof RunEndEncodedVector runs) {
      fill(runs.getValuesVector(), encodings.fillEnds(runs, rows), true);
    } else if (vector instanceof UnionVector union) {
      fillSparse(union, rows);
    } else if (vector instanceof StructVector struct) {
      struct.setInitialCapacity(Math.max(1, rows));
      struct.allocateNew();
      for (int row = 0; row < rows; row++) {
        if (nullable && random.nextInt(5) == 0) {
          struct.setNull(row);
        } else {
          struct.setIndexDefined(row);
        }
      }
      struct.getChildrenFromFields().forEach(c -> fill(c, rows, c.getField().isNullable()));
    } else if (vector instanceof DenseUnionVector union) {
      fillUnion(union, rows);
    } else if (vector instanceof FixedSizeListVector list) {
      list.setInitialCapacity(Math.max(1, rows));
      list.allocateNew();
      for (int row = 0; row < rows; row++) {
        if (random.nextInt(5) != 0) {
          list.setNotNull(row);
        }
      }
      fill(list.getDataVector(), rows * list.getListSize(), true);
    } else if (!vector.getField().getChildren().isEmpty()) {
      fillList(vector, rows);
    } else {
      fillPrimitive(vector, rows, nullable);
    }
    vector.setValueCount(rows);
  }

  private void fillList(FieldVector list, int rows) {
    list.setInitialCapacity(Math.max(1, rows));
    list.allocateNew();
    int elements = 0;
    for (int row = 0; row < rows; row++) {
      int size = random.nextInt(4);
      if (random.nextInt(5) == 0) {
        list.setNull(row);
        continue;
      }
      elements += size;
      if (list instanceof ListVector small) {
        small.startNewValue(row);
        small.endValue(row, size);
      } else if (list instanceof LargeListVector large) {
        large.startNewValue(row);
        large.endValue(row, size);
      } else if (list instanceof ListViewVector view) {
        view.startNewValue(row);
        view.endValue(row, size);
      } else {
        ((LargeListViewVector) list).startNewValue(row);
        ((LargeListViewVector) list).endValue(row, size);
      }
    }
    FieldVector data = list.getChildrenFromFields().get(0);
    fill(data, elements, data.getField().isNullable());
    if (list instanceof MapVector) {
      // Keys rise over all the rows, so they do in each.
      VarCharVector keys = (VarCharVector) data.getChildrenFromFields().get(0);
      keys.clear();
      for (int i = 0; i < elements; i++) {
        keys.setSafe(i, String.format("key%05d", i).getBytes(StandardCharsets.UTF_8));
      }
      keys.setValueCount(elements);
    }
  }

  private void fillUnion(DenseUnionVector union, int rows) {
    union.setInitialCapacity(Math.max(1, rows));
    union.allocateNew();
    List<FieldVector> members = union.getChildrenFromFields();
    int[] counts = new int[members.size()];
    for (int row = 0; row < rows; row++) {
      int member = random.nextInt(counts.length);
      union.setTypeId(row, (byte) member);
      union.getOffsetBuffer().setInt(4L * row, counts[member]++);
    }
    for (int i = 0; i < counts.length; i++) {
      fill(members.get(i), counts[i], true);
    }
  }

  private void fillSparse(UnionVector union, int rows) {
    union.setInitialCapacity(Math.max(1, rows));
    union.allocateNew();
    List<FieldVector> members = union.getChildrenFromFields();
    for (int row = 0; row < rows; row++) {
      union.getTypeBuffer().setByte(row, random.nextInt(members.size()));
    }
    members.forEach(member -> fill(member, rows, true));
  }

  private void fillPrimitive(FieldVector vector, int rows, boolean nullable) {
    if (vector instanceof NullVector) {
      return;
    }
    vector.setInitialCapacity(Math.max(1, rows));
    vector.allocateNew();
    for (int row = 0; row < rows; row++) {
      if (nullable && random.nextInt(5) == 0) {
        vector.setNull(row);
      } else if (vector instanceof DecimalVector decimals) {
        decimals.setSafe(row, decimal((ArrowType.Decimal) vector.getField().getType()));
      } else if (vector instanceof Decimal256Vector decimals) {
        decimals.setSafe(row, decimal((ArrowType.Decimal) vector.getField().getType()));
      } else if (isExtension(vector, RandomEncodings.BOOL8)) {
        encodings.fillBool8((TinyIntVector) vector, row);
      } else if (isExtension(vector, RandomEncodings.JSON)) {
        encodings.fillJson((VarCharVector) vector, row);
      } else if (vector instanceof BaseFixedWidthVector fixed) {
        fillFixed(fixed, row);
      } else {
        fillBytes(vector, row);
      }
    }
  }

  private static boolean isExtension(FieldVector vector, String name) {
    return RandomEncodings.extensionOf(vector.getField()).equals(name);
  }

  private BigDecimal decimal(ArrowType.Decimal type) {
    BigInteger bound = BigInteger.TEN.pow(1 + random.nextInt(type.getPrecision()));
    BigInteger unscaled = new BigInteger(130, random).mod(bound);
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.getScale());
  }

  private void fillFixed(BaseFixedWidthVector vector, int row) {
    ArrowType type = vector.getField().getType();
    BitVectorHelper.setBit(vector.getValidityBuffer(), row);
    if (type instanceof ArrowType.Bool) {
      if (random.nextBoolean()) {
        BitVectorHelper.setBit(vector.getDataBuffer(), row);
      }
      return;
    }
    int width = vector.getTypeWidth();
    byte[] bytes = new byte[width];
    random.nextBytes(bytes);
    vector.getDataBuffer().setBytes((long) row * width, bytes);
    if (type instanceof ArrowType.Time time) {
      long micros = random.nextInt(86_400) * 1_000_000L;
      long count =
          switch (time.getUnit()) {
            case SECOND -> micros / 1_000_000;
            case MILLISECOND -> micros / 1_000 + random.nextInt(1_000);
            case MICROSECOND -> micros + random.nextInt(1_000_000);
            case NANOSECOND -> (micros + random.nextInt(1_000_000)) * 1_000;
          };
      set(vector, row, width, count);
    } else if (type instanceof ArrowType.Date && width == Long.BYTES) {
      set(vector, row, width, random.nextInt(1_000_000) * 86_400_000L);
    } else if (type instanceof ArrowType.Timestamp stamp && stamp.getUnit() == TimeUnit.SECOND) {
      set(vector, row, width, random.nextInt());
    } else if (type instanceof ArrowType.Timestamp stamp
        && stamp.getUnit() == TimeUnit.MILLISECOND) {
      set(vector, row, width, random.nextInt() * 997L);
    }
  }

  private static void set(BaseFixedWidthVector vector, int row, int width, long value) {
    if (width == Integer.BYTES) {
      vector.getDataBuffer().setInt((long) row * width, (int) value);
    } else {
      vector.getDataBuffer().setLong((long) row * width, value);
    }
  }

  private void fillBytes(FieldVector vector, int row) {
    byte[] bytes = new byte[random.nextInt(30)];
    random.nextBytes(bytes);
    byte[] text =
        (bytes.length + "\u00e9" + Character.toString(0x1F600 + bytes.length))
            .repeat(bytes.length % 5)
            .getBytes(StandardCharsets.UTF_8);
    switch (vector.getMinorType()) {
      case VARCHAR -> ((VarCharVector) vector).setSafe(row, text);
      case LARGEVARCHAR -> ((LargeVarCharVector) vector).setSafe(row, text);
      case VIEWVARCHAR -> ((ViewVarCharVector) vector).setSafe(row, text);
      case VARBINARY -> ((VarBinaryVector) vector).setSafe(row, bytes);
      case LARGEVARBINARY -> ((LargeVarBinaryVector) vector).setSafe(row, bytes);
      default -> ((ViewVarBinaryVector) vector).setSafe(row, bytes);
    }
  }
}
