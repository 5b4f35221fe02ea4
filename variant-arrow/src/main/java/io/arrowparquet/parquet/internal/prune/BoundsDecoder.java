// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.Type;
import io.arrowparquet.parquet.internal.filter.BytesSet;
import io.arrowparquet.parquet.internal.filter.Comparisons;
import io.arrowparquet.parquet.internal.filter.LongSet;
import io.arrowparquet.parquet.internal.filter.ValueSet;
import io.arrowparquet.parquet.internal.page.WriterQuirks;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Bounds of a column, as statistics and column indexes have them, to values of a {@link ValueSet}'s
 * domain. Which bounds are used is said in {@link TrustedStatistics}. Immutable.
 */
public final class BoundsDecoder {
  private static final Bounds NONE = new Bounds(false, null, null);
  private static final long MILLIS_PER_SECOND = 1_000;

  /** Where parquet-go cuts bounds of pages, the upper ones too (segmentio/parquet-go#495). */
  private static final int CUT_BYTES = 16;

  /**
   * The least byte that bounds of texts have where the orders of UTF-8 and of UTF-16 differ: U+E000
   * and all that follows begins with it or a greater one. Looked for in both bounds, so that those
   * of several chunks together are refused where one of the chunks has values beyond them.
   */
  private static final int LAST_PLANES = 0xEE;

  private final Type type;
  private final ArrowType vectorType;
  private final boolean usesDeprecated;
  private final boolean usesOfChunks;
  private final boolean usesOfPages;
  private final boolean isUtf16;
  private final int fixedBytes;

  /**
   * A decoder of one column's bounds.
   *
   * @param element of the column
   * @param vectorType of the column's vector
   * @param order of the column's bounds; null if the file does not say
   * @param writer of the file
   * @param dictionaryArrays whether the column may have been written from dictionary arrays
   */
  BoundsDecoder(
      SchemaElementView element,
      ArrowType vectorType,
      ColumnOrder order,
      WriterQuirks writer,
      boolean dictionaryArrays) {
    this.type = element.type();
    this.vectorType = vectorType;
    this.fixedBytes = type == Type.FIXED_LEN_BYTE_ARRAY ? element.typeLength() : -1;
    this.isUtf16 = writer.ordersTextsByUtf16();
    boolean decodable =
        type != null
            && type != Type.INT96
            && hasOrder(element)
            && Comparisons.isComparable(vectorType);
    boolean ordered =
        order == ColumnOrder.Known.TYPE_ORDER
            || (order == ColumnOrder.Known.IEEE_754_TOTAL_ORDER && isFloating());
    boolean trusted = decodable && isTrusted(writer);
    boolean trustedOfChunks = trusted && writer.trustsBoundsOfChunks();
    this.usesOfChunks =
        trustedOfChunks
            && ordered
            && (!isFloating() || writer.trustsFloatsOfChunks())
            && (!isOfBytes() || writer.trustsByteArraysOfChunks(type, dictionaryArrays));
    this.usesOfPages =
        trusted
            && ordered
            && (!isFloating() || writer.trustsFloatsOfPages())
            && (!isOfBytes() || writer.trustsByteArraysOfPages(dictionaryArrays));
    boolean integers = type == Type.BOOLEAN || type == Type.INT32 || type == Type.INT64;
    this.usesDeprecated = trustedOfChunks && integers && !LongSet.isUnsigned(vectorType);
  }

  private static boolean hasOrder(SchemaElementView element) {
    LogicalType annotation = ArrowSchema.annotation(element);
    LogicalType.Kind kind = annotation == null ? null : annotation.kind();
    return element.convertedType() != ConvertedType.INTERVAL
        && kind != LogicalType.Kind.GEOMETRY
        && kind != LogicalType.Kind.GEOGRAPHY
        && kind != LogicalType.Kind.VARIANT;
  }

  private boolean isTrusted(WriterQuirks writer) {
    if (vectorType instanceof ArrowType.Timestamp) {
      return writer.trustsTimestamps();
    }
    return !(vectorType instanceof ArrowType.Decimal) || writer.trustsDecimals(type);
  }

  /** Whether bounds are compared as bytes. */
  private boolean isOfBytes() {
    return (type == Type.BYTE_ARRAY || type == Type.FIXED_LEN_BYTE_ARRAY) && !isFloating();
  }

  /**
   * Two bounds.
   *
   * @param present whether there is one, usable or not
   * @param min the lower bound; null if the two are not usable
   * @param max the upper bound; null if and only if {@code min} is
   */
  record Bounds(boolean present, Object min, Object max) {
    boolean usable() {
      return min != null;
    }
  }

  /** Whether NaNs may be among the column's values, which bounds say nothing about. */
  boolean isFloating() {
    return vectorType instanceof ArrowType.FloatingPoint;
  }

  /** The bounds of a chunk, whose statistics may be absent. */
  Bounds ofChunk(StatisticsView statistics) {
    if (!statistics.isPresent()) {
      return NONE;
    }
    byte[] oldMin = statistics.min();
    byte[] oldMax = statistics.max();
    boolean hasMin = statistics.hasMinValue();
    boolean hasMax = statistics.hasMaxValue();
    boolean present = hasMin || hasMax || oldMin != null || oldMax != null;
    if (usesOfChunks && hasMin && hasMax) {
      return decode(true, statistics.minValue(), statistics.maxValue());
    }
    return usesDeprecated ? decode(present, oldMin, oldMax) : new Bounds(present, null, null);
  }

  /** The bounds of a page. */
  Bounds ofPage(byte[] min, byte[] max) {
    if (!usesOfPages) {
      return NONE;
    }
    boolean isNumberCut =
        vectorType instanceof ArrowType.Decimal
            && isOfBytes()
            && fixedBytes != CUT_BYTES
            && (min.length == CUT_BYTES || max.length == CUT_BYTES);
    // ClickHouse#103039, apache/arrow-rs#6310: nothing where the upper bound is long or not known.
    boolean isMissing = isOfBytes() && max.length == 0;
    return isMissing || isNumberCut ? new Bounds(true, null, null) : decode(true, min, max);
  }

  /**
   * What no value of a page exceeds: its upper bound, or what follows all that begins with that
   * where it may be cut and was not rounded up. Null if nothing is known.
   */
  Object mostOfPage(Object max) {
    return max instanceof byte[] bytes && bytes.length == CUT_BYTES && fixedBytes != CUT_BYTES
        ? BytesSet.afterPrefix(bytes)
        : max;
  }

  private Bounds decode(boolean present, byte[] minBytes, byte[] maxBytes) {
    Object min = decode(minBytes);
    Object max = decode(maxBytes);
    return min == null || max == null
        ? new Bounds(present, null, null)
        : new Bounds(present, min, max);
  }

  /** A bound's value; null if it cannot be used. */
  private Object decode(byte[] bound) {
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
    return isUtf16 && type == Type.BYTE_ARRAY && hasLastPlanes(bound) ? null : bound;
  }

  private static boolean hasLastPlanes(byte[] text) {
    for (byte b : text) {
      if ((b & 0xFF) >= LAST_PLANES) {
        return true;
      }
    }
    return false;
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

  /** Whether both bounds are known, and the lower one is the greater. */
  static boolean areExchanged(Object min, Object max) {
    return min != null && max != null && compare(min, max) > 0;
  }

  /** Whether bounds of a page can be beside those of its chunk, as far as they are known. */
  static boolean isWithin(Claims page, Claims chunk) {
    if (page.min() == null || chunk.min() == null) {
      return true;
    }
    if (page.min() instanceof byte[]) {
      return compare(page.min(), chunk.max()) <= 0 && compare(page.max(), chunk.min()) >= 0;
    }
    return compare(page.min(), chunk.min()) >= 0 && compare(page.max(), chunk.max()) <= 0;
  }

  /** The order of two bounds of one domain. */
  static int compare(Object left, Object right) {
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
}
