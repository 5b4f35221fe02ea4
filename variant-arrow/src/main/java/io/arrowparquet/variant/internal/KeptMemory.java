// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.LongConsumer;
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

  /** About a row group of DuckDB's for each of up to four processors. */
  private static final long MOST_KEPT =
      (64L << 20) * Math.min(4, Runtime.getRuntime().availableProcessors());

  private static final KeptMemory OF_PROCESS = new KeptMemory(MOST_KEPT);

  private final long mostKept;

  /** The one that was freed last is the first: it is likely to be in the processor's caches. */
  private final ArrayDeque<Block> kept = new ArrayDeque<>();

  private long keptBytes;

  KeptMemory(long mostKept) {
    this.mostKept = mostKept;
  }

  private record Block(long address, long size) {}

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
    Block block = find(bytes);
    if (block == null) {
      // Steps of an eighth, so that pages of about one size fit into each other's blocks.
      long step = Long.highestOneBit(bytes) >>> 3;
      long size = (bytes + step - 1) / step * step;
      fresh.accept(size);
      block = new Block(MemoryUtil.allocateMemory(size), size);
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

  private synchronized Block find(long bytes) {
    for (Iterator<Block> all = kept.iterator(); all.hasNext(); ) {
      Block block = all.next();
      if (block.size() >= bytes && block.size() <= 2 * bytes) {
        all.remove();
        keptBytes -= block.size();
        return block;
      }
    }
    return null;
  }

  private synchronized void keep(Block block) {
    kept.addFirst(block);
    keptBytes += block.size();
    free(mostKept);
  }

  void clear() {
    free(0);
  }

  private synchronized void free(long most) {
    while (keptBytes > most) {
      Block oldest = kept.removeLast();
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
