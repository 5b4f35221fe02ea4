// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

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
  private Object dictionary;
  private long generation;

  public NameBudget(VariantLimits limits) {
    perField = limits.maxNameBytes();
  }

  /** Before names of a dictionary's contents are taken, of which it has this many bytes. */
  public void enter(Object names, long newGeneration, int bytes) {
    if (names != dictionary || newGeneration != generation) {
      dictionary = names;
      generation = newGeneration;
      left += bytes;
    }
  }

  /** Takes a name, unless names have too many bytes by now; the offset is for the message. */
  public void take(int length, long offset) {
    left += perField - length;
    if (left < 0) {
      throw new MalformedVariantException(
          "names, written out",
          offset,
          "a name of " + length + " bytes again and again",
          "names of " + perField + " bytes on average (VariantLimits.maxNameBytes)");
    }
  }
}
