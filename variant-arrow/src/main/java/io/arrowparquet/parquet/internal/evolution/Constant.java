// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.parquet.internal.filter.Comparisons;
import io.arrowparquet.parquet.internal.filter.Literals;
import io.arrowparquet.parquet.internal.filter.ValueSet;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.internal.BufferChecks;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** One value of a primitive type, which all rows of a vector have. Immutable. */
public final class Constant {
  private static final int MAX_BATCH_BYTES = Integer.MAX_VALUE - Long.BYTES;

  private final ArrowType type;

  /** As a vector has the value; a boolean is one byte. */
  private final byte[] bytes;

  /** In the domain of a {@link ValueSet}. */
  private final Object value;

  private Constant(ArrowType type, byte[] bytes, Object value) {
    this.type = type;
    this.bytes = bytes;
    this.value = value;
  }

  /**
   * A literal as a value of a type.
   *
   * @param literal floating point numbers are rounded to the nearest of the type
   * @throws InvalidRequestException if it is not one: of another class, too large, or between two
   */
  public static Constant of(ArrowType type, Object literal) {
    if (!Comparisons.isComparable(type)) {
      throw new InvalidRequestException("no column of type " + type + " can have a default", null);
    }
    return switch (type.getTypeID()) {
      case FloatingPoint -> ofNumber((ArrowType.FloatingPoint) type, literal);
      case Utf8, LargeUtf8, Binary, LargeBinary, FixedSizeBinary -> ofBytes(type, literal);
      default -> ofUnits(type, literal);
    };
  }

  private static Constant ofNumber(ArrowType.FloatingPoint type, Object literal) {
    BigDecimal exact = Literals.finite(type, literal);
    double number = exact == null ? Literals.infinite(literal) : exact.doubleValue();
    if (type.getPrecision() == FloatingPointPrecision.DOUBLE) {
      return new Constant(
          type, ColumnDomain.littleEndian(Double.doubleToLongBits(number), Double.BYTES), number);
    }
    if (type.getPrecision() == FloatingPointPrecision.HALF) {
      throw new InvalidRequestException("no column of type " + type + " can have a default", null);
    }
    float narrow = (float) number;
    return new Constant(
        type,
        ColumnDomain.littleEndian(Float.floatToIntBits(narrow), Float.BYTES),
        (double) narrow);
  }

  private static Constant ofBytes(ArrowType type, Object literal) {
    byte[] bytes = Literals.bytes(type, literal);
    if (type instanceof ArrowType.FixedSizeBinary fixed && fixed.getByteWidth() != bytes.length) {
      throw new InvalidRequestException(bytes.length + " bytes for values of type " + type, null);
    }
    return new Constant(type, bytes, bytes);
  }

  private static Constant ofUnits(ArrowType type, Object literal) {
    BigInteger units;
    try {
      units = Literals.units(type, literal).toBigIntegerExact();
    } catch (ArithmeticException e) {
      throw new InvalidRequestException(
          "literal " + literal + " is no exact value of type " + type, e);
    }
    int bits = Byte.SIZE * ConvertedValues.width(type);
    boolean unsigned = type instanceof ArrowType.Int integer && !integer.getIsSigned();
    boolean fits =
        unsigned ? units.signum() >= 0 && units.bitLength() <= bits : units.bitLength() < bits;
    if (type instanceof ArrowType.Decimal decimal) {
      fits = fits && units.abs().compareTo(BigInteger.TEN.pow(decimal.getPrecision())) < 0;
    }
    if (!fits) {
      throw new InvalidRequestException(
          "literal " + literal + " is out of the range of type " + type, null);
    }
    byte[] bytes = new byte[bits / Byte.SIZE];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = units.shiftRight(Byte.SIZE * i).byteValue();
    }
    if (type instanceof ArrowType.Decimal) {
      return new Constant(type, bytes, units);
    }
    boolean flipped = unsigned && bits == Long.SIZE;
    return new Constant(
        type, bytes, flipped ? units.longValue() ^ Long.MIN_VALUE : units.longValue());
  }

  /** Whether the value is one of a set's, which is of the same type. */
  public boolean isIn(ValueSet set) {
    boolean isNaN = value instanceof Double number && Double.isNaN(number);
    return set.isOfNaN() ? isNaN : !isNaN && set.holds(value, value);
  }

  public Object value() {
    return value;
  }

  public ArrowType type() {
    return type;
  }

  /**
   * Fills an empty vector of the type.
   *
   * @param allocator of the vector
   */
  public void fill(FieldVector target, int rows, BufferAllocator allocator) {
    byte[] ones = {-1};
    int bitmap = (int) BufferChecks.bytesOfBits(rows);
    ArrowFieldNode node = new ArrowFieldNode(rows, 0);
    try (ArrowBuf validity = repeated(ones, bitmap, allocator)) {
      if (type instanceof ArrowType.Bool) {
        byte[] bits = bytes[0] == 0 ? new byte[1] : ones;
        try (ArrowBuf values = repeated(bits, bitmap, allocator)) {
          target.loadFieldBuffers(node, List.of(validity, values));
        }
      } else if (target instanceof BaseFixedWidthVector) {
        try (ArrowBuf values = repeated(bytes, rows, allocator)) {
          target.loadFieldBuffers(node, List.of(validity, values));
        }
      } else {
        try (ArrowBuf offsets = offsets(rows, allocator);
            ArrowBuf values = repeated(bytes, rows, allocator)) {
          target.loadFieldBuffers(node, List.of(validity, offsets, values));
        }
      }
    }
  }

  private ArrowBuf offsets(int rows, BufferAllocator allocator) {
    boolean large = type instanceof ArrowType.LargeUtf8 || type instanceof ArrowType.LargeBinary;
    if (!large && (long) rows * bytes.length > MAX_BATCH_BYTES) {
      throw new IllegalArgumentException(
          "a default of " + bytes.length + " bytes in batches of " + rows + " rows");
    }
    int width = large ? Long.BYTES : Integer.BYTES;
    ArrowBuf offsets = allocator.buffer((rows + 1L) * width);
    for (int row = 0; row <= rows; row++) {
      long end = (long) row * bytes.length;
      if (large) {
        offsets.setLong((long) row * width, end);
      } else {
        offsets.setInt((long) row * width, (int) end);
      }
    }
    offsets.writerIndex((rows + 1L) * width);
    return offsets;
  }

  private static ArrowBuf repeated(byte[] pattern, int times, BufferAllocator allocator) {
    long length = (long) pattern.length * times;
    ArrowBuf buffer = allocator.buffer(length);
    if (length > 0) {
      buffer.setBytes(0, pattern);
      // Each copy doubles what is there.
      for (long filled = pattern.length; filled < length; filled *= 2) {
        buffer.setBytes(filled, buffer, 0, Math.min(filled, length - filled));
      }
    }
    buffer.writerIndex(length);
    return buffer;
  }
}
