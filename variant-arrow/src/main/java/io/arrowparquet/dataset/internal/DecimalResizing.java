// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset.internal;

import io.arrowparquet.variant.internal.DecimalLimit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/**
 * Decimals of one scale in vectors of 128 and 256 bits. Fewer digits than before are a matter of
 * statistics, which may be wrong, so each value is compared then.
 */
public final class DecimalResizing extends ConvertedValues {
  private final int fromWords;
  private final int toWords;
  private final int digits;

  /** Null if there is none. */
  private final DecimalLimit limit;

  private final ValuePlace place;

  /**
   * Of vectors of so many bits.
   *
   * @param digits that values must not exceed; 0 for no limit
   */
  public DecimalResizing(
      int fromBits, int toBits, int digits, ValuePlace place, BufferAllocator allocator) {
    super(fromBits / Byte.SIZE, toBits / Byte.SIZE, allocator);
    this.fromWords = fromBits / Long.SIZE;
    this.toWords = toBits / Long.SIZE;
    this.digits = digits;
    this.place = place;
    this.limit = digits == 0 ? null : new DecimalLimit(fromBits / Byte.SIZE, digits);
  }

  @Override
  void convert(FieldVector source, long from, long to, int rows) {
    long step = (long) fromWords * Long.BYTES;
    for (int row = 0; row < rows; row++) {
      long at = from + row * step;
      if (limit != null && !limit.fits(at) && !source.isNull(row)) {
        throw place.unfit(
            row, source.getObject(row).toString(), "a decimal of at most " + digits + " digits");
      }
      copy(at, to + (long) row * toWords * Long.BYTES);
    }
  }

  private void copy(long from, long to) {
    long word = 0;
    for (int i = 0; i < toWords; i++) {
      // Words above the source's repeat its sign.
      word = i < fromWords ? MemoryUtil.getLong(from + (long) i * Long.BYTES) : word >> 63;
      MemoryUtil.putLong(to + (long) i * Long.BYTES, word);
    }
  }
}
