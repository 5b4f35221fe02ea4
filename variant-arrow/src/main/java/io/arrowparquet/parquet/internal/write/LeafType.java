// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import static io.arrowparquet.footer.model.PhysicalType.BOOLEAN;
import static io.arrowparquet.footer.model.PhysicalType.BYTE_ARRAY;
import static io.arrowparquet.footer.model.PhysicalType.DOUBLE;
import static io.arrowparquet.footer.model.PhysicalType.FIXED_LEN_BYTE_ARRAY;
import static io.arrowparquet.footer.model.PhysicalType.FLOAT;
import static io.arrowparquet.footer.model.PhysicalType.INT32;
import static io.arrowparquet.footer.model.PhysicalType.INT64;

import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.write.FixedWidthLeaf.Kind;
import io.arrowparquet.parquet.internal.write.NodeWriter.Node;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Function;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * The column that an Arrow type is kept in, and what writes it: the inverse of the mapping that
 * {@code ArrowSchema} reads by.
 *
 * @param physical the physical type
 * @param length of a FIXED_LEN_BYTE_ARRAY, 0 for any other
 * @param logical the logical type, or null
 * @param maker makes the writer of such a column
 */
record LeafType(
    PhysicalType physical, int length, LogicalType logical, Function<Node, LeafNodeWriter> maker) {
  static final LeafType BYTES = new LeafType(BYTE_ARRAY, 0, null, LeafType::bytesLeaf);

  private static final int FLOAT16_BYTES = 2;

  /** The column of a field; null if Parquet has none for its type. */
  static LeafType of(Field field) {
    if (VariantPrimitive.isUuid(field)) {
      return fixed(VariantPrimitive.UUID_BYTES, new LogicalType.UUIDType());
    }
    ArrowType type = VariantPrimitive.storage(field.getType());
    return switch (type.getTypeID()) {
      case Null -> new LeafType(INT32, 0, new LogicalType.NullType(), NullLeaf::new);
      case Bool -> new LeafType(BOOLEAN, 0, null, BooleanLeaf::new);
      case Int -> integer((ArrowType.Int) type);
      case FloatingPoint -> floating((ArrowType.FloatingPoint) type);
      case Decimal -> decimal((ArrowType.Decimal) type);
      case Date ->
          fixedWidth(
              INT32,
              new LogicalType.DateType(),
              ((ArrowType.Date) type).getUnit() == DateUnit.DAY ? Kind.BITS32 : Kind.DATE64);
      case Time -> time((ArrowType.Time) type);
      case Timestamp -> timestamp((ArrowType.Timestamp) type);
      case Duration -> fixedWidth(INT64, null, Kind.BITS64);
      case Interval -> {
        IntervalUnit unit = ((ArrowType.Interval) type).getUnit();
        yield new LeafType(
            FIXED_LEN_BYTE_ARRAY, IntervalLeaf.BYTES, null, node -> new IntervalLeaf(node, unit));
      }
      case Utf8, LargeUtf8, Utf8View -> bytes(VariantPrimitive.isJson(field));
      case Binary, LargeBinary, BinaryView -> BYTES;
      case FixedSizeBinary -> fixed(((ArrowType.FixedSizeBinary) type).getByteWidth(), null);
      default -> null;
    };
  }

  private static LeafType fixedWidth(PhysicalType physical, LogicalType logical, Kind kind) {
    return new LeafType(physical, 0, logical, node -> new FixedWidthLeaf(node, kind));
  }

  private static LeafType fixed(int width, LogicalType logical) {
    return new LeafType(
        FIXED_LEN_BYTE_ARRAY, width, logical, node -> new FixedBytesLeaf(node, width));
  }

  private static LeafType bytes(boolean json) {
    return new LeafType(
        BYTE_ARRAY,
        0,
        json ? new LogicalType.JsonType() : new LogicalType.StringType(),
        LeafType::bytesLeaf);
  }

  private static LeafNodeWriter bytesLeaf(Node node) {
    return new BytesLeaf(node, null);
  }

  private static LeafType integer(ArrowType.Int type) {
    int bits = type.getBitWidth();
    boolean signed = type.getIsSigned();
    LogicalType logical =
        signed && bits >= Integer.SIZE ? null : new LogicalType.IntType((byte) bits, signed);
    return switch (bits) {
      case Byte.SIZE -> fixedWidth(INT32, logical, signed ? Kind.INT8 : Kind.UINT8);
      case Short.SIZE -> fixedWidth(INT32, logical, signed ? Kind.INT16 : Kind.UINT16);
      case Integer.SIZE -> fixedWidth(INT32, logical, Kind.BITS32);
      default -> fixedWidth(INT64, logical, Kind.BITS64);
    };
  }

  private static LeafType floating(ArrowType.FloatingPoint type) {
    return switch (type.getPrecision()) {
      case HALF -> fixed(FLOAT16_BYTES, new LogicalType.Float16Type());
      case SINGLE -> fixedWidth(FLOAT, null, Kind.BITS32);
      case DOUBLE -> fixedWidth(DOUBLE, null, Kind.BITS64);
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
    PhysicalType physical =
        precision <= DecimalDigits.INT32
            ? INT32
            : precision <= DecimalDigits.INT64 ? INT64 : FIXED_LEN_BYTE_ARRAY;
    return new LeafType(
        physical,
        physical == FIXED_LEN_BYTE_ARRAY ? bytes : 0,
        new LogicalType.DecimalType(scale, precision),
        node -> new DecimalLeaf(node, bits / Byte.SIZE, precision));
  }

  private static LeafType time(ArrowType.Time type) {
    TimeUnit unit = type.getUnit();
    // Arrow's times of day are local.
    return new LeafType(
        type.getBitWidth() == Integer.SIZE ? INT32 : INT64,
        0,
        new LogicalType.TimeType(false, unit(unit)),
        node -> FixedWidthLeaf.times(node, unit));
  }

  private static LeafType timestamp(ArrowType.Timestamp type) {
    boolean instant = VariantPrimitive.zone(type) != null;
    return fixedWidth(
        INT64,
        new LogicalType.TimestampType(instant, unit(type.getUnit())),
        type.getUnit() == TimeUnit.SECOND ? Kind.SECONDS : Kind.BITS64);
  }

  /** In the file: Parquet has no seconds. */
  private static LogicalType.TimeUnit unit(TimeUnit unit) {
    return switch (unit) {
      case SECOND, MILLISECOND -> LogicalType.TimeUnit.MILLIS;
      case MICROSECOND -> LogicalType.TimeUnit.MICROS;
      case NANOSECOND -> LogicalType.TimeUnit.NANOS;
    };
  }

  private static final class BooleanLeaf extends LeafNodeWriter {
    private long address;

    BooleanLeaf(Node node) {
      super(node);
    }

    @Override
    void start(FieldVector vector) {
      FieldVector bits = VariantPrimitive.storage(vector);
      super.start(bits);
      long bytes = BufferChecks.bytesOfBits(bits.getValueCount());
      address = FixedWidthLeaf.dataAddress(bits, bytes);
    }

    @Override
    void gather(int count, WriteScratch scratch) {
      byte[] to = scratch.bytes(count);
      for (int i = 0; i < count; i++) {
        int row = scratch.rows[i];
        to[i] = (byte) (MemoryUtil.getByte(address + (row >> 3)) >> (row & 7) & 1);
      }
      chunk().add(to, count);
    }
  }

  /** A column of values that are as many bytes each in memory, and no number in the file. */
  private abstract static class WideLeaf extends LeafNodeWriter {
    final int width;
    FieldVector values;
    long address;

    WideLeaf(Node node, int width) {
      super(node);
      this.width = width;
    }

    @Override
    void start(FieldVector vector) {
      values = VariantPrimitive.storage(vector);
      super.start(values);
      address = FixedWidthLeaf.dataAddress(values, (long) values.getValueCount() * width);
    }

    @Override
    void end() {
      super.end();
      values = null;
    }
  }

  private static final class FixedBytesLeaf extends WideLeaf {
    FixedBytesLeaf(Node node, int width) {
      super(node, width);
    }

    @Override
    int runLength(int row, int most) {
      return chunk().entriesOfPage(width, most);
    }

    @Override
    void gather(int first, int count, WriteScratch scratch) {
      if (count > runLength(first, count)) {
        super.gather(first, count, scratch);
        return;
      }
      byte[] to = scratch.bytes((long) count * width);
      MemoryUtil.copyFromMemory(address + (long) first * width, to, 0, (long) count * width);
      chunk().addFixed(to, count, scratch);
    }

    @Override
    void gather(int count, WriteScratch scratch) {
      int held = 0;
      int most = runLength(0, count);
      byte[] to = scratch.bytes((long) most * width);
      for (int i = 0; i < count; i++) {
        long from = address + (long) scratch.rows[i] * width;
        MemoryUtil.copyFromMemory(from, to, (long) held * width, width);
        held++;
        if (held == most || i == count - 1) {
          chunk().addFixed(to, held, scratch);
          held = 0;
        }
      }
    }
  }

  /**
   * A column of INTERVAL: three numbers without a sign, little-endian, which Parquet defines no
   * order of.
   *
   * <pre>
   *   bytes    0..3     4..7     8..11
   *            months   days     milliseconds
   * </pre>
   */
  private static final class IntervalLeaf extends WideLeaf {
    static final int BYTES = 3 * Integer.BYTES;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MOST_MILLIS = 0xFFFF_FFFFL;

    private final IntervalUnit unit;

    IntervalLeaf(Node node, IntervalUnit unit) {
      super(node, width(unit));
      this.unit = unit;
    }

    private static int width(IntervalUnit unit) {
      return switch (unit) {
        case YEAR_MONTH -> Integer.BYTES;
        case DAY_TIME -> 2 * Integer.BYTES;
        case MONTH_DAY_NANO -> 2 * Long.BYTES;
      };
    }

    @Override
    void gather(int count, WriteScratch scratch) {
      byte[] to = scratch.bytes((long) count * BYTES);
      ByteBuffer out = ByteBuffer.wrap(to).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < count; i++) {
        long at = address + (long) scratch.rows[i] * width;
        int first = MemoryUtil.getInt(at);
        int second = unit == IntervalUnit.YEAR_MONTH ? 0 : MemoryUtil.getInt(at + Integer.BYTES);
        int months = unit == IntervalUnit.DAY_TIME ? 0 : first;
        int days = unit == IntervalUnit.DAY_TIME ? first : second;
        long nanos =
            switch (unit) {
              case YEAR_MONTH -> 0;
              case DAY_TIME -> second * NANOS_PER_MILLI;
              case MONTH_DAY_NANO -> MemoryUtil.getLong(at + Long.BYTES);
            };
        long millis = nanos / NANOS_PER_MILLI;
        boolean fits = nanos % NANOS_PER_MILLI == 0 && millis <= MOST_MILLIS;
        if ((months | days) < 0 || nanos < 0 || !fits) {
          throw conversionException(
              i,
              values.getObject(scratch.rows[i]).toString(),
              "an interval without a sign, of whole milliseconds that 32 bits hold");
        }
        out.putInt(months).putInt(days).putInt((int) millis);
      }
      chunk().addFixed(to, count, scratch);
    }
  }

  private static final class NullLeaf extends LeafNodeWriter {
    NullLeaf(Node node) {
      super(node.optional());
    }

    @Override
    @SuppressWarnings("MissingSuperCall") // a vector without buffers has no validity to look at
    void start(FieldVector vector) {}

    @Override
    void gather(int count, WriteScratch scratch) {
      throw new IllegalStateException(count + " values of a column of nulls");
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
  private static final class DecimalLeaf extends WideLeaf {
    private final int precision;
    private final DecimalDigits.Limit limit;

    /** The least number of too many digits, if 64 bits hold all that are not. */
    private final long beyond;

    /** {@code width}: bytes of a value in memory. */
    DecimalLeaf(Node node, int width, int precision) {
      super(node, width);
      this.precision = precision;
      this.limit = new DecimalDigits.Limit(width, precision);
      this.beyond = precision > DecimalDigits.INT64 ? 0 : (long) Math.pow(10, precision);
    }

    static int fileBytes(int precision) {
      if (precision <= DecimalDigits.INT64) {
        return precision <= DecimalDigits.INT32 ? Integer.BYTES : Long.BYTES;
      }
      double bits = precision * Math.log(10) / Math.log(2);
      return (int) Math.ceil((bits + 1) / Byte.SIZE);
    }

    @Override
    void gather(int count, WriteScratch scratch) {
      if (precision > DecimalDigits.INT64) {
        requireFitting(count, scratch.rows);
        addBytes(count, scratch);
        return;
      }
      int[] rows = scratch.rows;
      long[] longs = scratch.longs;
      boolean fits = width == 2 * Long.BYTES;
      for (int i = 0; i < count; i++) {
        long at = address + (long) rows[i] * width;
        long low = MemoryUtil.getLong(at);
        longs[i] = low;
        fits &= MemoryUtil.getLong(at + Long.BYTES) == low >> (Long.SIZE - 1);
        fits &= low < beyond;
        fits &= low > -beyond;
      }
      if (!fits) {
        requireFitting(count, rows);
      }
      if (precision <= DecimalDigits.INT32) {
        for (int i = 0; i < count; i++) {
          scratch.ints[i] = (int) longs[i];
        }
        chunk().add(scratch.ints, count);
      } else {
        chunk().add(longs, count);
      }
    }

    private void requireFitting(int count, int[] rows) {
      for (int i = 0; i < count; i++) {
        if (!limit.fits(address + (long) rows[i] * width)) {
          String found = values.getObject(rows[i]).toString();
          throw conversionException(i, found, "a decimal of at most " + precision + " digits");
        }
      }
    }

    private void addBytes(int count, WriteScratch scratch) {
      int length = fileBytes(precision);
      byte[] to = scratch.bytes((long) count * length);
      int at = 0;
      for (int i = 0; i < count; i++) {
        long last = address + (long) scratch.rows[i] * width + length - 1;
        for (int b = 0; b < length; b++) {
          to[at++] = MemoryUtil.getByte(last - b);
        }
      }
      chunk().addFixed(to, count, scratch);
    }
  }
}
