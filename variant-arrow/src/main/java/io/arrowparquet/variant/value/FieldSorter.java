// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

/**
 * Sorts the fields of one object, pairs of id and offset, by name; equal names stay in the order in
 * which they were written. Fields that come in order, as they mostly do, cost one comparison each.
 */
final class FieldSorter {
  interface Order {
    int compare(int leftId, int rightId);
  }

  /** Runs of this many are sorted by insertion, then merged. */
  private static final int RUN = 16;

  private int[] spareIds = {};
  private int[] spareOffsets = {};

  void sort(int[] ids, int[] offsets, int from, int to, Order order) {
    for (int run = from; run < to; run += RUN) {
      insert(ids, offsets, run, Math.min(run + RUN, to), order);
    }
    int count = to - from;
    if (count <= RUN) {
      return;
    }
    if (spareIds.length < count) {
      spareIds = new int[Math.max(count, 2 * spareIds.length)];
      spareOffsets = new int[spareIds.length];
    }
    for (long width = RUN; width < count; width *= 2) {
      for (long left = from; left + width < to; left += 2 * width) {
        int middle = (int) (left + width);
        merge(ids, offsets, (int) left, middle, (int) Math.min(middle + width, to), order);
      }
    }
  }

  private static void insert(int[] ids, int[] offsets, int from, int to, Order order) {
    for (int i = from + 1; i < to; i++) {
      int id = ids[i];
      int offset = offsets[i];
      int at = i;
      for (; at > from && order.compare(ids[at - 1], id) > 0; at--) {
        ids[at] = ids[at - 1];
        offsets[at] = offsets[at - 1];
      }
      ids[at] = id;
      offsets[at] = offset;
    }
  }

  private void merge(int[] ids, int[] offsets, int from, int middle, int to, Order order) {
    if (order.compare(ids[middle - 1], ids[middle]) <= 0) {
      return;
    }
    int leftCount = middle - from;
    System.arraycopy(ids, from, spareIds, 0, leftCount);
    System.arraycopy(offsets, from, spareOffsets, 0, leftCount);
    int left = 0;
    int right = middle;
    for (int out = from; left < leftCount; out++) {
      if (right < to && order.compare(spareIds[left], ids[right]) > 0) {
        ids[out] = ids[right];
        offsets[out] = offsets[right];
        right++;
      } else {
        ids[out] = spareIds[left];
        offsets[out] = spareOffsets[left];
        left++;
      }
    }
  }
}
