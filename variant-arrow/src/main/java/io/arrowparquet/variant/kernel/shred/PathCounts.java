// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import io.arrowparquet.variant.VariantTypeIds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many values of which type one position has, and the positions below it. Immutable; the sum of
 * two does not depend on their order as long as nothing has to be dropped.
 *
 * @param types count by {@link #key}
 * @param fields the fields of objects, in the order of the names' bytes
 * @param element the elements of arrays, null if none were seen
 */
record PathCounts(
    SortedMap<Integer, Long> types, SortedMap<String, PathCounts> fields, PathCounts element) {
  /** Fields that are kept; more than any schema has. */
  static final int MAX_PATHS = 10_000;

  static final Comparator<String> BY_UTF8 =
      (left, right) ->
          Arrays.compareUnsigned(
              left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

  static final PathCounts NOTHING = new PathCounts(Map.of(), Map.of(), null);

  private static final int SCALE_SHIFT = 8;
  private static final int TYPE_MASK = (1 << SCALE_SHIFT) - 1;

  PathCounts(Map<Integer, Long> types, Map<String, PathCounts> fields, PathCounts element) {
    this(sorted(types, Comparator.naturalOrder()), sorted(fields, BY_UTF8), element);
  }

  private static <K, V> SortedMap<K, V> sorted(Map<K, V> map, Comparator<? super K> order) {
    SortedMap<K, V> sorted = new TreeMap<>(order);
    sorted.putAll(map);
    return Collections.unmodifiableSortedMap(sorted);
  }

  /** A type as one number: a boolean is {@link VariantTypeIds#TRUE}, decimals have their scale. */
  static int key(int typeId, int scale) {
    return (typeId == VariantTypeIds.FALSE ? VariantTypeIds.TRUE : typeId) | scale << SCALE_SHIFT;
  }

  static int typeId(int key) {
    return key & TYPE_MASK;
  }

  static int scale(int key) {
    return key >>> SCALE_SHIFT;
  }

  /** Number of values of all types. */
  long count() {
    return types.values().stream().mapToLong(Long::longValue).sum();
  }

  long count(int typeId) {
    return types.getOrDefault(key(typeId, 0), 0L);
  }

  /** What both have seen together; of too many paths the rarest are dropped. */
  PathCounts plus(PathCounts other) {
    return sum(other).pruned();
  }

  private PathCounts sum(PathCounts other) {
    Map<Integer, Long> bothTypes = new TreeMap<>(types);
    other.types.forEach((key, count) -> bothTypes.merge(key, count, Long::sum));
    Map<String, PathCounts> bothFields = new TreeMap<>(fields);
    other.fields.forEach((name, counts) -> bothFields.merge(name, counts, PathCounts::sum));
    PathCounts bothElements =
        element == null || other.element == null
            ? (element == null ? other.element : element)
            : element.sum(other.element);
    return new PathCounts(bothTypes, bothFields, bothElements);
  }

  private PathCounts pruned() {
    List<Long> counts = new ArrayList<>();
    addFieldCounts(counts);
    if (counts.size() <= MAX_PATHS) {
      return this;
    }
    Collections.sort(counts);
    return without(counts.get(counts.size() - MAX_PATHS - 1));
  }

  private void addFieldCounts(List<Long> counts) {
    for (PathCounts field : fields.values()) {
      counts.add(field.count());
      field.addFieldCounts(counts);
    }
    if (element != null) {
      element.addFieldCounts(counts);
    }
  }

  /** Without the fields that have been seen no more often than this. */
  private PathCounts without(long rare) {
    Map<String, PathCounts> kept = new TreeMap<>(BY_UTF8);
    fields.forEach(
        (name, counts) -> {
          if (counts.count() > rare) {
            kept.put(name, counts.without(rare));
          }
        });
    return new PathCounts(types, kept, element == null ? null : element.without(rare));
  }
}
