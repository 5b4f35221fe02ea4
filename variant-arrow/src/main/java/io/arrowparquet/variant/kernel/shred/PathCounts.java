// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.NameBudget;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.value.VariantCursor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts by {@link #key}; fields in byte order; null for no elements seen. Immutable. */
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

  long count() {
    return types.values().stream().mapToLong(Long::longValue).sum();
  }

  long count(int typeId) {
    return types.getOrDefault(key(typeId, 0), 0L);
  }

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

  static final class Counter {
    private static final int MAX_DECIMAL_SCALE = PrimitiveType.DECIMAL16.digits();
    private static final int DECIMAL_WIDTHS = 3;

    private final Plan plan;
    private final int depth;
    private final long[] types = new long[VariantTypeIds.COUNT];

    /** Decimals by width and scale; null as long as there are none. */
    private long[] decimals;

    private final NameTable.NameMap<Counter> fields = new NameTable.NameMap<>();
    private Counter element;

    /** One cursor a position, since a position's children are counted while it is read. */
    private VariantCursor child;

    private Counter(Plan plan, int depth) {
      this.plan = plan;
      this.depth = depth;
    }

    Counter(NameTable names, VariantLimits limits, int maxDepth) {
      this(new Plan(names, limits, maxDepth), 0);
    }

    private static final class Plan {
      private final NameTable names;
      private final VariantLimits limits;
      private final int maxDepth;
      private int paths;
      private final NameBudget written;

      Plan(NameTable names, VariantLimits limits, int maxDepth) {
        this.names = names;
        this.limits = limits;
        this.maxDepth = maxDepth;
        this.written = new NameBudget(limits);
      }
    }

    void count(VariantCursor value) {
      int typeId = value.typeId();
      types[typeId]++;
      if (typeId == VariantTypeIds.OBJECT) {
        countFields(value);
      } else if (typeId == VariantTypeIds.ARRAY) {
        countElements(value);
      } else if (VariantTypeIds.isDecimal(typeId)) {
        countDecimal(typeId, value.decimalScale());
      }
    }

    private void countDecimal(int typeId, int scale) {
      if (decimals == null) {
        decimals = new long[DECIMAL_WIDTHS * (MAX_DECIMAL_SCALE + 1)];
      }
      decimals[(typeId - VariantTypeIds.DECIMAL4) * (MAX_DECIMAL_SCALE + 1) + scale]++;
    }

    private void countFields(VariantCursor object) {
      if (depth == plan.maxDepth) {
        return;
      }
      int[] numberOfId = plan.names.ofId();
      int count = object.elementCount();
      int left = object.lengthBytes();
      for (int i = 0; i < count; i++) {
        Counter field = field(numberOfId[object.fieldId(i)]);
        if (field != null) {
          object.element(i, child());
          left = child.takeFrom(left);
          field.count(child);
        }
      }
    }

    private void countElements(VariantCursor array) {
      if (depth == plan.maxDepth) {
        return;
      }
      int count = array.elementCount();
      if (element == null && count > 0) {
        element = new Counter(plan, depth + 1);
      }
      int left = array.lengthBytes();
      for (int i = 0; i < count; i++) {
        array.element(i, child());
        left = child.takeFrom(left);
        element.count(child);
      }
    }

    private VariantCursor child() {
      if (child == null) {
        child = new VariantCursor(plan.limits);
      }
      return child;
    }

    /** The position of a field; null if there are too many paths for one more. */
    private Counter field(int number) {
      Counter field = fields.get(number);
      if (field == null && plan.paths < MAX_PATHS) {
        plan.paths++;
        plan.written.take(plan.names.utf8(number).length, MalformedVariantException.UNKNOWN);
        field = new Counter(plan, depth + 1);
        fields.put(number, field);
      }
      return field;
    }

    PathCounts counts() {
      Map<Integer, Long> byType = new TreeMap<>();
      for (int typeId = 0; typeId < types.length; typeId++) {
        boolean decimal = VariantTypeIds.isDecimal(typeId);
        if (types[typeId] != 0 && !decimal) {
          byType.merge(key(typeId, 0), types[typeId], Long::sum);
        }
      }
      for (int i = 0; decimals != null && i < decimals.length; i++) {
        if (decimals[i] != 0) {
          int typeId = VariantTypeIds.DECIMAL4 + i / (MAX_DECIMAL_SCALE + 1);
          byType.put(key(typeId, i % (MAX_DECIMAL_SCALE + 1)), decimals[i]);
        }
      }
      Map<String, PathCounts> byName = new TreeMap<>(BY_UTF8);
      fields.forEach((field, number) -> byName.put(plan.names.text(number), field.counts()));
      return new PathCounts(byType, byName, element == null ? null : element.counts());
    }
  }
}
