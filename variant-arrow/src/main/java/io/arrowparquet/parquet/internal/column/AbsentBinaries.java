// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.parquet.internal.column.ColumnChunkPages.Absence;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Vectors of binaries in place of column chunks that were not read. */
final class AbsentBinaries {
  /** Version 1, offsets of one byte, no names. */
  private static final byte[] EMPTY_DICTIONARY = {1, 0, 0};

  private AbsentBinaries() {}

  /** Adds a vector to the lists, whose owner owns the buffers from then on. */
  static void finish(
      Absence absence,
      BufferAllocator allocator,
      boolean large,
      int slots,
      List<ArrowFieldNode> nodes,
      List<ArrowBuf> buffers) {
    boolean nulls = absence == Absence.NULLS;
    int length = nulls ? 0 : EMPTY_DICTIONARY.length;
    nodes.add(new ArrowFieldNode(slots, nulls ? slots : 0));
    buffers.add(nulls ? zeros(allocator, (slots + 7L) >>> 3) : allocator.getEmpty());
    buffers.add(offsets(allocator, large, slots, length));
    ArrowBuf data = allocator.buffer((long) slots * length);
    buffers.add(data);
    for (int slot = 0; slot < slots && length > 0; slot++) {
      MemoryUtil.copyToMemory(
          EMPTY_DICTIONARY, 0, data.memoryAddress() + (long) slot * length, length);
    }
    data.writerIndex((long) slots * length);
  }

  private static ArrowBuf offsets(BufferAllocator allocator, boolean large, int slots, int length) {
    ArrowBuf offsets = zeros(allocator, (slots + 1L) * (large ? Long.BYTES : Integer.BYTES));
    for (int slot = 1; slot <= slots && length > 0; slot++) {
      if (large) {
        offsets.setLong((long) slot * Long.BYTES, (long) slot * length);
      } else {
        offsets.setInt((long) slot * Integer.BYTES, slot * length);
      }
    }
    return offsets;
  }

  private static ArrowBuf zeros(BufferAllocator allocator, long bytes) {
    ArrowBuf buffer = allocator.buffer(bytes);
    buffer.setZero(0, bytes);
    buffer.writerIndex(bytes);
    return buffer;
  }
}
