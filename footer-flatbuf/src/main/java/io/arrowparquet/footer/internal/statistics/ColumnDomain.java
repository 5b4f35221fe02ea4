// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.statistics;

import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.DecimalType;
import io.arrowparquet.footer.model.LogicalType.IntType;
import io.arrowparquet.footer.model.PhysicalType;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * What the PLAIN bytes of a column's values mean, in the order that TYPE_ORDER of the specification
 * defines. Values are of one class, whose order is theirs:
 *
 * <table>
 *   <caption>Classes of values</caption>
 *   <tr><td>{@link Long}</td><td>booleans, integers, dates, times, timestamps; unsigned integers of
 *       64 bits have their top bit flipped</td></tr>
 *   <tr><td>{@link Double}</td><td>floating point numbers but NaN; the two zeros are one</td></tr>
 *   <tr><td>{@link BigInteger}</td><td>unscaled decimals</td></tr>
 *   <tr><td>{@code byte[]}</td><td>all others, as unsigned bytes</td></tr>
 * </table>
 *
 * @param type physical type; null if it is not known
 * @param bits of integers
 * @param mostBytes of byte strings
 * @param factor integers are multiplied by it, where vectors have a finer unit than Parquet
 * @param divisor integers are divided by it, where vectors have a coarser unit
 */
public record ColumnDomain(
    PhysicalType type,
    Kind kind,
    int bits,
    boolean signed,
    int mostBytes,
    long factor,
    long divisor) {

  private static final int FLOAT16_BYTES = 2;
  private static final int NARROW_BITS = 16;

  public enum Kind {
    INTEGER,
    TIMESTAMP,
    FLOATING,
    DECIMAL,
    BYTES,
    /** No order is defined, or it is not known here. */
    NONE
  }

  /**
   * From what the schema says of a column.
   *
   * @param type null if it is not known
   * @param length of FIXED_LEN_BYTE_ARRAY
   * @param meaning its logical type, or what the converted type says; null for neither. One that is
   *     not known may define an order of its own
   * @param converted null if there is none
   */
  public static ColumnDomain of(
      PhysicalType type, int length, LogicalType meaning, ConvertedType converted) {
    Kind kind = converted == ConvertedType.INTERVAL ? Kind.NONE : kind(type, length, meaning);
    IntType integer =
        kind == Kind.INTEGER && meaning instanceof IntType given && isOf(type, given.bitWidth())
            ? given
            : new IntType((byte) Long.SIZE, true);
    return new ColumnDomain(
        type,
        kind,
        integer.bitWidth(),
        integer.isSigned(),
        type == PhysicalType.FIXED_LEN_BYTE_ARRAY ? length : Integer.MAX_VALUE,
        1,
        1);
  }

  /**
   * The same values in units of vectors: {@code factor} of them are {@code divisor} of Parquet's.
   */
  public ColumnDomain inUnits(long factor, long divisor) {
    return new ColumnDomain(type, kind, bits, signed, mostBytes, factor, divisor);
  }

  private static boolean isOf(PhysicalType type, int bits) {
    return type == PhysicalType.INT64
        ? bits == Long.SIZE
        : type == PhysicalType.INT32
            && (bits == Byte.SIZE || bits == Short.SIZE || bits == Integer.SIZE);
  }

  private static Kind kind(PhysicalType type, int length, LogicalType meaning) {
    LogicalType.Kind logical = meaning == null ? null : meaning.kind();
    if (type == null
        || type == PhysicalType.INT96
        || logical == LogicalType.Kind.UNKNOWN_MEMBER
        || logical == LogicalType.Kind.NULL
        || logical == LogicalType.Kind.GEOMETRY
        || logical == LogicalType.Kind.GEOGRAPHY
        || logical == LogicalType.Kind.VARIANT) {
      return Kind.NONE;
    }
    return switch (type) {
      case FLOAT, DOUBLE -> Kind.FLOATING;
      case BOOLEAN -> Kind.INTEGER;
      case INT32, INT64 ->
          meaning instanceof DecimalType decimal && decimal.isLegal(DecimalType.DIGITS_128)
              ? Kind.DECIMAL
              : type == PhysicalType.INT64 && logical == LogicalType.Kind.TIMESTAMP
                  ? Kind.TIMESTAMP
                  : Kind.INTEGER;
      default ->
          meaning instanceof DecimalType decimal && decimal.isLegal(DecimalType.DIGITS_256)
              ? Kind.DECIMAL
              : type == PhysicalType.FIXED_LEN_BYTE_ARRAY
                      && logical == LogicalType.Kind.FLOAT16
                      && length == FLOAT16_BYTES
                  ? Kind.FLOATING
                  : Kind.BYTES;
    };
  }

  public boolean mayHaveNaN() {
    return kind == Kind.FLOATING || type == PhysicalType.FLOAT || type == PhysicalType.DOUBLE;
  }

  /** Whether values are signed integers: the order of the deprecated bounds. */
  public boolean isOfSignedIntegers() {
    return kind != Kind.NONE
        && signed
        && (type == PhysicalType.BOOLEAN
            || type == PhysicalType.INT32
            || type == PhysicalType.INT64);
  }

  /** Whether values are byte arrays, but for half-precision numbers. */
  boolean isOfBytes() {
    return (type == PhysicalType.BYTE_ARRAY || type == PhysicalType.FIXED_LEN_BYTE_ARRAY)
        && kind != Kind.FLOATING;
  }

  /** The value of some bytes; null if they are of none, or null. */
  public Object decode(BinaryValue plain) {
    if (kind == Kind.NONE || plain == null || (width() >= 0 && plain.length() != width())) {
      return null;
    }
    return switch (kind) {
      case INTEGER, TIMESTAMP ->
          type == PhysicalType.BOOLEAN
              ? (Long) (plain.get(0) == 0 ? 0L : 1L)
              : integer(number(plain));
      case FLOATING -> floating(number(plain));
      case DECIMAL -> decimal(plain);
      case BYTES -> plain.length() > mostBytes ? null : plain.toByteArray();
      case NONE -> null;
    };
  }

  private int width() {
    return switch (type) {
      case BOOLEAN -> 1;
      case INT32, FLOAT -> Integer.BYTES;
      case INT64, DOUBLE -> Long.BYTES;
      default -> kind == Kind.FLOATING ? FLOAT16_BYTES : -1;
    };
  }

  private static long number(BinaryValue plain) {
    int last = plain.length() - 1;
    if (last == Long.BYTES - 1) {
      return plain.littleEndianLong();
    }
    long number = plain.get(last);
    for (int i = last - 1; i >= 0; i--) {
      number = number << Byte.SIZE | (plain.get(i) & 0xFF);
    }
    return number;
  }

  private Long integer(long number) {
    if (bits == Long.SIZE) {
      return signed ? Math.floorDiv(number * factor, divisor) : number ^ Long.MIN_VALUE;
    }
    if (signed) {
      long above = number >> (bits - 1);
      return above == 0 || above == -1 ? (Long) number : null;
    }
    // Physical INT32: the sign bit counts as a value bit.
    long unsigned = number & 0xFFFFFFFFL;
    return unsigned >>> bits == 0 ? (Long) unsigned : null;
  }

  private Double floating(long number) {
    double value =
        switch (type) {
          case FLOAT -> Float.intBitsToFloat((int) number);
          case DOUBLE -> Double.longBitsToDouble(number);
          default -> ofHalf((int) number);
        };
    return Double.isNaN(value) ? null : (Double) value;
  }

  /** Its bits are those of a float of the same sign, with an exponent that is 112 less. */
  private static double ofHalf(int half) {
    double magnitude = Float.intBitsToFloat((half & 0x7FFF) << 13) * 0x1p112;
    if (magnitude >= 0x1p16) {
      magnitude = magnitude == 0x1p16 ? Double.POSITIVE_INFINITY : Double.NaN;
    }
    return half < 0 ? -magnitude : magnitude;
  }

  private BigInteger decimal(BinaryValue plain) {
    if (width() >= 0) {
      return BigInteger.valueOf(number(plain));
    }
    return plain.length() == 0 ? null : new BigInteger(plain.toByteArray());
  }

  /**
   * Whether a value has one encoding, but for the two zeros: not booleans, half-precision numbers
   * and decimals in BYTE_ARRAYs, which may have leading bytes; nor integers of 8 and 16 bits, cut
   * off from 32. Where vectors have a coarser unit, readers refuse what is none of it.
   */
  public boolean hasOneEncoding() {
    return switch (kind) {
      case INTEGER -> type != PhysicalType.BOOLEAN && bits > NARROW_BITS;
      case TIMESTAMP -> true;
      case FLOATING -> type != PhysicalType.FIXED_LEN_BYTE_ARRAY;
      case DECIMAL -> type != PhysicalType.BYTE_ARRAY && mostBytes > 0;
      case BYTES -> mostBytes > 0;
      case NONE -> false;
    };
  }

  /** As PLAIN encodes it: nothing if the column cannot hold it, and two encodings of zero. */
  public List<byte[]> encode(Object value) {
    if (value instanceof byte[] bytes) {
      return List.of(bytes);
    }
    if (value instanceof Double number) {
      boolean fits = type == PhysicalType.DOUBLE || (float) (double) number == number;
      return number == 0
          ? List.of(bits(0.0), bits(-0.0))
          : fits ? List.of(bits(number)) : List.of();
    }
    BigInteger number =
        value instanceof BigInteger unscaled
            ? unscaled
            : BigInteger.valueOf((Long) value ^ (signed || bits < Long.SIZE ? 0 : Long.MIN_VALUE));
    if (factor != divisor) {
      BigInteger[] stored =
          number
              .multiply(BigInteger.valueOf(divisor))
              .divideAndRemainder(BigInteger.valueOf(factor));
      if (stored[1].signum() != 0) {
        return List.of();
      }
      number = stored[0];
    }
    int width = width() < 0 ? mostBytes : width();
    int signBits = type == PhysicalType.INT32 && number.signum() > 0 ? 0 : 1;
    if (number.bitLength() + signBits > (long) width * Byte.SIZE) {
      return List.of();
    }
    if (width() >= 0) {
      return List.of(littleEndian(number.longValue(), width));
    }
    byte[] bigEndian = new byte[width];
    Arrays.fill(bigEndian, (byte) (number.signum() < 0 ? -1 : 0));
    byte[] shortest = number.toByteArray();
    System.arraycopy(shortest, 0, bigEndian, width - shortest.length, shortest.length);
    return List.of(bigEndian);
  }

  private byte[] bits(double number) {
    return switch (type) {
      case DOUBLE -> littleEndian(Double.doubleToLongBits(number), Double.BYTES);
      case FLOAT -> littleEndian(Float.floatToIntBits((float) number), Float.BYTES);
      default -> littleEndian(half(number), FLOAT16_BYTES);
    };
  }

  /** The inverse of {@link #ofHalf}. */
  private static int half(double number) {
    double magnitude = Math.min(Math.abs(number), 0x1p16);
    int bits = Float.floatToIntBits((float) (magnitude * 0x1p-112)) >>> 13;
    return Double.doubleToRawLongBits(number) < 0 ? bits | 1 << (Short.SIZE - 1) : bits;
  }

  /**
   * A bound as PLAIN encodes it; of the two zeros the one that bounds both. Null if the column
   * cannot hold it.
   */
  public byte[] encodeBound(Object value, boolean isUpper) {
    if (kind == Kind.DECIMAL && type == PhysicalType.BYTE_ARRAY) {
      return ((BigInteger) value).toByteArray();
    }
    List<byte[]> encodings = encode(value);
    return encodings.isEmpty() ? null : encodings.get(isUpper ? 0 : encodings.size() - 1);
  }

  public static byte[] littleEndian(long number, int width) {
    byte[] bytes = new byte[width];
    for (int i = 0; i < width; i++) {
      bytes[i] = (byte) (number >> (Byte.SIZE * i));
    }
    return bytes;
  }

  public static int compare(Object left, Object right) {
    if (left instanceof Long number) {
      return Long.compare(number, (Long) right);
    }
    if (left instanceof Double number) {
      // The sums make a negative zero positive.
      return Double.compare(number + 0.0, (Double) right + 0.0);
    }
    if (left instanceof BigInteger number) {
      return number.compareTo((BigInteger) right);
    }
    return Arrays.compareUnsigned((byte[]) left, (byte[]) right);
  }

  /** The least byte string beyond all that begin with a prefix; null if there is none. */
  public static byte[] afterPrefix(byte[] prefix) {
    int length = prefix.length;
    while (length > 0 && prefix[length - 1] == -1) {
      length--;
    }
    if (length == 0) {
      return null;
    }
    byte[] after = Arrays.copyOf(prefix, length);
    after[length - 1]++;
    return after;
  }

  /**
   * The least text of some bytes in UTF-8 that is beyond all that begin with a prefix; null if
   * there is none.
   */
  public static byte[] afterPrefix(String prefix, int mostBytes) {
    for (int end = prefix.length(); end > 0; ) {
      int last = prefix.codePointBefore(end);
      end -= Character.charCount(last);
      if (last < Character.MAX_CODE_POINT) {
        // After the last code point before the surrogates comes the first one after them.
        int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
        String after = prefix.substring(0, end) + Character.toString(next);
        byte[] bytes = after.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= mostBytes) {
          return bytes;
        }
      }
    }
    return null;
  }
}
