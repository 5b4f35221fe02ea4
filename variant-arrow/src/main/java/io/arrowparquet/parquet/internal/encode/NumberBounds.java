// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.internal.statistics.ColumnDomain.Kind;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder.ValueBounds;

/**
 * Bounds of integers, signed and not, and of floating point numbers.
 *
 * <p>Values are compared as keys, signed integers in the column's order: unsigned integers with
 * their top bit flipped, negative floating point numbers with all bits but the sign flipped. So
 * NaNs are keys beyond the infinities, looked for only where there is such a key.
 *
 * <p>Half-precision numbers are the upper halves of words of 32 bits.
 */
final class NumberBounds implements ChunkEncoder.ColumnBounds {
  private static final int FLOAT_INFINITY = 0x7F800000;
  private static final int HALF_INFINITY = 0x7C000000;
  private static final long DOUBLE_INFINITY = 0x7FF0000000000000L;
  private static final int HALF_BYTES = 2;

  private final boolean isFloating;
  private final boolean isWanted;
  private final boolean isUnsigned;
  private final int width;
  private final long infinity;

  private final Keys open = new Keys();
  private final Keys chunk = new Keys();

  private static final class Keys {
    private long min;
    private long max;
    private long nans;

    Keys() {
      clear();
    }

    void clear() {
      min = Long.MAX_VALUE;
      max = Long.MIN_VALUE;
      nans = 0;
    }

    void add(long least, long most) {
      min = Math.min(min, least);
      max = Math.max(max, most);
    }
  }

  NumberBounds(ColumnDomain domain, ChunkEncoder.Settings settings) {
    boolean ordered = settings.boundsBytes() > 0 && domain.kind() != Kind.NONE;
    isFloating = domain.mayHaveNaN() && (ordered || settings.nanCounts());
    isWanted = ordered;
    isUnsigned = domain.kind() == Kind.INTEGER && !domain.signed();
    boolean wide = domain.type() == PhysicalType.INT64 || domain.type() == PhysicalType.DOUBLE;
    boolean half = domain.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY;
    width =
        switch (domain.type()) {
          case BOOLEAN -> 1;
          case FIXED_LEN_BYTE_ARRAY -> HALF_BYTES;
          default -> wide ? Long.BYTES : Integer.BYTES;
        };
    infinity = wide ? DOUBLE_INFINITY : half ? HALF_INFINITY : FLOAT_INFINITY;
  }

  void add(int[] values, int from, int count) {
    if ((!isFloating && !isWanted) || count == 0) {
      return;
    }
    boolean floating = isFloating;
    int flip = isUnsigned ? Integer.MIN_VALUE : 0;
    int least = Integer.MAX_VALUE;
    int most = Integer.MIN_VALUE;
    for (int i = from; i < from + count; i++) {
      int key = floating ? key(values[i]) : values[i] ^ flip;
      least = Math.min(least, key);
      most = Math.max(most, key);
    }
    if (!floating || (most <= infinity && least >= ~infinity)) {
      open.add(least, most);
      return;
    }
    for (int i = from; i < from + count; i++) {
      addOne(key(values[i]));
    }
  }

  void add(long[] values, int from, int count) {
    if ((!isFloating && !isWanted) || count == 0) {
      return;
    }
    boolean floating = isFloating;
    long flip = isUnsigned ? Long.MIN_VALUE : 0;
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = from; i < from + count; i++) {
      long key = floating ? key(values[i]) : values[i] ^ flip;
      least = Math.min(least, key);
      most = Math.max(most, key);
    }
    if (!floating || (most <= infinity && least >= ~infinity)) {
      open.add(least, most);
      return;
    }
    for (int i = from; i < from + count; i++) {
      addOne(key(values[i]));
    }
  }

  private void addOne(long key) {
    if (key > infinity || key < ~infinity) {
      open.nans++;
    } else {
      open.add(key, key);
    }
  }

  private static int key(int bits) {
    return bits ^ ((bits >> (Integer.SIZE - 1)) & Integer.MAX_VALUE);
  }

  private static long key(long bits) {
    return bits ^ ((bits >> (Long.SIZE - 1)) & Long.MAX_VALUE);
  }

  @Override
  public void start() {
    open.clear();
    chunk.clear();
  }

  @Override
  public ValueBounds endPage() {
    ValueBounds ofPage = bounds(open);
    chunk.add(open.min, open.max);
    chunk.nans += open.nans;
    open.clear();
    return ofPage;
  }

  @Override
  public ValueBounds ofChunk() {
    return bounds(chunk);
  }

  private ValueBounds bounds(Keys keys) {
    if (!isWanted || keys.min > keys.max) {
      return new ValueBounds(null, null, false, false, keys.nans);
    }
    // Readers may take the zeros for one value: the bounds enclose both.
    boolean wideMin = isFloating && keys.min == 0;
    boolean wideMax = isFloating && keys.max == -1;
    byte[] min = plain(wideMin ? -1 : keys.min);
    byte[] max = plain(wideMax ? 0 : keys.max);
    return new ValueBounds(min, max, true, true, keys.nans);
  }

  private byte[] plain(long key) {
    long bits = isFloating ? floatingBits(key) : key;
    if (isUnsigned) {
      bits ^= width == Long.BYTES ? Long.MIN_VALUE : Integer.MIN_VALUE;
    }
    return ColumnDomain.littleEndian(bits, width);
  }

  private long floatingBits(long key) {
    return switch (width) {
      case Long.BYTES -> key(key);
      case Integer.BYTES -> key((int) key);
      default -> key((int) key) >>> Short.SIZE;
    };
  }
}
