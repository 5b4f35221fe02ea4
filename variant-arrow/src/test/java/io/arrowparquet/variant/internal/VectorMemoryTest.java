// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.FailedAllocations;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.junit.jupiter.api.Test;

/** Memory that is handed over, or cannot be: nothing leaks. */
class VectorMemoryTest {
  private static IntVector made(BufferAllocator memory) {
    GrowableBuffer values = new GrowableBuffer();
    BitAppender validity = new BitAppender();
    try {
      values.start(memory);
      validity.start(memory);
      for (int row = 0; row < 3; row++) {
        values.appendInt(row);
        validity.append(row != 1);
      }
      return VectorMemory.filled(
          new IntVector("v", memory), v -> VectorMemory.load(v, 3, 1, validity, values));
    } finally {
      values.release();
      validity.release();
    }
  }

  @Test
  void a_vector_is_filled_or_nothing_is_held() {
    try (FailedAllocations failures = new FailedAllocations()) {
      int allocations =
          failures.failEach(
              "vector",
              memory -> {
                try (IntVector vector = made(memory)) {
                  assertThat(vector.getObject(0)).isZero();
                  assertThat(vector.isNull(1)).isTrue();
                  assertThat(vector.getObject(2)).isEqualTo(2);
                }
              });
      assertThat(allocations).isEqualTo(2);
    }
  }

  @Test
  void buffers_taken_before_one_that_cannot_be_taken_are_given_back() {
    try (BufferAllocator allocator = new RootAllocator();
        IntVector vector = new IntVector("v", allocator)) {
      VectorMemory.Source first = () -> allocator.buffer(8);
      VectorMemory.Source second =
          () -> {
            throw new OutOfMemoryException("none left");
          };
      assertThatThrownBy(() -> VectorMemory.load(vector, 1, 0, first, second))
          .isInstanceOf(OutOfMemoryException.class);
      assertThat(allocator.getAllocatedMemory()).isZero();
    }
  }

  @Test
  void a_vector_that_cannot_be_filled_is_closed_after_an_error_too() {
    try (BufferAllocator allocator = new RootAllocator()) {
      assertThatThrownBy(
              () ->
                  VectorMemory.filled(
                      new IntVector("v", allocator),
                      vector -> {
                        vector.allocateNew(1);
                        throw new OutOfMemoryError("none left");
                      }))
          .isInstanceOf(OutOfMemoryError.class);
      assertThat(allocator.getAllocatedMemory()).isZero();
    }
  }

  @Test
  void a_buffer_that_cannot_shrink_keeps_its_memory_until_it_is_released() {
    try (FailedAllocations failures = new FailedAllocations()) {
      int allocations =
          failures.failEach(
              "shrinking",
              memory -> {
                GrowableBuffer bytes = new GrowableBuffer();
                bytes.start(memory);
                try {
                  bytes.reserve(1 << 20);
                  bytes.appendInt(7);
                  bytes.take().close();
                } finally {
                  bytes.release();
                }
              });
      assertThat(allocations).as("one to reserve, one to shrink").isEqualTo(2);
    }
  }
}
