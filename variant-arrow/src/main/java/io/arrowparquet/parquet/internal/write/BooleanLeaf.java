// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;

/** A column of booleans. */
final class BooleanLeaf extends LeafNodeWriter {
  private BitVector bits;

  BooleanLeaf(String path, Levels levels, boolean nullable) {
    super(path, levels, nullable);
  }

  @Override
  void start(FieldVector vector) {
    bits = (BitVector) storage(vector);
    super.start(bits);
    if (bits.getDataBuffer().capacity() < (bits.getValueCount() + 7L) / Byte.SIZE) {
      throw new IllegalArgumentException(
          "vector "
              + bits.getName()
              + ": its data buffer has "
              + bits.getDataBuffer().capacity()
              + " bytes, expected a bit for each of "
              + bits.getValueCount()
              + " rows");
    }
  }

  @Override
  void put(int row, int repetition) {
    int eight = bits.getDataBuffer().getByte(row >> 3);
    out().write((eight & (1 << (row & 7))) != 0, repetition, definition());
  }

  @Override
  void end() {
    super.end();
    bits = null;
  }
}
