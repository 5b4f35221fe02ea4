// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import org.apache.arrow.vector.FieldVector;

/** A column that has no values. */
final class NullLeaf extends LeafNodeWriter {
  NullLeaf(String path, Levels levels) {
    super(path, levels, true);
  }

  @Override
  @SuppressWarnings("MissingSuperCall") // a vector without buffers has no validity to look at
  void start(FieldVector vector) {}

  @Override
  void write(Slots slots) {
    for (int i = 0; i < slots.count(); i++) {
      int definition = slots.index(i) == Slots.NONE ? slots.definition(i) : nullDefinition();
      out().writeNull(slots.repetition(i), definition);
    }
  }

  @Override
  void put(int row, int repetition) {
    putNull(repetition);
  }
}
