// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels;

import io.arrowparquet.variant.vector.internal.BitAppender;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** Bool: booleans. */
final class BooleanSink extends Sink {
  private final BitAppender values = new BitAppender();

  BooleanSink(Target target) {
    super(target);
  }

  @Override
  boolean takeBoolean(boolean value) {
    validity.appendOne();
    values.append(value);
    return true;
  }

  @Override
  void start(BufferAllocator allocator) {
    validity.start(allocator);
    values.start(allocator);
  }

  @Override
  void addNulls(int rows) {
    validity.appendZeros(rows);
    values.appendZeros(rows);
  }

  @Override
  void load(FieldVector vector) {
    load(vector, validity.count(), validity.zeros(), validity.take(), values.take());
  }

  @Override
  void release() {
    validity.release();
    values.release();
  }
}
