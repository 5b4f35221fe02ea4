// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.value.VariantBuilder;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/** Bool, and the extension {@code arrow.bool8} that spends a byte on each. */
final class BooleanWriter extends FixedWidthWriter {
  private final boolean bytes;

  /** A writer of bits, or of bytes of which those that are not 0 are true. */
  BooleanWriter(String path, FieldVector vector, boolean bytes) {
    super(path, vector, bytes ? Byte.BYTES : 0);
    this.bytes = bytes;
  }

  @Override
  void write(int row, VariantBuilder out) {
    int found =
        bytes
            ? MemoryUtil.getByte(at(row))
            : MemoryUtil.getByte(at(0) + (row >> 3)) & (1 << (row & 7));
    out.appendBoolean(found != 0);
  }
}
