// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.JsonTimes;
import io.arrowparquet.variant.internal.Malformed;
import java.util.Arrays;

/**
 * Checks every byte of values and dictionaries that counts. What it adds to what {@link
 * VariantMetadata} and {@link VariantCursor} check on their way:
 *
 * <ul>
 *   <li>metadata: name offsets start at 0 and never fall; names are UTF-8; where the dictionary
 *       says so they are unique and in the order of their bytes, or of Java's strings
 *   <li>objects: every field id is in the dictionary; names are unique and in one of these orders
 *   <li>containers: every child lies among the container's values, and no two share a byte; gaps
 *       between them are allowed
 *   <li>strings are UTF-8; decimals have no more digits than their type allows; times lie within a
 *       day
 *   <li>nesting stays within {@link VariantLimits#maxDepth}
 * </ul>
 *
 * <p>Takes time in proportion to the bytes times the depth. Metadata that repeats is checked once.
 * Allocates nothing once its tables have grown. For one thread at a time.
 */
public final class VariantValidator {
  private final VariantLimits limits;
  private final VariantCursor[] cursors;

  /** Start (upper half) and end (lower half) of each child of the current container. */
  private long[] extents = new long[16];

  private VariantMetadata checkedMetadata;
  private long checkedGeneration;

  /** A validator under the default limits. */
  public VariantValidator() {
    this(VariantLimits.defaults());
  }

  /** A validator under limits of which the depth counts here. */
  public VariantValidator(VariantLimits limits) {
    this.limits = limits;
    this.cursors = new VariantCursor[limits.maxDepth()];
  }

  /**
   * Checks a dictionary.
   *
   * @throws MalformedVariantException at the first rule it breaks
   */
  public void validate(VariantMetadata metadata) {
    long generation = metadata.generation();
    if (metadata == checkedMetadata && generation == checkedGeneration) {
      return;
    }
    metadata.requireFirstOffsetZero();
    int size = metadata.size();
    for (int id = 0; id < size; id++) {
      metadata.requireUtf8(id);
    }
    if (metadata.isSorted()) {
      requireAscending(metadata, null, size, "names of a sorted dictionary");
    }
    checkedMetadata = metadata;
    checkedGeneration = generation;
  }

  /**
   * Checks a value, all values in it, and the dictionary it refers to.
   *
   * @throws MalformedVariantException at the first rule one of them breaks
   */
  public void validate(VariantCursor value) {
    validate(value.metadata());
    validate(value, 0);
  }

  private void validate(VariantCursor value, int level) {
    switch (value.typeId()) {
      case VariantTypeIds.OBJECT -> {
        requireAscending(
            value.metadata(), value, value.elementCount(), "names of an object's fields");
        validateChildren(value, level);
      }
      case VariantTypeIds.ARRAY -> validateChildren(value, level);
      default -> validatePrimitive(value, PrimitiveType.of(value.typeId()));
    }
  }

  private static void validatePrimitive(VariantCursor value, PrimitiveType type) {
    switch (type.kind()) {
      case STRING -> value.requireUtf8();
      case DECIMAL -> requireDigits(value, type);
      case TIME ->
          JsonTimes.requireTimeOfDay(value.getLong(), type.nanosPerUnit(), value.offsetInValue());
      case NULL, BOOLEAN, INTEGER, FLOAT, DOUBLE, DATE, TIMESTAMP, BINARY, UUID -> {
        // All bit patterns are values.
      }
    }
  }

  /**
   * Checks the names of an object, or if that is null of the dictionary: one order for them all.
   */
  private static void requireAscending(
      VariantMetadata metadata, VariantCursor object, int count, String what) {
    int index = firstFalling(metadata, object, count, NameOrder.UTF8);
    if (index < count
        && (!metadata.mayDifferInOrder()
            || firstFalling(metadata, object, count, NameOrder.UTF16) < count)) {
      int id = object == null ? index : object.fieldId(index);
      int before = object == null ? index - 1 : object.fieldId(index - 1);
      String found =
          "'"
              + metadata.name(id)
              + "' at index "
              + index
              + " after '"
              + metadata.name(before)
              + "'";
      throw new MalformedVariantException(
          what, found, "names in the order of their bytes, each once");
    }
  }

  private static int firstFalling(
      VariantMetadata metadata, VariantCursor object, int count, NameOrder order) {
    int before = -1;
    for (int i = 0; i < count; i++) {
      int id = object == null ? i : object.fieldId(i);
      if (i > 0 && metadata.compareNames(order, before, id) >= 0) {
        return i;
      }
      before = id;
    }
    return count;
  }

  private void validateChildren(VariantCursor container, int level) {
    if (level == cursors.length) {
      throw Malformed.tooDeep(container.offsetInValue(), limits.maxDepth());
    }
    VariantCursor child = cursors[level];
    if (child == null) {
      child = new VariantCursor(limits);
      cursors[level] = child;
    }
    requireApart(container, child);
    int count = container.elementCount();
    for (int i = 0; i < count; i++) {
      container.element(i, child);
      validate(child, level + 1);
    }
  }

  private void requireApart(VariantCursor container, VariantCursor child) {
    int count = container.elementCount();
    if (extents.length < count) {
      extents = new long[Math.max(count, 2 * extents.length)];
    }
    boolean inOrder = true;
    for (int i = 0; i < count; i++) {
      container.element(i, child);
      long start = child.offsetInValue();
      extents[i] = start << Integer.SIZE | (start + child.lengthBytes());
      inOrder &= i == 0 || extents[i] > extents[i - 1];
    }
    if (!inOrder) {
      Arrays.sort(extents, 0, count);
    }
    for (int i = 1; i < count; i++) {
      long end = extents[i - 1] & 0xFFFFFFFFL;
      long start = extents[i] >>> Integer.SIZE;
      if (start < end) {
        throw new MalformedVariantException(
            "values in a container",
            start,
            "a value that starts before byte " + end + ", where the one before ends",
            "values that do not overlap");
      }
    }
  }

  private static void requireDigits(VariantCursor decimal, PrimitiveType type) {
    if (!Int128.fits(decimal.decimalHigh(), decimal.decimalLow(), type.digits())) {
      throw new MalformedVariantException(
          "digits of the " + type.label(),
          decimal.offsetInValue(),
          "more than " + type.digits(),
          "at most " + type.digits());
    }
  }
}
