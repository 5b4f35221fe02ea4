// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.FixedWidthVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.complex.BaseListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ArrowColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Arrow's vectors as columns of Spark, read in place, of the types of {@link SparkTypes}. Spark's
 * own class reads most; those that it does not know are converted value by value when they are
 * asked for.
 */
final class ArrowColumns {
  private static final long NANOS_PER_MICRO = 1000;
  private static final long MILLIS_PER_DAY = 86_400_000;

  private ArrowColumns() {}

  /**
   * A column.
   *
   * @param vector stays the caller's, to be closed after the column
   * @param allocator for Variants that are put together
   * @return to be closed
   */
  static ColumnVector of(ValueVector vector, BufferAllocator allocator) {
    if (isSparks(vector.getField())) {
      return new ArrowColumnVector(vector);
    } else if (vector instanceof ParquetVariantVector variants) {
      boolean isWhole = !variants.isShredded() && variants.dictionaries() == null;
      ParquetVariantVector whole = isWhole ? variants : VariantUnshred.unshred(variants, allocator);
      List<ColumnVector> parts =
          List.of(of(whole.valueVector(), allocator), of(whole.metadataVector(), allocator));
      return new Read(whole, DataTypes.VariantType, parts, !isWhole);
    } else if (vector instanceof ExtensionTypeVector<?> extension) {
      return of(extension.getUnderlyingVector(), allocator);
    }
    List<ColumnVector> parts =
        vector instanceof StructVector || vector instanceof BaseListVector
            ? ((FieldVector) vector)
                .getChildrenFromFields().stream().map(child -> of(child, allocator)).toList()
            : List.of();
    return new Read(vector, SparkTypes.of(vector.getField()), parts, false);
  }

  /** Whether Spark's own class reads the vectors of a field. */
  private static boolean isSparks(Field field) {
    ArrowType type = field.getType();
    if (type instanceof ArrowType.ExtensionType) { // its id is that of its storage
      return false;
    }
    return switch (type.getTypeID()) {
      case Null, Bool, Utf8, LargeUtf8, Binary, LargeBinary -> true;
      case Int -> ((ArrowType.Int) type).getIsSigned();
      case FloatingPoint ->
          ((ArrowType.FloatingPoint) type).getPrecision() != FloatingPointPrecision.HALF;
      case Date -> ((ArrowType.Date) type).getUnit() == DateUnit.DAY;
      case Timestamp -> ((ArrowType.Timestamp) type).getUnit() == TimeUnit.MICROSECOND;
      case Struct, List, Map -> field.getChildren().stream().allMatch(ArrowColumns::isSparks);
      default -> false;
    };
  }

  /** The values of a vector that Spark has as integers, in Spark's unit. */
  private static IntToLongFunction longs(ValueVector vector) {
    ArrowBuf data = vector instanceof FixedWidthVector ? vector.getDataBuffer() : null;
    IntToLongFunction ints = row -> data.getInt((long) row * Integer.BYTES);
    IntToLongFunction longs = row -> data.getLong((long) row * Long.BYTES);
    ArrowType type = vector.getField().getType();
    if (type instanceof ArrowType.Int number) {
      return switch (number.getBitWidth()) {
        case Byte.SIZE -> row -> Byte.toUnsignedInt(data.getByte(row));
        case Short.SIZE -> row -> Short.toUnsignedInt(data.getShort((long) row * Short.BYTES));
        default -> row -> Integer.toUnsignedLong((int) ints.applyAsLong(row));
      };
    } else if (type instanceof ArrowType.Decimal) { // of digits that a long has
      return row -> data.getLong((long) row * DecimalVector.TYPE_WIDTH);
    } else if (type instanceof ArrowType.Date) {
      return row -> Math.floorDiv(longs.applyAsLong(row), MILLIS_PER_DAY);
    } else if (type instanceof ArrowType.Timestamp time) {
      return micros(time.getUnit(), longs);
    } else if (type instanceof ArrowType.Duration time) {
      return micros(time.getUnit(), longs);
    } else if (type instanceof ArrowType.Time time) {
      return micros(time.getUnit(), time.getBitWidth() == Integer.SIZE ? ints : longs);
    }
    return row -> {
      throw new UnsupportedOperationException(vector.getField() + " as an integer");
    };
  }

  private static IntToLongFunction micros(TimeUnit unit, IntToLongFunction values) {
    return switch (unit) {
      case SECOND -> row -> Math.multiplyExact(values.applyAsLong(row), 1_000_000L);
      case MILLISECOND -> row -> Math.multiplyExact(values.applyAsLong(row), 1000L);
      case MICROSECOND -> values;
      case NANOSECOND -> row -> Math.floorDiv(values.applyAsLong(row), NANOS_PER_MICRO);
    };
  }

  /**
   * A column of a type that Spark's own class does not read: its values are converted one by one;
   * structs, whole Variants, lists and maps have columns of what is in them.
   */
  static class Read extends ColumnVector {
    final ValueVector vector;
    final List<ColumnVector> children;
    private final boolean isOwner;
    private final IntToLongFunction longs;

    Read(ValueVector vector, DataType type, List<ColumnVector> children, boolean isOwner) {
      super(type);
      this.vector = vector;
      this.children = children;
      this.isOwner = isOwner;
      this.longs = longs(vector);
    }

    @Override
    public void close() {
      children.forEach(ColumnVector::close);
      if (isOwner) {
        vector.close();
      }
    }

    @Override
    public boolean hasNull() {
      return vector.getNullCount() > 0;
    }

    @Override
    public int numNulls() {
      return vector.getNullCount();
    }

    @Override
    public boolean isNullAt(int row) {
      return vector.isNull(row);
    }

    private UnsupportedOperationException no() {
      return new UnsupportedOperationException("another type than that of " + vector.getField());
    }

    @Override
    public boolean getBoolean(int row) {
      throw no();
    }

    @Override
    public byte getByte(int row) {
      throw no();
    }

    @Override
    public short getShort(int row) {
      return (short) getLong(row);
    }

    @Override
    public int getInt(int row) {
      return (int) getLong(row);
    }

    @Override
    public long getLong(int row) {
      return longs.applyAsLong(row);
    }

    @Override
    public float getFloat(int row) {
      return ((Float2Vector) vector).getValueAsFloat(row);
    }

    @Override
    public double getDouble(int row) {
      throw no();
    }

    /** Null where it is null, as other objects: Spark does not always ask before. */
    @Override
    public Decimal getDecimal(int row, int precision, int scale) {
      if (isNullAt(row)) {
        return null;
      }
      if (vector instanceof DecimalVector && precision <= Decimal.MAX_LONG_DIGITS()) {
        return Decimal.createUnsafe(getLong(row), precision, scale);
      }
      BigDecimal value =
          vector instanceof UInt8Vector unsigned
              ? new BigDecimal(Long.toUnsignedString(unsigned.get(row)))
              : (BigDecimal) vector.getObject(row);
      return Decimal.apply(value, precision, scale);
    }

    @Override
    public UTF8String getUTF8String(int row) {
      BigDecimal value = (BigDecimal) vector.getObject(row);
      return value == null ? null : UTF8String.fromString(value.toPlainString());
    }

    @Override
    public byte[] getBinary(int row) {
      return isNullAt(row) ? null : ((FixedSizeBinaryVector) vector).get(row);
    }

    private int start(int row) {
      return ((BaseListVector) vector).getElementStartIndex(row);
    }

    private int length(int row) {
      return ((BaseListVector) vector).getElementEndIndex(row) - start(row);
    }

    @Override
    public ColumnarArray getArray(int row) {
      return isNullAt(row) ? null : new ColumnarArray(children.get(0), start(row), length(row));
    }

    @Override
    public ColumnarMap getMap(int row) {
      if (isNullAt(row)) {
        return null;
      }
      ColumnVector entries = children.get(0);
      return new ColumnarMap(entries.getChild(0), entries.getChild(1), start(row), length(row));
    }

    @Override
    public ColumnVector getChild(int child) {
      return children.get(child);
    }
  }
}
