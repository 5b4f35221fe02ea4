// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Null: Variant nulls, and nothing else. */
public final class NullBuilder extends VectorBuilder {
  private int count;

  public NullBuilder(Target target) {
    super(target);
  }

  @Override
  public void start(BufferAllocator allocator) {
    count = 0;
  }

  @Override
  public boolean takeNull() {
    count++;
    return true;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public void addNulls(int rows) {
    count += rows;
  }

  @Override
  public void load(FieldVector vector) {
    vector.loadFieldBuffers(new ArrowFieldNode(count, count), List.of());
  }
}
