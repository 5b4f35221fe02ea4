// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.value.VariantBuilder;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/** FixedSizeBinary as binary, and the extension {@code arrow.uuid} as uuid. */
final class FixedBytesWriter extends FixedWidthWriter {
  private final ArrowBuf bytes;
  private final int width;
  private final boolean uuid;

  FixedBytesWriter(String path, FieldVector vector, int width, boolean uuid) {
    super(path, vector, width);
    this.bytes = vector.getDataBuffer();
    this.width = width;
    this.uuid = uuid;
  }

  @Override
  void write(int row, VariantBuilder out) {
    if (uuid) {
      long most = Long.reverseBytes(MemoryUtil.getLong(at(row)));
      long least = Long.reverseBytes(MemoryUtil.getLong(at(row) + Long.BYTES));
      out.appendUuid(most, least);
    } else {
      out.appendBinary(bytes, (long) row * width, width);
    }
  }
}
