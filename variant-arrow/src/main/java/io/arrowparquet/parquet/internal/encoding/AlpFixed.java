// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.util.MemoryUtil;

/** ALP values; {@link AlpFormat} has the layout. Vectors that are passed over are not touched. */
public final class AlpFixed implements FixedValues {
  /** Integers unpacked at once: few enough for the nearest cache. */
  private static final int CHUNK = 1024;

  private static final int GROUP = IntUnpacker.GROUP;
  private static final int OFFSET_BYTES = Integer.BYTES;
  private static final int POSITION_BYTES = Short.BYTES;
  private final int width;

  /** Unpacked integers; the other array is null. */
  private final int[] ints;

  private final long[] longs;

  private long offsets;
  private long end;
  private int logVectorSize;
  private int vectors;
  private int values;
  private int next;

  // The vector that is read.
  private int exponent;
  private int factor;
  private int exceptions;
  private long least;
  private int bitWidth;
  private long packedStart;
  private long packedEnd;

  public AlpFixed(boolean wide) {
    width = wide ? Double.BYTES : Float.BYTES;
    longs = wide ? new long[CHUNK] : null;
    ints = wide ? null : new int[CHUNK];
  }

  @Override
  public void wrap(long start, long endExclusive, int count) {
    long length = endExclusive - start;
    Page.requireBytes("ALP header", length, AlpFormat.HEADER_BYTES);
    Page.requireBetween(
        "ALP mode", MemoryUtil.getByte(start), AlpFormat.PLAIN_ALP, AlpFormat.PLAIN_ALP);
    Page.requireBetween(
        "ALP integer encoding",
        MemoryUtil.getByte(start + 1),
        AlpFormat.PLAIN_ALP,
        AlpFormat.PLAIN_ALP);
    int log = MemoryUtil.getByte(start + AlpFormat.LOG_VECTOR_SIZE_AT);
    Page.requireBetween(
        "logarithm of the ALP vector size",
        log,
        AlpFormat.MIN_LOG_VECTOR_SIZE,
        AlpFormat.MAX_LOG_VECTOR_SIZE);
    int total = MemoryUtil.getInt(start + AlpFormat.COUNT_AT);
    Page.requireBetween("number of ALP values", total, 0, count);
    long vectorCount = ((long) total + (1 << log) - 1) >>> log;
    long ofVectors = length - AlpFormat.HEADER_BYTES;
    Page.requireBytes("offsets of ALP vectors", ofVectors, vectorCount * OFFSET_BYTES);
    offsets = start + AlpFormat.HEADER_BYTES;
    end = endExclusive;
    logVectorSize = log;
    vectors = (int) vectorCount;
    values = total;
    next = 0;
  }

  @Override
  public void read(int count, long address) {
    Page.requireValues("ALP values", values - next, count);
    long to = address;
    for (int missing = count; missing > 0; ) {
      int vector = next >>> logVectorSize;
      int first = vector << logVectorSize;
      int length = Math.min(1 << logVectorSize, values - first);
      int from = next - first;
      int step = Math.min(missing, length - from);
      openVector(vector, length);
      decode(from, from + step, to);
      patch(length, from, from + step, to);
      next += step;
      missing -= step;
      to += (long) step * width;
    }
  }

  @Override
  public void select(int[] positions, int count, int total, long address) {
    read(total, address);
    FixedValues.gather(address, width, positions, count, address);
  }

  @Override
  public void skip(int count, long scratch) {
    Page.requireValues("ALP values", values - next, count);
    next += count;
  }

  private void openVector(int vector, int length) {
    long sectionLength = end - offsets;
    long offset = offset(vector);
    long limit = vector + 1 < vectors ? offset(vector + 1) : sectionLength;
    int headerBytes = AlpFormat.vectorHeaderBytes(width);
    if (offset < (long) vectors * OFFSET_BYTES
        || limit > sectionLength
        || headerBytes > limit - offset) {
      throw new CorruptPageException(
          "offset of ALP vector " + vector,
          offset + ", the next one at " + limit,
          "room for its header of " + headerBytes + " bytes in " + sectionLength);
    }
    long at = offsets + offset;
    exponent = MemoryUtil.getByte(at);
    factor = MemoryUtil.getByte(at + AlpFormat.FACTOR_AT);
    exceptions = MemoryUtil.getShort(at + AlpFormat.EXCEPTIONS_AT) & 0xffff;
    least =
        width == Double.BYTES
            ? MemoryUtil.getLong(at + AlpFormat.LEAST_AT)
            : MemoryUtil.getInt(at + AlpFormat.LEAST_AT);
    bitWidth = MemoryUtil.getByte(at + AlpFormat.LEAST_AT + width);
    Page.requireBetween("ALP exponent", exponent, 0, AlpFormat.maxExponent(width));
    Page.requireBetween("ALP factor", factor, 0, exponent);
    Page.requireBetween("ALP exceptions", exceptions, 0, length);
    Page.requireBetween("ALP bit width", bitWidth, 0, (long) width * Byte.SIZE);
    packedStart = at + headerBytes;
    packedEnd = packedStart + ((long) length * bitWidth + Byte.SIZE - 1) / Byte.SIZE;
    long needed = packedEnd - at + (long) exceptions * (POSITION_BYTES + width);
    if (needed > limit - offset) {
      throw new CorruptPageException(
          "ALP vector " + vector, (limit - offset) + " bytes", needed + " bytes");
    }
  }

  private long offset(int vector) {
    return Integer.toUnsignedLong(MemoryUtil.getInt(offsets + (long) OFFSET_BYTES * vector));
  }

  private void decode(int from, int to, long address) {
    long target = address;
    for (int at = from; at < to; ) {
      int firstOfGroup = at & -GROUP;
      int groups = at == firstOfGroup ? (to - at) / GROUP : 0;
      if (WideLoops.FOUND != null && width == Double.BYTES && groups > 0) {
        WideLoops.FOUND.scaledDoubles(
            packedStart + (long) at / GROUP * bitWidth,
            bitWidth,
            least,
            AlpFormat.doublePower(factor),
            AlpFormat.doubleInverse(exponent),
            target,
            groups);
        at += groups * GROUP;
        target += (long) groups * GROUP * width;
        continue;
      }
      int chunkEnd = Math.min(to, firstOfGroup + CHUNK);
      unpack(firstOfGroup / GROUP, (chunkEnd - firstOfGroup + GROUP - 1) / GROUP);
      int count = chunkEnd - at;
      if (width == Double.BYTES) {
        toDoubles(at - firstOfGroup, count, target);
      } else {
        toFloats(at - firstOfGroup, count, target);
      }
      target += (long) count * width;
      at = chunkEnd;
    }
  }

  private void toDoubles(int from, int count, long address) {
    long[] integers = longs;
    long base = least;
    double power = AlpFormat.doublePower(factor);
    double inverse = AlpFormat.doubleInverse(exponent);
    for (int i = 0; i < count; i++) {
      double value = (double) (integers[from + i] + base) * power * inverse;
      MemoryUtil.putLong(address + 8L * i, Double.doubleToRawLongBits(value));
    }
  }

  private void toFloats(int from, int count, long address) {
    int[] integers = ints;
    int base = (int) least;
    float power = AlpFormat.floatPower(factor);
    float inverse = AlpFormat.floatInverse(exponent);
    for (int i = 0; i < count; i++) {
      float value = (float) (integers[from + i] + base) * power * inverse;
      MemoryUtil.putInt(address + 4L * i, Float.floatToRawIntBits(value));
    }
  }

  private void unpack(int firstGroup, int groups) {
    long from = packedStart + (long) firstGroup * bitWidth;
    if (width == Double.BYTES) {
      LongUnpacker.unpack(from, bitWidth, longs, 0, groups);
    } else {
      IntUnpacker.unpack(from, bitWidth, ints, 0, groups);
    }
  }

  private void patch(int length, int from, int to, long address) {
    long positionAt = packedEnd;
    long valueAt = packedEnd + (long) exceptions * POSITION_BYTES;
    for (int i = 0; i < exceptions; i++) {
      int position = MemoryUtil.getShort(positionAt) & 0xffff;
      if (position >= length) {
        throw new CorruptPageException(
            "position of an ALP exception",
            Integer.toString(position),
            "less than " + length + ", the values of its vector");
      }
      if (position >= from && position < to) {
        long target = address + (long) (position - from) * width;
        if (width == Double.BYTES) {
          MemoryUtil.putLong(target, MemoryUtil.getLong(valueAt));
        } else {
          MemoryUtil.putInt(target, MemoryUtil.getInt(valueAt));
        }
      }
      positionAt += POSITION_BYTES;
      valueAt += width;
    }
  }
}
