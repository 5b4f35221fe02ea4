// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

/**
 * How much a value from an untrusted place may ask for, and what is let pass. Immutable; threads
 * may share one. Each {@code with} method gives a changed copy, and says what it means.
 *
 * <p>Reading beyond a limit is a {@link MalformedVariantException} that names the limit.
 */
public final class VariantLimits {
  /** The greatest depth that can be asked for: recursion must fit a thread's stack. */
  private static final int GREATEST_MAX_DEPTH = 500;

  private static final VariantLimits DEFAULTS =
      new VariantLimits(128, 128 << 20, false, 256, false);

  private final int maxDepth;
  private final int maxSizeBytes;
  private final boolean draftTypeIds;
  private final int maxNameBytes;
  private final boolean lastFieldWins;

  private VariantLimits(
      int maxDepth,
      int maxSizeBytes,
      boolean draftTypeIds,
      int maxNameBytes,
      boolean lastFieldWins) {
    if (maxDepth < 1 || maxDepth > GREATEST_MAX_DEPTH) {
      throw new IllegalArgumentException(
          "maxDepth is " + maxDepth + ", expected 1 to " + GREATEST_MAX_DEPTH);
    }
    requirePositive("maxSizeBytes", maxSizeBytes);
    requirePositive("maxNameBytes", maxNameBytes);
    this.maxDepth = maxDepth;
    this.maxSizeBytes = maxSizeBytes;
    this.draftTypeIds = draftTypeIds;
    this.maxNameBytes = maxNameBytes;
    this.lastFieldWins = lastFieldWins;
  }

  private static void requirePositive(String what, int number) {
    if (number < 1) {
      throw new IllegalArgumentException(what + " is " + number + ", expected 1 or more");
    }
  }

  /** The limits used where none are given: 128 levels, 128 MiB, 256 bytes of names. */
  public static VariantLimits defaults() {
    return DEFAULTS;
  }

  /** Levels of containers, 1 to 500: 1 allows an array of numbers, but no array of arrays. */
  public VariantLimits withMaxDepth(int levels) {
    return new VariantLimits(levels, maxSizeBytes, draftTypeIds, maxNameBytes, lastFieldWins);
  }

  /**
   * Size of one value, and of one metadata dictionary, in bytes; 128 MiB by default, as other
   * engines have it.
   */
  public VariantLimits withMaxSizeBytes(int bytes) {
    return new VariantLimits(maxDepth, bytes, draftTypeIds, maxNameBytes, lastFieldWins);
  }

  /**
   * Whether the type ids 21 to 24 are read with the meaning an unpublished draft of the
   * specification gave them (time, two timestamps of nanoseconds, uuid); otherwise they are unknown
   * types.
   */
  public VariantLimits withDraftTypeIds(boolean read) {
    return new VariantLimits(maxDepth, maxSizeBytes, read, maxNameBytes, lastFieldWins);
  }

  /**
   * Bytes that names may have on average where they are written out for each field, as in JSON and
   * in maps, or for each path of a type. The names of a dictionary are free once, and 16 MiB in
   * all; without a limit, a few hundred kilobytes of objects that all have one long name would be
   * gigabytes of text.
   */
  public VariantLimits withMaxNameBytes(int bytes) {
    return new VariantLimits(maxDepth, maxSizeBytes, draftTypeIds, bytes, lastFieldWins);
  }

  /**
   * Whether of the fields of one name that an object is given while it is built the one written
   * last stays; otherwise, as by default, they are an error. Values that are read never have two.
   */
  public VariantLimits withLastFieldWins(boolean wins) {
    return new VariantLimits(maxDepth, maxSizeBytes, draftTypeIds, maxNameBytes, wins);
  }

  public int maxDepth() {
    return maxDepth;
  }

  public int maxSizeBytes() {
    return maxSizeBytes;
  }

  public boolean draftTypeIds() {
    return draftTypeIds;
  }

  public int maxNameBytes() {
    return maxNameBytes;
  }

  public boolean lastFieldWins() {
    return lastFieldWins;
  }
}
