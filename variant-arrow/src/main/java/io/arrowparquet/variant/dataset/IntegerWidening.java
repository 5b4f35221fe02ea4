// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;

/** Signed integers of 1, 2 or 4 bytes as wider ones. */
final class IntegerWidening implements FieldAdapter {
  private final int narrow;
  private final int wide;

  /** From {@code narrow} bytes to {@code wide} bytes. */
  IntegerWidening(int narrow, int wide) {
    this.narrow = narrow;
    this.wide = wide;
  }

  @Override
  public void adapt(FieldVector source, FieldVector target, int rows) {
    FieldAdapters.fillNull(target, rows);
    ArrowBuf from = source.getDataBuffer();
    ArrowBuf to = target.getDataBuffer();
    for (int row = 0; row < rows; row++) {
      write(to, (long) row * wide, read(from, (long) row * narrow));
    }
    long validityBytes = (rows + 7L) / 8;
    target.getValidityBuffer().setBytes(0, source.getValidityBuffer(), 0, validityBytes);
    target.setValueCount(rows);
  }

  private long read(ArrowBuf from, long at) {
    return switch (narrow) {
      case Byte.BYTES -> from.getByte(at);
      case Short.BYTES -> from.getShort(at);
      default -> from.getInt(at);
    };
  }

  private void write(ArrowBuf to, long at, long value) {
    switch (wide) {
      case Short.BYTES -> to.setShort(at, (short) value);
      case Integer.BYTES -> to.setInt(at, (int) value);
      default -> to.setLong(at, value);
    }
  }
}
