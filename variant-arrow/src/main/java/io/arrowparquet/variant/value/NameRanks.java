// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

/**
 * Sorts the fields of objects by the places that all names of a dictionary have in their order, its
 * ranks: a bit for each field, set where its rank says, brings them into order without comparing
 * any two. Rows that repeat few names in any order pay for the ranks once.
 *
 * <p>Ranks are made anew when the dictionary has other names, but not before as many fields were
 * sorted by comparing as there are names, so that a dictionary that grows with every row does not
 * sort its names for every row.
 */
final class NameRanks {
  private static final int[] NONE = {};

  /** Words of bits scanned for one object, beyond one for each field. */
  private static final int SPARE_WORDS = 16;

  private final FieldSorter sorter = new FieldSorter();
  private int[] ranks = NONE;
  private int[] idsByRank = NONE;
  private int[] offsetsByRank = NONE;

  /** By rank; none is set between two sorts. */
  private long[] bits = {};

  private VariantDictionary ranked;
  private long rankedEpoch;
  private int rankedNames;
  private long sortedByComparing;
  private int duplicate;

  /** Whether the ranks are those of a dictionary now, or are worth making for this many fields. */
  boolean canSort(VariantDictionary names, int fields) {
    int count = names.knownSize();
    if (count / Long.SIZE > fields + SPARE_WORDS) {
      return false;
    }
    if (names == ranked && names.epoch() == rankedEpoch && count == rankedNames) {
      return true;
    }
    sortedByComparing += fields;
    if (sortedByComparing <= 4L * count) {
      return false;
    }
    rank(names, count);
    return true;
  }

  private void rank(VariantDictionary names, int count) {
    if (ranks.length < count) {
      int capacity = Math.max(count, 2 * ranks.length);
      ranks = new int[capacity];
      idsByRank = new int[capacity];
      offsetsByRank = new int[capacity];
      bits = new long[capacity / Long.SIZE + 1];
    }
    for (int id = 0; id < count; id++) {
      idsByRank[id] = id;
    }
    sorter.sort(idsByRank, offsetsByRank, 0, count, names);
    for (int rank = 0; rank < count; rank++) {
      ranks[idsByRank[rank]] = rank;
    }
    ranked = names;
    rankedEpoch = names.epoch();
    rankedNames = count;
    sortedByComparing = 0;
  }

  /** Sorts fields; where two have the same id the later stays. Returns how many are left. */
  int sort(int[] ids, int[] offsets, int from, int to) {
    if (isSorted(ids, from, to)) {
      return to - from;
    }
    int words = (rankedNames + Long.SIZE - 1) / Long.SIZE;
    for (int i = from; i < to; i++) {
      int rank = ranks[ids[i]];
      long bit = 1L << rank;
      long others = bits[rank / Long.SIZE];
      if ((others & bit) != 0) {
        duplicate = ids[i];
      }
      bits[rank / Long.SIZE] = others | bit;
      offsetsByRank[rank] = offsets[i];
    }
    int at = from;
    for (int word = 0; word < words; word++) {
      long rest = bits[word];
      bits[word] = 0;
      for (; rest != 0; rest &= rest - 1) {
        int rank = word * Long.SIZE + Long.numberOfTrailingZeros(rest);
        ids[at] = idsByRank[rank];
        offsets[at] = offsetsByRank[rank];
        at++;
      }
    }
    return at - from;
  }

  private boolean isSorted(int[] ids, int from, int to) {
    int before = -1;
    for (int i = from; i < to; i++) {
      int rank = ranks[ids[i]];
      if (rank <= before) {
        return false;
      }
      before = rank;
    }
    return true;
  }

  int duplicate() {
    return duplicate;
  }
}
