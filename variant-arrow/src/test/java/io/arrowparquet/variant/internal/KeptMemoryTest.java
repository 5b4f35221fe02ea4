// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.FailedAllocations;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeptMemoryTest {
  private static final long BLOCK = 1 << 20;

  private final KeptMemory memory = new KeptMemory(3 * BLOCK);
  private long fresh;

  @AfterEach
  void free_what_is_kept() {
    memory.clear();
  }

  private long takeAndClose(long bytes, BufferAllocator allocator) {
    try (ArrowBuf buffer = memory.buffer(bytes, allocator, taken -> fresh += taken)) {
      assertThat(buffer.capacity()).isGreaterThanOrEqualTo(bytes);
      assertThat(allocator.getAllocatedMemory()).isEqualTo(buffer.capacity());
      buffer.setByte(buffer.capacity() - 1, 7);
      return buffer.memoryAddress();
    }
  }

  @Test
  void a_block_serves_the_next_reader_of_another_allocator() {
    long first;
    try (RootAllocator allocator = new RootAllocator()) {
      first = takeAndClose(BLOCK, allocator);
    }
    assertThat(memory.keptBytes()).isEqualTo(BLOCK);
    try (RootAllocator allocator = new RootAllocator()) {
      assertThat(takeAndClose(BLOCK - 5, allocator)).isEqualTo(first);
    }
    assertThat(fresh).isEqualTo(BLOCK);
  }

  @Test
  void a_block_of_more_than_twice_the_bytes_is_left_to_others() {
    try (RootAllocator allocator = new RootAllocator()) {
      takeAndClose(BLOCK, allocator);
      takeAndClose(BLOCK / 2 - 1, allocator);
    }
    assertThat(fresh).isEqualTo(BLOCK + BLOCK / 2);
  }

  @Test
  void the_smallest_block_that_is_large_enough_is_taken() {
    try (RootAllocator allocator = new RootAllocator();
        RootAllocator ofLarge = new RootAllocator()) {
      ArrowBuf large = memory.buffer(BLOCK + BLOCK / 2, ofLarge, taken -> fresh += taken);
      long small = takeAndClose(BLOCK, allocator);
      large.close();

      assertThat(takeAndClose(BLOCK - 5, allocator)).isEqualTo(small);
    }
  }

  @Test
  void blocks_beyond_the_bound_are_freed_the_oldest_first() {
    try (RootAllocator allocator = new RootAllocator()) {
      takeAndClose(BLOCK, allocator);
      takeAndClose(3 * BLOCK, allocator);
      assertThat(memory.keptBytes()).isEqualTo(3 * BLOCK);
      takeAndClose(3 * BLOCK, allocator);
    }
    assertThat(fresh).isEqualTo(4 * BLOCK);
  }

  @Test
  void small_and_huge_buffers_are_the_allocators_own() {
    try (RootAllocator allocator = new RootAllocator()) {
      takeAndClose(1000, allocator);
      takeAndClose(64 * BLOCK, allocator);
    }
    assertThat(memory.keptBytes()).isZero();
    assertThat(fresh).isEqualTo(1000 + 64 * BLOCK);
  }

  @Test
  void a_limit_of_the_allocator_holds() {
    try (RootAllocator allocator = new RootAllocator(BLOCK + BLOCK / 2)) {
      takeAndClose(BLOCK, allocator);
      assertThatThrownBy(() -> memory.buffer(2 * BLOCK, allocator, bytes -> fresh += bytes))
          .isInstanceOf(OutOfMemoryException.class);
    }
  }

  @Test
  void a_block_that_cannot_be_accounted_is_kept() {
    try (FailedAllocations failing = new FailedAllocations()) {
      int allocations =
          failing.failEach(
              "block",
              allocator -> memory.buffer(BLOCK, allocator, bytes -> fresh += bytes).close());

      assertThat(allocations).isEqualTo(1);
    }
    assertThat(memory.keptBytes()).isEqualTo(BLOCK);
    assertThat(fresh).isEqualTo(BLOCK);
  }
}
