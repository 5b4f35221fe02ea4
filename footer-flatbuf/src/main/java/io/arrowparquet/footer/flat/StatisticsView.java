// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ParquetFbs.Statistics;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.PhysicalType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A view of the statistics of one column chunk. One thread at a time.
 *
 * <p>Each of them may be absent, and all of them where {@link #isPresent} is false: then every
 * {@code has} method gives false, counts are 0 and bounds null. Only the bounds as primitives have
 * no such value: {@link #minInt} and its like throw {@link IllegalStateException} where the column
 * is of another type or {@link #hasPrimitiveBounds} is false.
 *
 * <p>Bounds are given as the bytes that Parquet's {@code min_value} and {@code max_value} have:
 * plain encoding, no length in front of byte arrays. Where the type has a Java counterpart of fixed
 * width, they are there as primitives too, without allocating.
 */
public final class StatisticsView extends TableView {
  private static final int MIN_EXACT_SHIFT = 0;
  private static final int MAX_EXACT_SHIFT = 2;
  private static final int EXACT_MASK = 3;
  private static final int EXACT = 1;
  private static final int FLAG_LEGACY_MIN_EQUALS = 1 << 4;
  private static final int FLAG_LEGACY_MAX_EQUALS = 1 << 5;

  private static final BoundSlots MIN =
      new BoundSlots(
          Statistics.MIN_LEN,
          Statistics.MIN_LO4,
          Statistics.MIN_LO8,
          Statistics.MIN_HI8,
          Statistics.MIN_TAIL,
          Statistics.MIN_VALUE);
  private static final BoundSlots MAX =
      new BoundSlots(
          Statistics.MAX_LEN,
          Statistics.MAX_LO4,
          Statistics.MAX_LO8,
          Statistics.MAX_HI8,
          Statistics.MAX_TAIL,
          Statistics.MAX_VALUE);

  private int type;

  /** A view for the footer to point at a table; it answers nothing before that. */
  public StatisticsView() {}

  StatisticsView wrap(FooterBytes newBytes, int newTable, int newType) {
    at(newBytes, newTable);
    type = newType;
    return this;
  }

  /** Whether the chunk has statistics; they may be of any kind, and even none. */
  public boolean isPresent() {
    return table != 0;
  }

  /** Whether the number of nulls is known. */
  public boolean hasNullCount() {
    return has(Statistics.NULL_COUNT);
  }

  /** Number of nulls; 0 where it is not known. */
  public long nullCount() {
    return longField(Statistics.NULL_COUNT);
  }

  /** Whether the number of distinct values is known. */
  public boolean hasDistinctCount() {
    return has(Statistics.DISTINCT_COUNT);
  }

  /** Number of distinct values; 0 where it is not known. */
  public long distinctCount() {
    return longField(Statistics.DISTINCT_COUNT);
  }

  /** Whether the number of NaN values is known. */
  public boolean hasNanCount() {
    return has(Statistics.NAN_COUNT);
  }

  /** Number of NaN values; 0 where it is not known. */
  public long nanCount() {
    return longField(Statistics.NAN_COUNT);
  }

  /** Whether there is a lower bound. */
  public boolean hasMinValue() {
    return hasBound(MIN);
  }

  /** Whether there is an upper bound. */
  public boolean hasMaxValue() {
    return hasBound(MAX);
  }

  private boolean hasBound(BoundSlots slots) {
    return has(slots.len()) || has(slots.whole());
  }

  /** The lower bound, a new array; null if there is none. */
  public byte @Nullable [] minValue() {
    return bound(MIN, false);
  }

  /** The upper bound, a new array; null if there is none. */
  public byte @Nullable [] maxValue() {
    return bound(MAX, true);
  }

  private byte[] bound(BoundSlots slots, boolean isMax) {
    if (has(slots.whole())) {
      return bytes.bytes(child(slots.whole()));
    }
    return has(slots.len()) ? PackedBound.unpack(this, type, slots, isMax) : null;
  }

  /**
   * Whether the bounds are there as primitives: {@link #minInt} and so on may be called. True for
   * INT32, INT64, FLOAT and DOUBLE if both bounds are there and as wide as the type.
   */
  public boolean hasPrimitiveBounds() {
    return hasPrimitive(MIN) && hasPrimitive(MAX);
  }

  private boolean hasPrimitive(BoundSlots slots) {
    return has(slots.len()) && !has(slots.whole()) && PackedBound.isPrimitive(type);
  }

  /** The lower bound of an INT32 column. */
  public int minInt() {
    return (int) primitive(MIN, PhysicalType.INT32);
  }

  /** The upper bound of an INT32 column. */
  public int maxInt() {
    return (int) primitive(MAX, PhysicalType.INT32);
  }

  /** The lower bound of an INT64 column. */
  public long minLong() {
    return primitive(MIN, PhysicalType.INT64);
  }

  /** The upper bound of an INT64 column. */
  public long maxLong() {
    return primitive(MAX, PhysicalType.INT64);
  }

  /** The lower bound of a FLOAT column. */
  public float minFloat() {
    return Float.intBitsToFloat((int) primitive(MIN, PhysicalType.FLOAT));
  }

  /** The upper bound of a FLOAT column. */
  public float maxFloat() {
    return Float.intBitsToFloat((int) primitive(MAX, PhysicalType.FLOAT));
  }

  /** The lower bound of a DOUBLE column. */
  public double minDouble() {
    return Double.longBitsToDouble(primitive(MIN, PhysicalType.DOUBLE));
  }

  /** The upper bound of a DOUBLE column. */
  public double maxDouble() {
    return Double.longBitsToDouble(primitive(MAX, PhysicalType.DOUBLE));
  }

  private long primitive(BoundSlots slots, PhysicalType asked) {
    if (type != asked.number() || !hasPrimitive(slots)) {
      throw noBound(asked);
    }
    return asked == PhysicalType.INT32 || asked == PhysicalType.FLOAT
        ? intField(slots.lo4())
        : longField(slots.lo8());
  }

  private IllegalStateException noBound(PhysicalType asked) {
    String why = "the statistics have no such bound";
    if (!isPresent()) {
      why = "the chunk has no statistics";
    } else if (type != asked.number()) {
      why = "the column is of type " + PhysicalType.forNumber(type);
    }
    return new IllegalStateException("no bound of type " + asked + ": " + why);
  }

  /** Whether the lower bound is a value of the column; null if the footer does not say. */
  public @Nullable Boolean isMinValueExact() {
    return exactness(MIN_EXACT_SHIFT);
  }

  /** Whether the upper bound is a value of the column; null if the footer does not say. */
  public @Nullable Boolean isMaxValueExact() {
    return exactness(MAX_EXACT_SHIFT);
  }

  private Boolean exactness(int shift) {
    int exactness = (flags() >> shift) & EXACT_MASK;
    return exactness == 0 ? null : exactness == EXACT;
  }

  /** The deprecated lower bound, by signed comparison; null if there is none. */
  public byte @Nullable [] min() {
    return (flags() & FLAG_LEGACY_MIN_EQUALS) != 0 ? minValue() : wholeBound(Statistics.MIN);
  }

  /** The deprecated upper bound, by signed comparison; null if there is none. */
  public byte @Nullable [] max() {
    return (flags() & FLAG_LEGACY_MAX_EQUALS) != 0 ? maxValue() : wholeBound(Statistics.MAX);
  }

  private byte[] wholeBound(int slot) {
    int bound = child(slot);
    return bound == 0 ? null : bytes.bytes(bound);
  }

  /** All of them; all null where there are none. */
  public io.arrowparquet.footer.model.ParquetStatistics toRecord() {
    return new io.arrowparquet.footer.model.ParquetStatistics(
        binary(max()),
        binary(min()),
        hasNullCount() ? (Long) nullCount() : null,
        hasDistinctCount() ? (Long) distinctCount() : null,
        binary(maxValue()),
        binary(minValue()),
        isMaxValueExact(),
        isMinValueExact(),
        hasNanCount() ? (Long) nanCount() : null);
  }

  private static BinaryValue binary(byte[] bound) {
    return bound == null ? null : BinaryValue.of(bound);
  }

  /** Length of the packed part of a bound, negative for an inexact one; 0 if there is none. */
  int packedLength(boolean isMax) {
    return byteField(isMax ? MAX.len() : MIN.len());
  }

  boolean hasPackedBoundOfUnknownType() {
    return PhysicalType.forNumber(type) == null && (isPacked(MIN) || isPacked(MAX));
  }

  private boolean isPacked(BoundSlots slots) {
    return has(slots.len()) && !has(slots.whole());
  }

  private int flags() {
    return byteField(Statistics.FLAGS);
  }

  record BoundSlots(int len, int lo4, int lo8, int hi8, int tail, int whole) {}

  /**
   * Gives back the bytes of a bound that was packed into fixed-width fields.
   *
   * <pre>
   *   INT32, FLOAT   | lo4 |                little-endian
   *   INT64, DOUBLE  | lo8       |          little-endian
   *   INT96          | lo4 | lo8       |    little-endian
   *   byte arrays    | prefix ... | hi8       | lo8       | tail ... |   big-endian, |len| of the 16 bytes
   * </pre>
   *
   * <p>A maximum with a tail was counted up by one after its tail was cut off, and is counted down
   * here.
   */
  private static final class PackedBound {
    private static final int REST_BYTES = 16;

    private PackedBound() {}

    static boolean isPrimitive(int type) {
      return type == PhysicalType.INT32.number()
          || type == PhysicalType.INT64.number()
          || type == PhysicalType.FLOAT.number()
          || type == PhysicalType.DOUBLE.number();
    }

    static byte[] unpack(StatisticsView view, int typeNumber, BoundSlots slots, boolean isMax) {
      PhysicalType type = PhysicalType.forNumber(typeNumber);
      if (type == null) {
        throw view.bytes.corrupt(
            "physical type of packed bounds", view.table, typeNumber, "0 to 7");
      }
      return switch (type) {
        case BOOLEAN -> null;
        case INT32, FLOAT -> littleEndian(4).putInt(view.intField(slots.lo4())).array();
        case INT64, DOUBLE -> littleEndian(8).putLong(view.longField(slots.lo8())).array();
        case INT96 ->
            littleEndian(12)
                .putInt(view.intField(slots.lo4()))
                .putLong(view.longField(slots.lo8()))
                .array();
        case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> unpackBytes(view, slots, isMax);
      };
    }

    private static ByteBuffer littleEndian(int length) {
      return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] unpackBytes(StatisticsView view, BoundSlots slots, boolean isMax) {
      int rest = Math.abs(view.byteField(slots.len()));
      if (rest > REST_BYTES) {
        throw view.bytes.corrupt("length of a packed bound", view.table, rest, "-16 to 16");
      }
      int prefix = view.child(Statistics.PREFIX);
      int tail = view.child(slots.tail());
      int prefixLength = view.bytes.count(prefix, 1);
      int tailLength = view.bytes.count(tail, 1);
      long high = view.longField(slots.hi8());
      long low = view.longField(slots.lo8());
      if (isMax && tail != 0) {
        high -= low == 0 ? 1 : 0;
        low--;
      }
      byte[] value = new byte[Math.addExact(prefixLength + rest, tailLength)];
      view.bytes.copyVector(prefix, value, 0, prefixLength);
      for (int i = 0; i < rest; i++) {
        long word = i < Long.BYTES ? high : low;
        value[prefixLength + i] = (byte) (word >>> (Long.SIZE - Byte.SIZE * (i % Long.BYTES + 1)));
      }
      view.bytes.copyVector(tail, value, prefixLength + rest, tailLength);
      return value;
    }
  }
}
