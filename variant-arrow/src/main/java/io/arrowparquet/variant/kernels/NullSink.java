// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Null: Variant nulls, and nothing else. */
final class NullSink extends Sink {
  private int count;

  NullSink(Target target) {
    super(target);
  }

  @Override
  void start(BufferAllocator allocator) {
    count = 0;
  }

  @Override
  boolean takeNull() {
    count++;
    return true;
  }

  @Override
  int count() {
    return count;
  }

  @Override
  void addNulls(int rows) {
    count += rows;
  }

  @Override
  void load(FieldVector vector) {
    vector.loadFieldBuffers(new ArrowFieldNode(count, count), List.of());
  }

  @Override
  void release() {
    count = 0;
  }
}
