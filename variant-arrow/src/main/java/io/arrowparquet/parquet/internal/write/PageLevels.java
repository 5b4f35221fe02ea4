// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.parquet.internal.encode.ByteOutput;
import io.arrowparquet.parquet.internal.encode.HybridEncoder;
import java.util.Arrays;

/**
 * The repetition or the definition levels of the open page, and how often each occurs. As long as
 * all are the same, they are only counted.
 */
final class PageLevels {
  private static final int FIRST_ENTRIES = 1024;

  /** Up to this level a pass for each takes less time than a look at each entry. */
  private static final int FEW_LEVELS = 5;

  private final int most;
  private final long[] ofPage;
  private final long[] ofChunk;
  private int[] levels = {};
  private int count;

  /** The level of all entries so far, if they are not in the array. */
  private int same;

  private boolean isStored;

  /** Levels of 0 to {@code most}. */
  PageLevels(int most) {
    this.most = most;
    this.ofPage = new long[most + 1];
    this.ofChunk = new long[most + 1];
  }

  void startChunk() {
    Arrays.fill(ofChunk, 0);
    startPage();
  }

  private void startPage() {
    Arrays.fill(ofPage, 0);
    count = 0;
    isStored = false;
  }

  int count() {
    return count;
  }

  void addSame(int level, int more) {
    ofPage[level] += more;
    if (!isStored && (count == 0 || level == same)) {
      same = level;
    } else {
      store(more);
      Arrays.fill(levels, count, count + more, level);
    }
    count += more;
  }

  /** Adds levels; how many of them are 0. */
  int add(int[] from, int at, int more) {
    long zeros = ofPage[0];
    store(more);
    System.arraycopy(from, at, levels, count, more);
    int end = count + more;
    if (most <= FEW_LEVELS) {
      countEach(levels, count, end);
    } else {
      for (int i = count; i < end; i++) {
        ofPage[levels[i]]++;
      }
    }
    count = end;
    return (int) (ofPage[0] - zeros);
  }

  /** A pass for each level, in vector instructions: a count that grows waits for itself. */
  private void countEach(int[] from, int start, int end) {
    int others = end - start;
    for (int level = 1; level <= most; level++) {
      int equal = 0;
      for (int i = start; i < end; i++) {
        equal += ((from[i] ^ level) - 1) >>> (Integer.SIZE - 1);
      }
      ofPage[level] += equal;
      others -= equal;
    }
    ofPage[0] += others;
  }

  /** Makes room for more levels in the array, and puts those there that were only counted. */
  private void store(int more) {
    int needed = Math.addExact(count, more);
    if (needed > levels.length) {
      int room = (int) Math.min(Integer.MAX_VALUE - Long.BYTES, 2L * needed);
      levels = Arrays.copyOf(levels, Math.max(FIRST_ENTRIES, room));
    }
    if (!isStored) {
      Arrays.fill(levels, 0, count, same);
      isStored = true;
    }
  }

  /** Appends the section of a page; none for levels that can only be 0. */
  void encode(HybridEncoder encoder, ByteOutput out) {
    int bitWidth = Integer.SIZE - Integer.numberOfLeadingZeros(most);
    if (most > 0 && isStored) {
      encoder.encode(levels, 0, count, bitWidth, out);
    } else if (most > 0) {
      HybridEncoder.repeat(same, count, bitWidth, out);
    }
  }

  /** Ends the page; its histogram, which holds until the next page ends. */
  long[] endPage() {
    long[] histogram = ofPage.clone();
    for (int level = 0; level <= most; level++) {
      ofChunk[level] += ofPage[level];
    }
    startPage();
    return histogram;
  }

  long[] ofChunk() {
    return ofChunk;
  }
}
