// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.predicate;

import io.arrowparquet.footer.thrift.ColumnOrder;
import io.arrowparquet.footer.thrift.Type;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Bounds of a column, as statistics and column indexes have them, to values of a {@link ValueSet}'s
 * domain. Immutable.
 *
 * <p>Trusted are only bounds whose order is defined and is the domain's order: none of INT96,
 * intervals and geometries, and none in a file that does not say how its bounds are ordered. Bounds
 * of texts may be cut short or rounded up; they are bounds all the same. A bound that is NaN, of
 * the wrong length or out of the type's range spoils both.
 */
public final class BoundsDecoder {
  private static final long MILLIS_PER_SECOND = 1_000;

  private final Type type;
  private final boolean hasOrder;
  private final ArrowType vectorType;
  private final boolean ordered;

  /**
   * A decoder of one column's bounds.
   *
   * @param type physical type; null if it is not known
   * @param hasOrder whether the format defines an order for what the values mean
   * @param vectorType of the column's vector
   * @param order of the column's bounds; null if the file does not say
   */
  public BoundsDecoder(Type type, boolean hasOrder, ArrowType vectorType, ColumnOrder order) {
    this.type = type;
    this.hasOrder = hasOrder;
    this.vectorType = vectorType;
    this.ordered =
        order == ColumnOrder.Known.TYPE_ORDER
            || (order == ColumnOrder.Known.IEEE_754_TOTAL_ORDER && isFloating());
  }

  /** Whether NaNs may be among the column's values, which bounds say nothing about. */
  public boolean isFloating() {
    return vectorType instanceof ArrowType.FloatingPoint;
  }

  /** Whether {@code min_value} and {@code max_value} may be used. */
  public boolean trustsBounds() {
    return ordered && isDecodable();
  }

  /** Whether the deprecated {@code min} and {@code max}, by signed comparison, may be used. */
  public boolean trustsDeprecatedBounds() {
    boolean numbers =
        switch (type == null ? Type.INT96 : type) {
          case BOOLEAN, INT32, INT64, FLOAT, DOUBLE -> true;
          default -> false;
        };
    return numbers && isDecodable() && !LongSet.isUnsigned(vectorType);
  }

  private boolean isDecodable() {
    return type != null && type != Type.INT96 && hasOrder && Comparisons.isComparable(vectorType);
  }

  /** A bound's value; null if it cannot be used. */
  public Object decode(byte[] bound) {
    if (bound == null || (width() >= 0 && bound.length != width())) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.wrap(bound).order(ByteOrder.LITTLE_ENDIAN);
    Object value =
        switch (type) {
          case BOOLEAN -> bound[0] == 0 ? 0L : 1L;
          case INT32 -> integer(bytes.getInt());
          case INT64 -> integer(bytes.getLong());
          case FLOAT -> (double) bytes.getFloat();
          case DOUBLE -> bytes.getDouble();
          case INT96 -> null;
          case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> binary(bound, bytes);
        };
    return value instanceof Double number && Double.isNaN(number) ? null : value;
  }

  private int width() {
    return switch (type) {
      case BOOLEAN -> 1;
      case INT32, FLOAT -> Integer.BYTES;
      case INT64, DOUBLE -> Long.BYTES;
      default -> -1;
    };
  }

  private Object binary(byte[] bound, ByteBuffer bytes) {
    if (vectorType instanceof ArrowType.FloatingPoint) {
      return bound.length == Short.BYTES ? (double) Float16.toFloat(bytes.getShort()) : null;
    }
    if (vectorType instanceof ArrowType.Decimal) {
      return bound.length == 0 ? null : new BigInteger(bound);
    }
    if (vectorType instanceof ArrowType.FixedSizeBinary fixed
        && bound.length > fixed.getByteWidth()) {
      return null;
    }
    return bound;
  }

  private Object integer(long bound) {
    if (vectorType instanceof ArrowType.Decimal) {
      return BigInteger.valueOf(bound);
    }
    if (vectorType instanceof ArrowType.Timestamp timestamp
        && timestamp.getUnit() == TimeUnit.SECOND) {
      // Parquet has no seconds; the column's numbers are milliseconds.
      return Math.floorDiv(bound, MILLIS_PER_SECOND);
    }
    if (!(vectorType instanceof ArrowType.Int integer)) {
      return bound;
    }
    int bits = integer.getBitWidth();
    if (integer.getIsSigned()) {
      boolean fits = bits == Long.SIZE || (bound >> (bits - 1) == 0) || (bound >> (bits - 1) == -1);
      return fits ? bound : null;
    }
    if (bits == Long.SIZE) {
      return LongSet.flipped(bound);
    }
    // Physical INT32: the sign bit counts as a value bit.
    long unsigned = bound & 0xFFFFFFFFL;
    return unsigned >>> bits == 0 ? (Object) unsigned : null;
  }

  /** Whether bounds are in order and usable. */
  public static boolean isSound(Object min, Object max) {
    if (min == null || max == null) {
      return false;
    }
    if (min instanceof Long least) {
      return least <= (Long) max;
    }
    if (min instanceof Double least) {
      return least <= (Double) max;
    }
    if (min instanceof BigInteger least) {
      return least.compareTo((BigInteger) max) <= 0;
    }
    return Arrays.compareUnsigned((byte[]) min, (byte[]) max) <= 0;
  }
}
