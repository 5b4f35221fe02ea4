// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.UserDefinedType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.apache.spark.unsafe.types.VariantVal;

/**
 * Rows of Spark collected in Arrow vectors, as a batch of a writer. Spark's own class that does it
 * knows Variants as plain structs only, and is internal. One thread; owns the vectors.
 */
final class RowVectors implements AutoCloseable {
  /** A batch is full with so many rows, or bytes, and is written then. */
  private static final int MAX_ROWS = 1 << 15;

  private static final long MAX_BYTES = 16 << 20;
  private static final long BYTES_PER_VALUE = 8;
  private static final int MAX_LONG_DIGITS = 18;
  private static final long NANOS_PER_MICRO = 1000;

  private final VectorSchemaRoot root;
  private final List<Cell> cells = new ArrayList<>();
  private int rows;
  private long bytes;

  /** Puts a value that is not null into a vector. */
  private interface Cell {
    void put(SpecializedGetters from, int ordinal, int index);
  }

  RowVectors(StructType columns, BufferAllocator allocator) {
    this.root = VectorSchemaRoot.create(schema(columns), allocator);
    for (int i = 0; i < columns.size(); i++) {
      cells.add(nullable(root.getVector(i), columns.fields()[i].dataType()));
    }
  }

  /**
   * The Arrow schema of columns; all may be null, as in Spark's files.
   *
   * @throws UnsupportedColumnException if Parquet has no such type
   */
  static Schema schema(StructType columns) {
    return new Schema(fields(columns, ""));
  }

  private static List<Field> fields(StructType struct, String above) {
    return Stream.of(struct.fields())
        .map(field -> field(above, field.name(), field.dataType(), true))
        .toList();
  }

  private static Field field(String above, String name, DataType type, boolean nullable) {
    String path = above.isEmpty() ? name : above + "." + name;
    if (type instanceof UserDefinedType<?> own) {
      return field(above, name, own.sqlType(), nullable);
    } else if (type instanceof VariantType) {
      return field(
          name,
          ParquetVariantType.INSTANCE,
          nullable,
          List.of(
              field("metadata", ArrowType.Binary.INSTANCE, false, List.of()),
              field("value", ArrowType.Binary.INSTANCE, true, List.of())));
    } else if (type instanceof StructType struct) {
      return field(name, ArrowType.Struct.INSTANCE, nullable, fields(struct, path));
    } else if (type instanceof ArrayType array) {
      Field element = field(path, "element", array.elementType(), true);
      return field(name, ArrowType.List.INSTANCE, nullable, List.of(element));
    } else if (type instanceof MapType map) {
      Field key = field(path, "key", map.keyType(), false);
      Field value = field(path, "value", map.valueType(), true);
      Field entries = field("entries", ArrowType.Struct.INSTANCE, false, List.of(key, value));
      return field(name, new ArrowType.Map(false), nullable, List.of(entries));
    }
    return field(name, arrow(path, type), nullable, List.of());
  }

  private static Field field(String name, ArrowType type, boolean nullable, List<Field> children) {
    return new Field(name, new FieldType(nullable, type, null, Map.of()), children);
  }

  private static ArrowType arrow(String path, DataType type) {
    if (type instanceof BooleanType) {
      return ArrowType.Bool.INSTANCE;
    } else if (type instanceof ByteType) {
      return new ArrowType.Int(Byte.SIZE, true);
    } else if (type instanceof ShortType) {
      return new ArrowType.Int(Short.SIZE, true);
    } else if (type instanceof IntegerType || type instanceof YearMonthIntervalType) {
      return new ArrowType.Int(Integer.SIZE, true);
    } else if (type instanceof LongType) {
      return new ArrowType.Int(Long.SIZE, true);
    } else if (type instanceof FloatType) {
      return new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
    } else if (type instanceof DoubleType) {
      return new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
    } else if (type instanceof DecimalType decimal) {
      return new ArrowType.Decimal(decimal.precision(), decimal.scale(), 128);
    } else if (type instanceof StringType) {
      return ArrowType.Utf8.INSTANCE;
    } else if (type instanceof BinaryType) {
      return ArrowType.Binary.INSTANCE;
    } else if (type instanceof DateType) {
      return new ArrowType.Date(DateUnit.DAY);
    } else if (type instanceof TimestampType) {
      return new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC");
    } else if (type instanceof TimestampNTZType) {
      return new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
    } else if (type instanceof TimeType) {
      return new ArrowType.Time(TimeUnit.MICROSECOND, Long.SIZE);
    } else if (type instanceof DayTimeIntervalType) {
      return new ArrowType.Duration(TimeUnit.MICROSECOND);
    } else if (type instanceof NullType) {
      return ArrowType.Null.INSTANCE;
    }
    throw new UnsupportedColumnException(path, "type " + type.sql(), "a type of Parquet");
  }

  private Cell nullable(FieldVector vector, DataType type) {
    Cell cell = cell(vector, type);
    return (from, ordinal, index) -> {
      bytes += BYTES_PER_VALUE;
      if (!from.isNullAt(ordinal)) {
        cell.put(from, ordinal, index);
      } else {
        putNull(vector, index);
      }
    };
  }

  private static void putNull(FieldVector vector, int index) {
    while (index >= vector.getValueCapacity()) {
      vector.reAlloc();
    }
    vector.setNull(index);
  }

  private Cell cell(FieldVector vector, DataType type) {
    if (type instanceof UserDefinedType<?> own) {
      return cell(vector, own.sqlType());
    } else if (vector instanceof ParquetVariantVector variants) {
      return variant(variants);
    } else if (vector instanceof StructVector struct) {
      return struct(struct, (StructType) type);
    } else if (type instanceof MapType map) {
      return map((ListVector) vector, map);
    } else if (vector instanceof ListVector list) {
      return list(list, ((ArrayType) type).elementType());
    } else if (vector instanceof DecimalVector decimals) {
      return decimal(decimals, (DecimalType) type);
    } else if (vector instanceof VarCharVector texts) {
      return (from, i, index) -> {
        byte[] text = from.getUTF8String(i).getBytes();
        bytes += text.length;
        texts.setSafe(index, text);
      };
    } else if (vector instanceof VarBinaryVector binaries) {
      return (from, i, index) -> put(binaries, index, from.getBinary(i));
    }
    return fixed(vector);
  }

  private void put(VarBinaryVector vector, int index, byte[] value) {
    bytes += value.length;
    vector.setSafe(index, value);
  }

  private static Cell fixed(ValueVector vector) {
    if (vector instanceof BitVector bits) {
      return (from, i, index) -> bits.setSafe(index, from.getBoolean(i) ? 1 : 0);
    } else if (vector instanceof TinyIntVector bytes) {
      return (from, i, index) -> bytes.setSafe(index, from.getByte(i));
    } else if (vector instanceof SmallIntVector shorts) {
      return (from, i, index) -> shorts.setSafe(index, from.getShort(i));
    } else if (vector instanceof IntVector ints) {
      return (from, i, index) -> ints.setSafe(index, from.getInt(i));
    } else if (vector instanceof DateDayVector days) {
      return (from, i, index) -> days.setSafe(index, from.getInt(i));
    } else if (vector instanceof BigIntVector longs) {
      return (from, i, index) -> longs.setSafe(index, from.getLong(i));
    } else if (vector instanceof TimeStampVector micros) {
      return (from, i, index) -> micros.setSafe(index, from.getLong(i));
    } else if (vector instanceof DurationVector micros) {
      return (from, i, index) -> micros.setSafe(index, from.getLong(i));
    } else if (vector instanceof TimeMicroVector times) {
      return (from, i, index) -> times.setSafe(index, from.getLong(i) / NANOS_PER_MICRO);
    } else if (vector instanceof Float4Vector floats) {
      return (from, i, index) -> floats.setSafe(index, from.getFloat(i));
    } else if (vector instanceof Float8Vector doubles) {
      return (from, i, index) -> doubles.setSafe(index, from.getDouble(i));
    }
    return (from, i, index) -> {}; // nulls alone
  }

  private static Cell decimal(DecimalVector vector, DecimalType type) {
    int precision = type.precision();
    int scale = type.scale();
    if (precision <= MAX_LONG_DIGITS) {
      return (from, i, index) ->
          vector.setSafe(index, from.getDecimal(i, precision, scale).toUnscaledLong());
    }
    return (from, i, index) -> {
      Decimal value = from.getDecimal(i, precision, scale);
      vector.setSafe(index, value.toJavaBigDecimal().setScale(scale));
    };
  }

  private Cell variant(ParquetVariantVector vector) {
    StructVector storage = vector.getUnderlyingVector();
    VarBinaryVector metadata = (VarBinaryVector) storage.getChild("metadata");
    VarBinaryVector value = (VarBinaryVector) storage.getChild("value");
    return (from, i, index) -> {
      VariantVal variant = from.getVariant(i);
      storage.setIndexDefined(index);
      put(metadata, index, variant.getMetadata());
      put(value, index, variant.getValue());
    };
  }

  private Cell struct(StructVector vector, StructType type) {
    List<Cell> children = new ArrayList<>();
    for (int i = 0; i < type.size(); i++) {
      children.add(nullable((FieldVector) vector.getVectorById(i), type.fields()[i].dataType()));
    }
    return (from, ordinal, index) -> {
      InternalRow struct = from.getStruct(ordinal, children.size());
      vector.setIndexDefined(index);
      for (int i = 0; i < children.size(); i++) {
        children.get(i).put(struct, i, index);
      }
    };
  }

  private Cell list(ListVector vector, DataType element) {
    Cell elements = nullable(vector.getDataVector(), element);
    return (from, ordinal, index) -> {
      ArrayData array = from.getArray(ordinal);
      int at = vector.startNewValue(index);
      for (int i = 0; i < array.numElements(); i++) {
        elements.put(array, i, at + i);
      }
      vector.endValue(index, array.numElements());
    };
  }

  private Cell map(ListVector vector, MapType type) {
    StructVector entries = (StructVector) vector.getDataVector();
    Cell keys = nullable((FieldVector) entries.getVectorById(0), type.keyType());
    Cell values = nullable((FieldVector) entries.getVectorById(1), type.valueType());
    return (from, ordinal, index) -> {
      MapData map = from.getMap(ordinal);
      int at = vector.startNewValue(index);
      for (int i = 0; i < map.numElements(); i++) {
        entries.setIndexDefined(at + i);
        keys.put(map.keyArray(), i, at + i);
        values.put(map.valueArray(), i, at + i);
      }
      vector.endValue(index, map.numElements());
    };
  }

  /** Adds a row; there is room for it unless {@link #isFull}. */
  void add(InternalRow row) {
    for (int i = 0; i < cells.size(); i++) {
      cells.get(i).put(row, i, rows);
    }
    rows++;
  }

  boolean isFull() {
    return rows >= MAX_ROWS || bytes >= MAX_BYTES;
  }

  int rows() {
    return rows;
  }

  /** The rows as a batch, until {@link #clear}. */
  VectorSchemaRoot batch() {
    root.setRowCount(rows);
    return root;
  }

  /** Forgets the rows, and keeps the memory. */
  void clear() {
    root.getFieldVectors().forEach(ValueVector::reset);
    rows = 0;
    bytes = 0;
  }

  @Override
  public void close() {
    root.close();
  }
}
