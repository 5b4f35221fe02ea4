// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/**
 * Copies chosen rows of vectors, run by run, into a new batch. Knows the vectors that Parquet's
 * columns become, and no others.
 */
public final class SelectedRows {
  private final BufferAllocator allocator;
  private final List<ArrowFieldNode> nodes = new ArrayList<>();
  private final List<ArrowBuf> buffers = new ArrayList<>();

  private SelectedRows(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  /** The chosen rows of all vectors, a batch that the caller closes. */
  public static ArrowRecordBatch copy(
      List<FieldVector> vectors, RowSelection rows, BufferAllocator allocator) {
    SelectedRows copy = new SelectedRows(allocator);
    try {
      vectors.forEach(vector -> copy.add(vector, rows));
      return new ArrowRecordBatch(rows.count(), copy.nodes, copy.buffers);
    } finally {
      copy.buffers.forEach(ArrowBuf::close);
    }
  }

  private void add(FieldVector vector, RowSelection slots) {
    if (vector instanceof ExtensionTypeVector<?> extension) {
      add((FieldVector) extension.getUnderlyingVector(), slots);
      return;
    }
    if (vector instanceof NullVector) {
      nodes.add(new ArrowFieldNode(slots.count(), slots.count()));
      return;
    }
    addValidity(vector, slots);
    if (vector instanceof BitVector bit) {
      buffers.add(bits(bit.getDataBuffer(), slots));
    } else if (vector instanceof BaseFixedWidthVector fixed) {
      buffers.add(values(fixed.getDataBuffer(), fixed.getTypeWidth(), slots));
    } else if (vector instanceof BaseVariableWidthVector variable) {
      addBytes(variable.getOffsetBuffer(), false, variable.getDataBuffer(), slots);
    } else if (vector instanceof BaseLargeVariableWidthVector variable) {
      addBytes(variable.getOffsetBuffer(), true, variable.getDataBuffer(), slots);
    } else if (vector instanceof StructVector struct) {
      struct.getChildrenFromFields().forEach(child -> add(child, slots));
    } else if (vector instanceof ListVector list) {
      add(list.getDataVector(), elements(list.getOffsetBuffer(), false, slots));
    } else if (vector instanceof LargeListVector list) {
      add(list.getDataVector(), elements(list.getOffsetBuffer(), true, slots));
    } else {
      throw new IllegalArgumentException("vector of type " + vector.getField().getType());
    }
  }

  private void addValidity(FieldVector vector, RowSelection slots) {
    if (vector.getNullCount() == 0) {
      nodes.add(new ArrowFieldNode(slots.count(), 0));
      buffers.add(allocator.getEmpty());
      return;
    }
    ArrowBuf validity = bits(vector.getValidityBuffer(), slots);
    buffers.add(validity);
    long set = 0;
    for (long at = 0; at < validity.writerIndex(); at++) {
      set += Integer.bitCount(validity.getByte(at) & 0xff);
    }
    nodes.add(new ArrowFieldNode(slots.count(), slots.count() - set));
  }

  private ArrowBuf bits(ArrowBuf from, RowSelection slots) {
    long bytes = (slots.count() + 7L) >>> 3;
    ArrowBuf copy = allocator.buffer(bytes);
    long to = copy.memoryAddress();
    long source = from.memoryAddress();
    int next = 0;
    int current = 0;
    for (int run = 0; run < slots.runs(); run++) {
      for (int i = slots.start(run); i < slots.end(run); i++) {
        int bit = MemoryUtil.getByte(source + (i >>> 3)) >>> (i & 7) & 1;
        current |= bit << (next & 7);
        if ((++next & 7) == 0) {
          MemoryUtil.putByte(to++, (byte) current);
          current = 0;
        }
      }
    }
    if ((next & 7) != 0) {
      MemoryUtil.putByte(to, (byte) current);
    }
    copy.writerIndex(bytes);
    return copy;
  }

  private ArrowBuf values(ArrowBuf from, int width, RowSelection slots) {
    long bytes = (long) slots.count() * width;
    ArrowBuf copy = allocator.buffer(bytes);
    long to = copy.memoryAddress();
    for (int run = 0; run < slots.runs(); run++) {
      long length = (long) (slots.end(run) - slots.start(run)) * width;
      MemoryUtil.copyMemory(from.memoryAddress() + (long) slots.start(run) * width, to, length);
      to += length;
    }
    copy.writerIndex(bytes);
    return copy;
  }

  private void addBytes(ArrowBuf offsets, boolean large, ArrowBuf data, RowSelection slots) {
    long total = addOffsets(offsets, large, slots);
    ArrowBuf copy = allocator.buffer(total);
    buffers.add(copy);
    long to = copy.memoryAddress();
    for (int run = 0; run < slots.runs(); run++) {
      long start = offset(offsets, large, slots.start(run));
      long length = offset(offsets, large, slots.end(run)) - start;
      MemoryUtil.copyMemory(data.memoryAddress() + start, to, length);
      to += length;
    }
    copy.writerIndex(total);
  }

  /** Adds offsets that begin at 0 and have no gaps; the last of them is returned. */
  private long addOffsets(ArrowBuf offsets, boolean large, RowSelection slots) {
    int width = large ? Long.BYTES : Integer.BYTES;
    long bytes = (slots.count() + 1L) * width;
    ArrowBuf copy = allocator.buffer(bytes);
    buffers.add(copy);
    copy.writerIndex(bytes);
    putOffset(copy, large, 0, 0);
    long end = 0;
    int next = 1;
    for (int run = 0; run < slots.runs(); run++) {
      long shift = end - offset(offsets, large, slots.start(run));
      for (int i = slots.start(run); i < slots.end(run); i++) {
        end = offset(offsets, large, i + 1) + shift;
        putOffset(copy, large, next++, end);
      }
    }
    return end;
  }

  private RowSelection elements(ArrowBuf offsets, boolean large, RowSelection slots) {
    addOffsets(offsets, large, slots);
    RowSelection elements = new RowSelection();
    for (int run = 0; run < slots.runs(); run++) {
      elements.add(
          (int) offset(offsets, large, slots.start(run)),
          (int) offset(offsets, large, slots.end(run)));
    }
    return elements;
  }

  private static long offset(ArrowBuf offsets, boolean large, long index) {
    return large ? offsets.getLong(index * Long.BYTES) : offsets.getInt(index * Integer.BYTES);
  }

  private static void putOffset(ArrowBuf offsets, boolean large, long index, long value) {
    if (large) {
      offsets.setLong(index * Long.BYTES, value);
    } else {
      offsets.setInt(index * Integer.BYTES, (int) value);
    }
  }
}
