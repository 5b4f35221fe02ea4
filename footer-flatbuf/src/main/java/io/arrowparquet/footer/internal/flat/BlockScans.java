// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import java.util.Arrays;

/**
 * Recognises walks through many blocks by the order in which blocks are touched, so that the blocks
 * ahead can be checked together with the one that is needed.
 *
 * <p>A walk goes in one direction with small jumps forth and back: of each tile of a footer some
 * blocks are touched. Several walks may take turns, through the chunks and the schema for example.
 * Threads that race get worse answers, but none that is wrong.
 */
final class BlockScans {
  /** So many blocks near each other are a walk: a column of ten row groups is in ten blocks. */
  private static final int LEAST_LENGTH = 32;

  private static final int NEAR = 16;

  /** Up to this many blocks are checked at a time: 1 MiB. */
  private static final int MAX_AHEAD = 256;

  private static final int WALKS = 4;

  /** By walk: the block that was checked furthest ahead. */
  private final int[] last = new int[WALKS];

  private final int[] lengths = new int[WALKS];
  private final int[] ahead = new int[WALKS];
  private int newest;

  BlockScans() {
    // The first blocks are near each walk as it is at first.
    Arrays.fill(ahead, 1);
  }

  /** How many blocks to check that begin with this one; if negative, that end with it. */
  int blocksFrom(int block) {
    int walk = walkNear(block);
    int distance = block - last[walk];
    last[walk] = block;
    if (++lengths[walk] < LEAST_LENGTH) {
      return 1;
    }
    int count = Math.min(2 * ahead[walk], MAX_AHEAD);
    ahead[walk] = count;
    int direction = distance < 0 ? -1 : 1;
    last[walk] += direction * (count - 1);
    return direction * count;
  }

  private int walkNear(int block) {
    for (int walk = 0; walk < WALKS; walk++) {
      if (Math.abs(block - last[walk]) <= NEAR) {
        return walk;
      }
    }
    newest = (newest + 1) % WALKS;
    last[newest] = block;
    lengths[newest] = 0;
    ahead[newest] = 1;
    return newest;
  }
}
