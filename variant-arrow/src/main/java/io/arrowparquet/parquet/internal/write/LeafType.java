// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FLOAT;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import io.arrowparquet.parquet.internal.write.FixedWidthLeaf.Kind;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * The column that an Arrow type is kept in, and what writes it: the inverse of the mapping that
 * {@code ArrowSchema} reads by.
 *
 * @param physical the physical type
 * @param length of a FIXED_LEN_BYTE_ARRAY, 0 for any other
 * @param annotation the logical type, or null
 * @param maker makes the writer of such a column
 */
record LeafType(
    PrimitiveTypeName physical, int length, LogicalTypeAnnotation annotation, Maker maker) {
  private static final int FLOAT16_BYTES = 2;

  @FunctionalInterface
  interface Maker {
    LeafNodeWriter make(String path, NodeWriter.Levels levels, boolean nullable);
  }

  /** The column of a field; null if Parquet has none for its type. */
  static LeafType of(Field field) {
    if (VariantPrimitive.isUuid(field)) {
      return fixed(VariantPrimitive.UUID_BYTES, LogicalTypeAnnotation.uuidType());
    }
    ArrowType type = VariantPrimitive.storage(field.getType());
    return switch (type.getTypeID()) {
      case Null ->
          new LeafType(
              INT32,
              0,
              LogicalTypeAnnotation.unknownType(),
              (path, at, n) -> new NullLeaf(path, at));
      case Bool -> new LeafType(BOOLEAN, 0, null, BooleanLeaf::new);
      case Int -> integer((ArrowType.Int) type);
      case FloatingPoint -> floating((ArrowType.FloatingPoint) type);
      case Decimal -> decimal((ArrowType.Decimal) type);
      case Date ->
          ((ArrowType.Date) type).getUnit() == DateUnit.DAY
              ? fixedWidth(INT32, LogicalTypeAnnotation.dateType(), Kind.INT32)
              : null;
      case Time -> time((ArrowType.Time) type);
      case Timestamp -> timestamp((ArrowType.Timestamp) type);
      case Duration -> fixedWidth(INT64, null, Kind.INT64);
      case Utf8, LargeUtf8, Utf8View -> bytes(VariantPrimitive.isJson(field));
      case Binary, LargeBinary, BinaryView -> new LeafType(BINARY, 0, null, LeafType::bytesLeaf);
      case FixedSizeBinary -> fixed(((ArrowType.FixedSizeBinary) type).getByteWidth(), null);
      default -> null;
    };
  }

  private static LeafType fixedWidth(
      PrimitiveTypeName physical, LogicalTypeAnnotation annotation, Kind kind) {
    return new LeafType(
        physical,
        0,
        annotation,
        (path, levels, nullable) -> new FixedWidthLeaf(path, levels, nullable, kind));
  }

  private static LeafType fixed(int width, LogicalTypeAnnotation annotation) {
    return new LeafType(
        FIXED_LEN_BYTE_ARRAY,
        width,
        annotation,
        (path, levels, nullable) -> new FixedBytesLeaf(path, levels, nullable, width));
  }

  private static LeafType bytes(boolean json) {
    return new LeafType(
        BINARY,
        0,
        json ? LogicalTypeAnnotation.jsonType() : LogicalTypeAnnotation.stringType(),
        LeafType::bytesLeaf);
  }

  private static LeafNodeWriter bytesLeaf(String path, NodeWriter.Levels levels, boolean nullable) {
    return new BytesLeaf(path, levels, nullable, null);
  }

  private static LeafType integer(ArrowType.Int type) {
    int bits = type.getBitWidth();
    boolean signed = type.getIsSigned();
    LogicalTypeAnnotation annotation =
        signed && bits >= Integer.SIZE ? null : LogicalTypeAnnotation.intType(bits, signed);
    return switch (bits) {
      case Byte.SIZE -> fixedWidth(INT32, annotation, signed ? Kind.INT8 : Kind.UINT8);
      case Short.SIZE -> fixedWidth(INT32, annotation, signed ? Kind.INT16 : Kind.UINT16);
      case Integer.SIZE -> fixedWidth(INT32, annotation, Kind.INT32);
      default -> fixedWidth(INT64, annotation, Kind.INT64);
    };
  }

  private static LeafType floating(ArrowType.FloatingPoint type) {
    return switch (type.getPrecision()) {
      case HALF -> fixed(FLOAT16_BYTES, LogicalTypeAnnotation.float16Type());
      case SINGLE -> fixedWidth(FLOAT, null, Kind.FLOAT);
      case DOUBLE -> fixedWidth(DOUBLE, null, Kind.DOUBLE);
    };
  }

  private static LeafType decimal(ArrowType.Decimal type) {
    int precision = type.getPrecision();
    int scale = type.getScale();
    int bits = type.getBitWidth();
    int most = bits == 128 ? DecimalDigits.INT128 : DecimalDigits.INT256;
    boolean known = bits == 128 || bits == 256;
    if (!known || precision < 1 || precision > most || scale < 0 || scale > precision) {
      return null;
    }
    int bytes = DecimalLeaf.fileBytes(precision);
    PrimitiveTypeName physical =
        precision <= DecimalDigits.INT32
            ? INT32
            : precision <= DecimalDigits.INT64 ? INT64 : FIXED_LEN_BYTE_ARRAY;
    return new LeafType(
        physical,
        physical == FIXED_LEN_BYTE_ARRAY ? bytes : 0,
        LogicalTypeAnnotation.decimalType(scale, precision),
        (path, levels, nullable) ->
            new DecimalLeaf(path, levels, nullable, bits / Byte.SIZE, precision));
  }

  private static LeafType time(ArrowType.Time type) {
    LogicalTypeAnnotation.TimeUnit unit = unit(type.getUnit());
    if (unit == null) {
      return null;
    }
    // Arrow's times of day are local.
    LogicalTypeAnnotation annotation = LogicalTypeAnnotation.timeType(false, unit);
    return switch (unit) {
      case MILLIS -> fixedWidth(INT32, annotation, Kind.time(MILLISECONDS));
      case MICROS -> fixedWidth(INT64, annotation, Kind.time(MICROSECONDS));
      case NANOS -> fixedWidth(INT64, annotation, Kind.time(NANOSECONDS));
    };
  }

  private static LeafType timestamp(ArrowType.Timestamp type) {
    LogicalTypeAnnotation.TimeUnit unit = unit(type.getUnit());
    boolean instant = VariantPrimitive.zone(type) != null;
    return unit == null
        ? fixedWidth(
            INT64,
            LogicalTypeAnnotation.timestampType(instant, LogicalTypeAnnotation.TimeUnit.MILLIS),
            Kind.SECONDS)
        : fixedWidth(INT64, LogicalTypeAnnotation.timestampType(instant, unit), Kind.INT64);
  }

  /** Null for seconds, which Parquet does not have. */
  private static LogicalTypeAnnotation.TimeUnit unit(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> null;
      case MILLISECOND -> LogicalTypeAnnotation.TimeUnit.MILLIS;
      case MICROSECOND -> LogicalTypeAnnotation.TimeUnit.MICROS;
      case NANOSECOND -> LogicalTypeAnnotation.TimeUnit.NANOS;
    };
  }

  private static final class BooleanLeaf extends LeafNodeWriter {
    private long address;

    BooleanLeaf(String path, Levels levels, boolean nullable) {
      super(path, levels, nullable);
    }

    @Override
    void start(FieldVector vector) {
      FieldVector bits = storage(vector);
      super.start(bits);
      long bytes = BufferChecks.bytesOfBits(bits.getValueCount());
      address = FixedWidthLeaf.dataAddress(bits, bytes);
    }

    @Override
    void put(int row, int repetition) {
      int eight = MemoryUtil.getByte(address + (row >> 3));
      out().write((eight & (1 << (row & 7))) != 0, repetition, definition());
    }
  }

  private static final class FixedBytesLeaf extends LeafNodeWriter {
    private final byte[] bytes;
    private final Binary value;
    private long address;

    FixedBytesLeaf(String path, Levels levels, boolean nullable, int width) {
      super(path, levels, nullable);
      bytes = new byte[width];
      value = Binary.fromReusedByteArray(bytes);
    }

    @Override
    void start(FieldVector vector) {
      FieldVector values = storage(vector);
      super.start(values);
      address = FixedWidthLeaf.dataAddress(values, (long) values.getValueCount() * bytes.length);
    }

    @Override
    void put(int row, int repetition) {
      MemoryUtil.copyFromMemory(address + (long) row * bytes.length, bytes, 0, bytes.length);
      out().write(value, repetition, definition());
    }
  }

  private static final class NullLeaf extends LeafNodeWriter {
    NullLeaf(String path, Levels levels) {
      super(path, levels, true);
    }

    @Override
    @SuppressWarnings("MissingSuperCall") // a vector without buffers has no validity to look at
    void start(FieldVector vector) {}

    @Override
    void write(Slots slots) {
      for (int i = 0; i < slots.count(); i++) {
        int definition = slots.index(i) == Slots.NONE ? slots.definition(i) : nullDefinition();
        out().writeNull(slots.repetition(i), definition);
      }
    }

    @Override
    void put(int row, int repetition) {
      putNull(repetition);
    }
  }

  /**
   * A column of decimals. In memory a decimal is 16 or 32 bytes, little-endian; in the file the
   * smallest of INT32, INT64 and big-endian bytes that its precision needs.
   *
   * <pre>
   *   digits   1 to 9   10 to 18   more
   *   column   INT32    INT64      FIXED_LEN_BYTE_ARRAY(n): n the least that holds 10^digits - 1
   * </pre>
   */
  private static final class DecimalLeaf extends LeafNodeWriter {

    private final int width;
    private final int precision;
    private final byte[] bytes;
    private final Binary value;
    private final DecimalDigits.Limit limit;
    private FieldVector values;
    private long address;

    /**
     * A column.
     *
     * @param width bytes of a value in memory
     */
    DecimalLeaf(String path, Levels levels, boolean nullable, int width, int precision) {
      super(path, levels, nullable);
      this.width = width;
      this.precision = precision;
      this.limit = new DecimalDigits.Limit(width, precision);
      this.bytes = new byte[fileBytes(precision)];
      this.value = Binary.fromReusedByteArray(bytes);
    }

    static int fileBytes(int precision) {
      if (precision <= DecimalDigits.INT64) {
        return precision <= DecimalDigits.INT32 ? Integer.BYTES : Long.BYTES;
      }
      double bits = precision * Math.log(10) / Math.log(2);
      return (int) Math.ceil((bits + 1) / Byte.SIZE);
    }

    @Override
    void start(FieldVector vector) {
      values = storage(vector);
      super.start(values);
      address = FixedWidthLeaf.dataAddress(values, (long) values.getValueCount() * width);
    }

    @Override
    void put(int row, int repetition) {
      long at = address + (long) row * width;
      if (!limit.fits(at)) {
        throw conversionException(
            values.getObject(row).toString(), "a decimal of at most " + precision + " digits");
      }
      if (precision <= DecimalDigits.INT32) {
        out().write(MemoryUtil.getInt(at), repetition, definition());
      } else if (precision <= DecimalDigits.INT64) {
        out().write(MemoryUtil.getLong(at), repetition, definition());
      } else {
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = MemoryUtil.getByte(at + bytes.length - 1 - i);
        }
        out().write(value, repetition, definition());
      }
    }

    @Override
    void end() {
      super.end();
      values = null;
    }
  }
}
