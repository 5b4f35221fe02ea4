// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** A vector of values: the leaf's own. Owns the reader. */
record LeafAssembler(LeafReader reader) implements VectorAssembler {
  @Override
  public LeafReader levels() {
    return reader;
  }

  @Override
  public void addLeaves(List<LeafReader> leaves) {
    leaves.add(reader);
  }

  @Override
  public void requestLevels() {}

  @Override
  public int finish(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
    int slots = reader.slots();
    reader.finish(nodes, buffers);
    return slots;
  }

  @Override
  public boolean isAbsent() {
    return reader.isAbsent();
  }

  @Override
  public void finishAbsent(int slots, List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
    reader.finishAbsent(slots, nodes, buffers);
  }

  @Override
  public void close() {
    reader.close();
  }
}
