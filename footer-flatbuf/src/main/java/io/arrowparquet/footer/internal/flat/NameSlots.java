// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import java.util.Arrays;

/**
 * The hash table of a schema's column paths: how entries are placed.
 *
 * <pre>
 *   homes    columns + columns / 3 + 1
 *   home     (hash * 0x9E3779B1 mod 2^32) * homes / 2^32
 *   slot     the first free one from its home on; slots are taken in the order of homes, then columns
 *   table    homes slots, and as many more as the last column needs
 * </pre>
 *
 * <p>A search begins at the home and ends at a free slot or the end. Columns of one hash are met in
 * the order of the schema. Placing takes linear time whatever the hashes are.
 */
public final class NameSlots {
  /** In place of a column: the slot is free. */
  public static final int FREE = -1;

  /** The golden ratio: neighbouring names have hashes that differ in few bits. */
  private static final int MULTIPLIER = 0x9E3779B1;

  private NameSlots() {}

  public static int homes(int columns) {
    return (int) Math.min(columns + columns / 3L + 1, Integer.MAX_VALUE);
  }

  public static int home(int hash, int homes) {
    int spread = hash * MULTIPLIER;
    return (int) ((Integer.toUnsignedLong(spread) * homes) >>> Integer.SIZE);
  }

  /** By slot: the hash in the low half and the column, or {@link #FREE}, in the high. */
  public static long[] place(int[] hashes) {
    int homes = homes(hashes.length);
    int[] next = new int[homes + 1];
    for (int hash : hashes) {
      next[home(hash, homes) + 1]++;
    }
    // From the number of columns of each home to its first slot.
    int free = 0;
    for (int home = 0; home < homes; home++) {
      int first = Math.max(free, home);
      free = first + next[home + 1];
      next[home] = first;
    }
    long[] slots = new long[Math.max(free, homes)];
    Arrays.fill(slots, (long) FREE << Integer.SIZE);
    for (int column = 0; column < hashes.length; column++) {
      int slot = next[home(hashes[column], homes)]++;
      slots[slot] = ((long) column << Integer.SIZE) | (hashes[column] & 0xFFFFFFFFL);
    }
    return slots;
  }
}
