// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.parquet.io.api.Binary;

/** A column of byte strings of one length, in the file as they are in memory. */
final class FixedBytesLeaf extends LeafNodeWriter {
  private final byte[] bytes;
  private final Binary value;
  private long address;

  FixedBytesLeaf(String path, Levels levels, boolean nullable, int width) {
    super(path, levels, nullable);
    bytes = new byte[width];
    value = Binary.fromReusedByteArray(bytes);
  }

  @Override
  void start(FieldVector vector) {
    FieldVector values = storage(vector);
    super.start(values);
    address = FixedWidthLeaf.dataAddress(values, bytes.length);
  }

  @Override
  void put(int row, int repetition) {
    MemoryUtil.copyFromMemory(address + (long) row * bytes.length, bytes, 0, bytes.length);
    out().write(value, repetition, definition());
  }
}
