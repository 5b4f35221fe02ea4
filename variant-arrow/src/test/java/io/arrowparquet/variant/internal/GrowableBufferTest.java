// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.IntVector;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrowableBufferTest {
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  @Test
  void what_was_appended_survives_growing_and_truncating() {
    try (GrowableBuffer buffer = new GrowableBuffer(allocator)) {
      for (int i = 0; i < 10_000; i++) {
        buffer.appendInt(i);
      }
      buffer.truncate(3 * Integer.BYTES);
      MemoryUtil.putInt(buffer.append(Integer.BYTES), -1);
      try (ArrowBuf taken = buffer.take()) {
        assertThat(taken.writerIndex()).isEqualTo(4 * Integer.BYTES);
        assertThat(taken.getInt(2 * Integer.BYTES)).isEqualTo(2);
        assertThat(taken.getInt(3 * Integer.BYTES)).isEqualTo(-1);
      }
      assertThat(buffer.length()).isZero();
    }
  }

  @Test
  void a_caller_that_counts_by_itself_keeps_the_bytes_it_used() {
    try (GrowableBuffer buffer = new GrowableBuffer(allocator)) {
      MemoryUtil.putLong(buffer.ensure(Long.BYTES, 0), 42);
      long address = buffer.ensure(1 << 20, Long.BYTES);
      assertThat(MemoryUtil.getLong(address)).isEqualTo(42);
      try (ArrowBuf taken = buffer.take(Long.BYTES)) {
        assertThat(taken.getLong(0)).isEqualTo(42);
        assertThat(taken.writerIndex()).isEqualTo(Long.BYTES);
        assertThat(taken.capacity()).isLessThan(1 << 20);
      }
    }
  }

  @Test
  void shared_bytes_are_held_and_not_written_over() {
    ArrowBuf bytes = allocator.buffer(2 * Long.BYTES);
    bytes.setLong(0, 1);
    bytes.setLong(Long.BYTES, 2);
    try (GrowableBuffer buffer = new GrowableBuffer(allocator);
        ArrowBuf shared = bytes) {
      buffer.share(shared, Long.BYTES);
      assertThat(buffer.address()).isEqualTo(shared.memoryAddress());
      buffer.appendLong(3);

      assertThat(shared.getLong(Long.BYTES)).isEqualTo(2);
      try (ArrowBuf taken = buffer.take()) {
        assertThat(taken.getLong(0)).isEqualTo(1);
        assertThat(taken.getLong(Long.BYTES)).isEqualTo(3);
      }
    }
  }

  @Test
  void memory_of_others_is_not_shared() {
    try (RootAllocator other = new RootAllocator();
        ArrowBuf bytes = other.buffer(Long.BYTES);
        GrowableBuffer buffer = new GrowableBuffer(allocator)) {
      assertThat(buffer.canShare(bytes)).isFalse();
      assertThat(buffer.canShare(allocator.getEmpty())).isFalse();
    }
  }

  /** Of more bytes than anything else here takes from the memory that is kept. */
  @Test
  void large_memory_that_a_thread_frees_serves_the_next_buffer() throws InterruptedException {
    try (GrowableBuffer buffer = new GrowableBuffer(allocator)) {
      long address = buffer.ensure(31 << 20, 0);
      Thread consumer = new Thread(buffer::release);
      consumer.start();
      consumer.join();

      assertThat(buffer.ensure(30 << 20, 0)).isEqualTo(address);
    }
  }

  /** Around the lengths at which the copy takes another way. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 24, 63, 64, 100})
  void a_copy_has_all_bytes_and_touches_no_others(int length) {
    try (ArrowBuf from = allocator.buffer(128);
        ArrowBuf to = allocator.buffer(128)) {
      for (int i = 0; i < 128; i++) {
        from.setByte(i, i + 1);
        to.setByte(i, 0);
      }
      ByteCopy.copy(from.memoryAddress(), to.memoryAddress() + 1, length);
      for (int i = 0; i < 127; i++) {
        assertThat(to.getByte(i + 1L)).isEqualTo((byte) (i < length ? i + 1 : 0));
      }
    }
  }

  @Test
  void ranges_outside_a_buffer_are_refused() {
    try (ArrowBuf buffer = allocator.buffer(16);
        IntVector vector = new IntVector("v", allocator)) {
      BufferChecks.requireRange("x", buffer, 16, 16);
      BufferChecks.requireLength(vector, "value", buffer, 16);
      for (long[] range : new long[][] {{-1, 4}, {5, 4}, {0, 17}}) {
        assertThatThrownBy(() -> BufferChecks.requireRange("x", buffer, range[0], range[1]))
            .isInstanceOf(MalformedVariantException.class)
            .hasMessageStartingWith("x: found [" + range[0] + ", " + range[1] + ")");
      }
      assertThatThrownBy(() -> BufferChecks.requireLength(vector, "value", buffer, 17))
          .hasMessage(
              "length of the value buffer of column v: found 16 bytes, expected at least 17");
      assertThatThrownBy(() -> BufferChecks.requireRoom(buffer, 15, 2))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> BufferChecks.requireRoom(buffer, Long.MAX_VALUE, 2))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(BufferChecks.bytesOfBits(9)).isEqualTo(2);
  }
}
