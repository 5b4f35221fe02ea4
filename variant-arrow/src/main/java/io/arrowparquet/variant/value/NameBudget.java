// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;

/**
 * How many bytes of names are written out, and how many may be. A field has a name by an id of a
 * byte; written out again and again, one long name makes gigabytes of a few hundred kilobytes of
 * fields. So names are bounded by the bytes there are: {@link VariantLimits#maxNameBytes} for each
 * field, all of a dictionary once, and a slack for rows that share one. For one thread.
 */
public final class NameBudget {
  private static final long SLACK = 16 << 20;

  private final int perField;
  private long left = SLACK;
  private VariantMetadata metadata;
  private long generation;

  /** What these limits allow. */
  public NameBudget(VariantLimits limits) {
    perField = limits.maxNameBytes();
  }

  /**
   * Takes the name of an object's field.
   *
   * @return its length
   * @throws MalformedVariantException if names have too many bytes by now
   */
  public int takeName(VariantCursor object, int fieldId) {
    enter(object);
    return takeNext(object, fieldId);
  }

  /** Before the names of an object are taken by {@link #takeNext}. */
  public void enter(VariantCursor object) {
    VariantMetadata names = object.metadata();
    if (names != metadata || names.generation() != generation) {
      metadata = names;
      generation = names.generation();
      left += names.lengthBytes();
    }
  }

  /** As {@link #takeName}, of the object entered or one with the same dictionary. */
  public int takeNext(VariantCursor object, int fieldId) {
    int length = object.metadata().nameLength(fieldId);
    left += perField - length;
    if (left < 0) {
      throw tooMany(length, object.offsetInValue());
    }
    return length;
  }

  /** As {@link #takeName}, of a name or path that is known already. */
  public void take(int length) {
    left += perField - length;
    if (left < 0) {
      throw tooMany(length, MalformedVariantException.UNKNOWN);
    }
  }

  private MalformedVariantException tooMany(int length, long offset) {
    return new MalformedVariantException(
        "names, written out",
        offset,
        "a name of " + length + " bytes again and again",
        "names of " + perField + " bytes on average (VariantLimits.maxNameBytes)");
  }
}
