// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.PrimitiveType;

/** Makes the exceptions that several readers throw, out of line so that the readers stay small. */
public final class Malformed {
  private Malformed() {}

  public static MalformedVariantException extent(String what, long start, long end, long capacity) {
    return new MalformedVariantException(
        "extent of the " + what,
        "[" + start + ", " + end + ")",
        "a range of the buffer's " + capacity + " bytes");
  }

  public static MalformedVariantException tooLarge(String what, long length, int limit) {
    return new MalformedVariantException(
        "size of the " + what,
        0,
        length + " bytes",
        "at most " + limit + " (VariantLimits.maxSizeBytes)");
  }

  public static MalformedVariantException tooShort(
      String what, long offset, long found, long needed) {
    return new MalformedVariantException(
        "length of the " + what, offset, found + " bytes", "at least " + needed);
  }

  public static MalformedVariantException tooDeep(long offset, int maxDepth) {
    return new MalformedVariantException(
        "nesting",
        offset,
        "more than " + maxDepth + " levels",
        "at most " + maxDepth + " (VariantLimits.maxDepth)");
  }

  public static MalformedVariantException unknownType(long offset, int id) {
    boolean isDraft = id >= ValueHeader.FIRST_DRAFT_ID && id <= ValueHeader.LAST_DRAFT_ID;
    String option = isDraft ? ", or the draft's ids with VariantLimits.withDraftTypeIds(true)" : "";
    return new MalformedVariantException(
        "primitive type id",
        offset,
        Integer.toString(id),
        "0 to " + (PrimitiveType.values().length - 1) + option);
  }

  public static MalformedVariantException count(long offset, long count, long room) {
    return new MalformedVariantException(
        "number of elements",
        offset,
        Long.toString(count),
        "a number whose ids and offsets fit the " + room + " bytes left");
  }

  public static MalformedVariantException endOfElements(long offset, long end, long room) {
    return new MalformedVariantException(
        "end of the elements", offset, Long.toString(end), "at most " + room + ", the bytes left");
  }

  public static MalformedVariantException elementOffset(
      int index, long offset, long found, long length) {
    return new MalformedVariantException(
        "offset of element " + index,
        offset,
        Long.toString(found),
        "less than " + length + ", the length of all elements");
  }

  public static MalformedVariantException fieldId(long offset, long id, String bound) {
    return new MalformedVariantException("field id", offset, Long.toString(id), bound);
  }

  public static MalformedVariantException scale(long offset, int scale) {
    return new MalformedVariantException(
        "decimal scale", offset, Integer.toString(scale), "0 to " + ValueHeader.MAX_SCALE);
  }

  public static MalformedVariantException overlap(long offset, int length, int left) {
    return new MalformedVariantException(
        "values in a container",
        offset,
        length + " bytes more",
        "at most " + left + ", for values do not overlap");
  }
}
