// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ForeignAllocation;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Memory for bytes of files, for decompressed pages and for vectors. Blocks that are freed stay
 * with the process, up to {@link #MOST_KEPT}, and serve the next reader or batch: memory that comes
 * from the system anew costs a page fault every 4 KiB, about as much as decompressing into it, and
 * the system's allocator gives much of it back where one thread allocates and another frees.
 *
 * <p>A block in use is accounted to the allocator that it was taken with, and its buffer is closed
 * as any other; one that is kept belongs to no allocator. Threads share it.
 */
public final class KeptMemory {
  /** Smaller ones the system's allocator keeps itself. */
  private static final long LEAST = 64 << 10;

  private static final long MOST = 32L << 20;

  /** Classes of sizes for each power of two, so that buffers of about one size have one. */
  private static final int STEPS = 8;

  /** About a row group of DuckDB's for each of up to four processors. */
  private static final long MOST_KEPT =
      (64L << 20) * Math.min(4, Runtime.getRuntime().availableProcessors());

  private static final KeptMemory OF_PROCESS = new KeptMemory(MOST_KEPT);

  private final long mostKept;

  /**
   * By the class of their size. The one that was freed last is the first: it is likely to be in the
   * processor's caches.
   */
  private final List<ArrayDeque<Block>> kept =
      Stream.generate(ArrayDeque<Block>::new).limit(sizeClass(MOST) + 1L).toList();

  private long keptBytes;
  private long freedBlocks;

  KeptMemory(long mostKept) {
    this.mostKept = mostKept;
  }

  /** {@code freed}: its number among those that were freed; 0 while it is in use. */
  private record Block(long address, long size, long freed) {}

  private static int sizeClass(long size) {
    int ofLeast = Long.numberOfTrailingZeros(LEAST);
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(size);
    return (power - ofLeast - 1) * STEPS + (int) (size / (Long.highestOneBit(size) / STEPS));
  }

  public static ArrowBuf take(long bytes, BufferAllocator allocator) {
    return take(bytes, allocator, fresh -> {});
  }

  /**
   * At least this many bytes, whatever is in them. The caller closes the buffer. {@code fresh} is
   * told how many were taken anew.
   */
  public static ArrowBuf take(long bytes, BufferAllocator allocator, LongConsumer fresh) {
    return OF_PROCESS.buffer(bytes, allocator, fresh);
  }

  ArrowBuf buffer(long bytes, BufferAllocator allocator, LongConsumer fresh) {
    // What the allocator would refuse is not taken from the system before.
    if (bytes < LEAST || bytes > MOST || allocator.getHeadroom() < 2 * bytes) {
      fresh.accept(bytes);
      return allocator.buffer(bytes);
    }
    long step = Long.highestOneBit(bytes) / STEPS;
    long size = (bytes + step - 1) / step * step;
    Block block = find(size);
    if (block == null) {
      fresh.accept(size);
      block = new Block(MemoryUtil.allocateMemory(size), size, 0);
    }
    Use use = new Use(block);
    boolean isUsed = false;
    try {
      ArrowBuf buffer = allocator.wrapForeignAllocation(use);
      isUsed = true;
      return buffer;
    } finally {
      if (!isUsed) {
        use.release0();
      }
    }
  }

  /** The smallest there is that is large enough and less than twice as large. */
  private synchronized Block find(long size) {
    int least = sizeClass(size);
    for (ArrayDeque<Block> blocks : kept.subList(least, Math.min(least + STEPS, kept.size()))) {
      Block block = blocks.poll();
      if (block != null) {
        keptBytes -= block.size();
        return block;
      }
    }
    return null;
  }

  private synchronized void keep(Block block) {
    freedBlocks++;
    kept.get(sizeClass(block.size()))
        .addFirst(new Block(block.address(), block.size(), freedBlocks));
    keptBytes += block.size();
    free(mostKept);
  }

  void clear() {
    free(0);
  }

  private synchronized void free(long most) {
    while (keptBytes > most) {
      ArrayDeque<Block> blocks =
          kept.stream()
              .filter(some -> !some.isEmpty())
              .min(Comparator.comparingLong(some -> some.getLast().freed()))
              .orElseThrow();
      Block oldest = blocks.removeLast();
      keptBytes -= oldest.size();
      MemoryUtil.freeMemory(oldest.address());
    }
  }

  synchronized long keptBytes() {
    return keptBytes;
  }

  /** Ends once, also where Arrow releases what it has refused. */
  private final class Use extends ForeignAllocation {
    private final Block block;
    private boolean isReleased;

    Use(Block block) {
      super(block.size(), block.address());
      this.block = block;
    }

    @Override
    protected synchronized void release0() {
      if (!isReleased) {
        isReleased = true;
        keep(block);
      }
    }
  }
}
