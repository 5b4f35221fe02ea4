// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

/**
 * How much a value from an untrusted place may ask for. Immutable; any thread may share one.
 *
 * <p>Reading beyond a limit is a {@link MalformedVariantException} that names the limit.
 *
 * @param maxDepth levels of containers: 1 allows an array of numbers, but no array of arrays
 * @param maxSizeBytes size of one value, and of one metadata dictionary, in bytes
 * @param draftTypeIds whether the type ids 21 to 24 are read with the meaning an unpublished draft
 *     of the specification gave them (time, two timestamps of nanoseconds, uuid); otherwise they
 *     are unknown types
 * @param maxNameBytes bytes that names may have on average where they are written out for each
 *     field, as in JSON and in maps, or for each path of a type. The names of a dictionary are free
 *     once, and 16 MiB in all; without a limit, a few hundred kilobytes of objects that all have
 *     one long name would be gigabytes of text
 */
public record VariantLimits(
    int maxDepth, int maxSizeBytes, boolean draftTypeIds, int maxNameBytes) {
  /** Levels of nesting allowed unless said otherwise. */
  public static final int DEFAULT_MAX_DEPTH = 128;

  /** Size of a value allowed unless said otherwise: 128 MiB, as other engines have it. */
  public static final int DEFAULT_MAX_SIZE_BYTES = 128 << 20;

  /** Bytes of names on average that are allowed unless said otherwise. */
  public static final int DEFAULT_MAX_NAME_BYTES = 256;

  /** The limits used where none are given. */
  public static final VariantLimits DEFAULT =
      new VariantLimits(DEFAULT_MAX_DEPTH, DEFAULT_MAX_SIZE_BYTES, false, DEFAULT_MAX_NAME_BYTES);

  /** The greatest depth that can be asked for: recursion must fit a thread's stack. */
  private static final int GREATEST_MAX_DEPTH = 500;

  /**
   * Checks the limits themselves.
   *
   * @throws IllegalArgumentException if {@code maxDepth} is not in 1..500, or {@code maxSizeBytes}
   *     or {@code maxNameBytes} is not positive
   */
  public VariantLimits {
    if (maxDepth < 1 || maxDepth > GREATEST_MAX_DEPTH) {
      throw new IllegalArgumentException(
          "maxDepth is " + maxDepth + ", expected 1 to " + GREATEST_MAX_DEPTH);
    }
    if (maxSizeBytes < 1) {
      throw new IllegalArgumentException(
          "maxSizeBytes is " + maxSizeBytes + ", expected 1 or more");
    }
    if (maxNameBytes < 1) {
      throw new IllegalArgumentException(
          "maxNameBytes is " + maxNameBytes + ", expected 1 or more");
    }
  }

  /** These limits with another depth. */
  public VariantLimits maxDepth(int depth) {
    return new VariantLimits(depth, maxSizeBytes, draftTypeIds, maxNameBytes);
  }

  /** These limits with another size. */
  public VariantLimits maxSizeBytes(int bytes) {
    return new VariantLimits(maxDepth, bytes, draftTypeIds, maxNameBytes);
  }

  /** These limits, reading the draft's type ids or not. */
  public VariantLimits draftTypeIds(boolean read) {
    return new VariantLimits(maxDepth, maxSizeBytes, read, maxNameBytes);
  }

  /** These limits with another average of names. */
  public VariantLimits maxNameBytes(int bytes) {
    return new VariantLimits(maxDepth, maxSizeBytes, draftTypeIds, bytes);
  }
}
