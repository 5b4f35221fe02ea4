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
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Counts the values of one position by type, and those of the positions below it. */
final class PathCounter {
  private static final int MAX_DECIMAL_SCALE = PrimitiveType.DECIMAL16.digits();
  private static final int DECIMAL_WIDTHS = 3;

  private final Plan plan;
  private final int depth;
  private final long[] types = new long[VariantTypeIds.COUNT];

  /** Decimals by width and scale; null as long as there are none. */
  private long[] decimals;

  /** The fields of objects. */
  private final NameTable.NameMap<PathCounter> fields = new NameTable.NameMap<>();

  private PathCounter element;

  /** One cursor a position, since a position's children are counted while it is read. */
  private VariantCursor child;

  private PathCounter(Plan plan, int depth) {
    this.plan = plan;
    this.depth = depth;
  }

  static PathCounter root(Plan plan) {
    return new PathCounter(plan, 0);
  }

  /** What all positions share. */
  static final class Plan {
    private final NameTable names;
    private final VariantLimits limits;
    private final int maxDepth;
    private int paths;

    /** Names as the paths have them. */
    private final NameBudget written;

    Plan(NameTable names, VariantLimits limits, int maxDepth) {
      this.names = names;
      this.limits = limits;
      this.maxDepth = maxDepth;
      this.written = new NameBudget(limits);
    }

    private boolean isFull() {
      return paths >= PathCounts.MAX_PATHS;
    }
  }

  /** Counts a value and, as far down as is asked for, its parts. */
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
      PathCounter field = field(numberOfId[object.fieldId(i)]);
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
      element = new PathCounter(plan, depth + 1);
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
  private PathCounter field(int number) {
    PathCounter field = fields.get(number);
    if (field == null && !plan.isFull()) {
      plan.paths++;
      plan.written.take(plan.names.utf8(number).length, MalformedVariantException.UNKNOWN);
      field = new PathCounter(plan, depth + 1);
      fields.put(number, field);
    }
    return field;
  }

  /** What was counted. */
  PathCounts counts() {
    Map<Integer, Long> byType = new TreeMap<>();
    for (int typeId = 0; typeId < types.length; typeId++) {
      boolean decimal = VariantTypeIds.isDecimal(typeId);
      if (types[typeId] != 0 && !decimal) {
        byType.merge(PathCounts.key(typeId, 0), types[typeId], Long::sum);
      }
    }
    for (int i = 0; decimals != null && i < decimals.length; i++) {
      if (decimals[i] != 0) {
        int typeId = VariantTypeIds.DECIMAL4 + i / (MAX_DECIMAL_SCALE + 1);
        byType.put(PathCounts.key(typeId, i % (MAX_DECIMAL_SCALE + 1)), decimals[i]);
      }
    }
    Map<String, PathCounts> byName = new TreeMap<>(PathCounts.BY_UTF8);
    fields.forEach((field, number) -> byName.put(text(number), field.counts()));
    return new PathCounts(byType, byName, element == null ? null : element.counts());
  }

  /** A name as text: one that is none could not be the name of a column. */
  private String text(int number) {
    String name = plan.names.name(number);
    if (!Arrays.equals(name.getBytes(StandardCharsets.UTF_8), plan.names.utf8(number))) {
      throw new MalformedVariantException(
          "field name",
          MalformedVariantException.UNKNOWN,
          HexFormat.of().formatHex(plan.names.utf8(number)),
          "UTF-8");
    }
    return name;
  }
}
