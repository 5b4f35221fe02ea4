// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.parquet.internal.page.Page;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Sections of pages in memory, for decoders that take addresses. Each is followed by no more than
 * the bytes that may be read after a page, of a value that a test can choose: what is decoded must
 * not depend on it. Sections are overwritten after many others.
 */
public final class PageMemory {
  private static final ByteBuffer MEMORY = ByteBuffer.allocateDirect(1 << 24);
  private static int next;
  private static long end;
  private static byte behind = 0x5a;

  private PageMemory() {}

  /** Copies a section, and gives its address. */
  public static long start(byte[] section) {
    byte[] slack = new byte[Page.SLACK];
    Arrays.fill(slack, behind);
    if (next + section.length + slack.length > MEMORY.capacity()) {
      next = 0;
    }
    long start = MemoryUtil.getByteBufferAddress(MEMORY) + next;
    MEMORY.put(next, section).put(next + section.length, slack);
    next += section.length + slack.length;
    end = start + section.length;
    return start;
  }

  /** Where the section copied last ends. */
  public static long end() {
    return end;
  }

  /** Runs something with another byte after all sections. */
  public static void withBytesBehind(int value, Runnable action) {
    byte before = behind;
    behind = (byte) value;
    try {
      action.run();
    } finally {
      behind = before;
    }
  }
}
