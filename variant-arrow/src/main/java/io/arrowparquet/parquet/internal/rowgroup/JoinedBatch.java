// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rowgroup;

import io.arrowparquet.parquet.internal.filter.RowSelection;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.BitAppender;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.KeptMemory;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BufferLayout;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Copies runs of rows of batches of one schema into one new batch, buffer by buffer.
 *
 * <pre>
 * buffers of a field     validity, unless it is of type Null
 *                      offsets of 4 or 8 bytes, of a list, a map, strings or binaries
 *                      values or bytes, of what has no children
 *                      then those of its children: of a struct the same slots,
 *                                                  of a list the slots of the offsets
 * </pre>
 */
public final class JoinedBatch {
  private final BufferAllocator allocator;
  private final List<Iterator<ArrowFieldNode>> nodesOfParts = new ArrayList<>();
  private final List<Iterator<ArrowBuf>> buffersOfParts = new ArrayList<>();
  private final List<ArrowFieldNode> nodes = new ArrayList<>();
  private final List<ArrowBuf> buffers = new ArrayList<>();
  private final BitAppender bits = new BitAppender();
  private final int[] partOf;

  private JoinedBatch(List<ArrowRecordBatch> parts, int[] partOf, BufferAllocator allocator) {
    this.allocator = allocator;
    this.partOf = partOf;
    for (ArrowRecordBatch part : parts) {
      nodesOfParts.add(part.getNodes().iterator());
      buffersOfParts.add(part.getBuffers().iterator());
    }
  }

  public static boolean supports(Schema schema) {
    return schema.getFields().stream().allMatch(JoinedBatch::supports);
  }

  private static boolean supports(Field field) {
    boolean own =
        switch (VariantPrimitive.storage(field.getType()).getTypeID()) {
          case Union, FixedSizeList, ListView, LargeListView, BinaryView, Utf8View, RunEndEncoded ->
              false;
          default -> field.getDictionary() == null;
        };
    return own && field.getChildren().stream().allMatch(JoinedBatch::supports);
  }

  /** The parts are borrowed, and together no longer than offsets of 4 bytes count. */
  static ArrowRecordBatch join(
      Schema schema, List<ArrowRecordBatch> parts, BufferAllocator allocator) {
    long[] counts = parts.stream().mapToLong(ArrowRecordBatch::getLength).toArray();
    int[] partOf = IntStream.range(0, counts.length).toArray();
    return copy(schema, parts, partOf, new long[counts.length], counts, allocator);
  }

  /** Copies vectors, borrowed, whose schema is {@linkplain #supports supported}. */
  public static ArrowRecordBatch select(
      VectorSchemaRoot vectors, RowSelection rows, BufferAllocator allocator) {
    int runs = rows.runs();
    long[] from = new long[runs];
    long[] counts = new long[runs];
    for (int run = 0; run < runs; run++) {
      from[run] = rows.start(run);
      counts[run] = rows.end(run) - from[run];
    }
    try (ArrowRecordBatch all = new VectorUnloader(vectors).getRecordBatch()) {
      return copy(vectors.getSchema(), List.of(all), new int[runs], from, counts, allocator);
    }
  }

  private static ArrowRecordBatch copy(
      Schema schema,
      List<ArrowRecordBatch> parts,
      int[] partOf,
      long[] from,
      long[] counts,
      BufferAllocator allocator) {
    JoinedBatch joined = new JoinedBatch(parts, partOf, allocator);
    try {
      schema.getFields().forEach(field -> joined.add(field, from, counts));
      return new ArrowRecordBatch((int) sum(counts), joined.nodes, joined.buffers);
    } finally {
      joined.bits.release();
      joined.buffers.forEach(ArrowBuf::close);
    }
  }

  private static long sum(long[] counts) {
    return Arrays.stream(counts).sum();
  }

  /** Adds slots of a field: of each run this many from slot {@code from} of its part on. */
  private void add(Field field, long[] from, long[] counts) {
    List<ArrowFieldNode> own = nodesOfParts.stream().map(Iterator::next).toList();
    ArrowType type = VariantPrimitive.storage(field.getType());
    if (type instanceof ArrowType.Null) {
      nodes.add(new ArrowFieldNode(sum(counts), sum(counts)));
      return;
    }
    addValidity(own, from, counts);
    List<BufferLayout> layout = TypeLayout.getTypeLayout(type).getBufferLayouts();
    long[] childFrom = from;
    long[] childCounts = counts;
    for (BufferLayout buffer : layout.subList(1, layout.size())) {
      List<ArrowBuf> parts = nextBuffers();
      int width = buffer.getTypeBitWidth();
      if (buffer.getType() == BufferLayout.BufferType.OFFSET) {
        childFrom = new long[from.length];
        childCounts = new long[from.length];
        addOffsets(parts, width / Byte.SIZE, from, counts, childFrom, childCounts);
      } else if (width == 1) {
        addBits(parts, from, counts);
        buffers.add(bits.take());
      } else {
        addValues(parts, width / Byte.SIZE, childFrom, childCounts);
      }
    }
    for (Field child : field.getChildren()) {
      add(child, childFrom, childCounts);
    }
  }

  private List<ArrowBuf> nextBuffers() {
    return buffersOfParts.stream().map(Iterator::next).toList();
  }

  private void addValidity(List<ArrowFieldNode> own, long[] from, long[] counts) {
    List<ArrowBuf> parts = new ArrayList<>(nextBuffers());
    for (int part = 0; part < own.size(); part++) {
      if (own.get(part).getNullCount() == 0) {
        parts.set(part, null);
      }
    }
    if (parts.stream().allMatch(validity -> validity == null)) {
      nodes.add(new ArrowFieldNode(sum(counts), 0));
      buffers.add(allocator.getEmpty());
      return;
    }
    addBits(parts, from, counts);
    nodes.add(new ArrowFieldNode(sum(counts), bits.zeros()));
    buffers.add(bits.take());
  }

  /** Fills {@link #bits}; those of a part without a buffer are ones. */
  private void addBits(List<ArrowBuf> parts, long[] from, long[] counts) {
    bits.start(allocator);
    for (int run = 0; run < counts.length; run++) {
      ArrowBuf source = parts.get(partOf[run]);
      long end = from[run] + counts[run];
      if (source != null && counts[run] > 0) {
        BufferChecks.requireRoom(source, 0, BufferChecks.bytesOfBits(end));
      }
      for (long at = from[run]; at < end; at += Byte.SIZE) {
        int number = (int) Math.min(Byte.SIZE, end - at);
        int mask = 0xff >>> (Byte.SIZE - number);
        bits.appendWord((source == null ? 0xff : eight(source, at, end)) & mask, number);
      }
    }
  }

  /** Eight bits from any bit on; those from {@code end} on may be anything. */
  private static int eight(ArrowBuf source, long bit, long end) {
    long at = source.memoryAddress() + (bit >>> 3);
    int shift = (int) (bit & 7);
    int low = (MemoryUtil.getByte(at) & 0xff) >>> shift;
    boolean needsNext = shift > 0 && (bit >>> 3) < (end - 1) >>> 3;
    return needsNext ? low | (MemoryUtil.getByte(at + 1) & 0xff) << (Byte.SIZE - shift) : low;
  }

  /** Adds offsets that begin at 0 and have no gaps; sets what of the parts' bytes they are. */
  private void addOffsets(
      List<ArrowBuf> parts,
      int width,
      long[] from,
      long[] counts,
      long[] childFrom,
      long[] childCounts) {
    long bytes = (sum(counts) + 1) * width;
    ArrowBuf joined = KeptMemory.take(bytes, allocator);
    buffers.add(joined);
    joined.writerIndex(bytes);
    put(joined, width, 0, 0);
    long next = 1;
    long end = 0;
    for (int run = 0; run < counts.length; run++) {
      // A vector without slots may have no offsets.
      if (counts[run] == 0) {
        continue;
      }
      ArrowBuf offsets = parts.get(partOf[run]);
      BufferChecks.requireRoom(offsets, from[run] * width, (counts[run] + 1) * width);
      childFrom[run] = get(offsets, width, from[run]);
      long shift = end - childFrom[run];
      for (long slot = from[run] + 1; slot <= from[run] + counts[run]; slot++) {
        end = get(offsets, width, slot) + shift;
        put(joined, width, next++, end);
      }
      childCounts[run] = end - shift - childFrom[run];
      if (childFrom[run] < 0 || childCounts[run] < 0) {
        throw new MalformedVariantException(
            "offsets of rows that are joined",
            "[" + childFrom[run] + ", " + (end - shift) + ")",
            "a range from 0 on");
      }
    }
  }

  private void addValues(List<ArrowBuf> parts, int width, long[] from, long[] counts) {
    long bytes = sum(counts) * width;
    ArrowBuf joined = KeptMemory.take(bytes, allocator);
    buffers.add(joined);
    joined.writerIndex(bytes);
    long to = joined.memoryAddress();
    for (int run = 0; run < counts.length; run++) {
      if (counts[run] > 0) {
        ArrowBuf values = parts.get(partOf[run]);
        long length = counts[run] * width;
        BufferChecks.requireRoom(values, from[run] * width, length);
        MemoryUtil.copyMemory(values.memoryAddress() + from[run] * width, to, length);
        to += length;
      }
    }
  }

  private static long get(ArrowBuf offsets, int width, long index) {
    long at = offsets.memoryAddress() + index * width;
    return width == Long.BYTES ? MemoryUtil.getLong(at) : MemoryUtil.getInt(at);
  }

  private static void put(ArrowBuf offsets, int width, long index, long offset) {
    long at = offsets.memoryAddress() + index * width;
    if (width == Long.BYTES) {
      MemoryUtil.putLong(at, offset);
    } else {
      MemoryUtil.putInt(at, (int) offset);
    }
  }
}
