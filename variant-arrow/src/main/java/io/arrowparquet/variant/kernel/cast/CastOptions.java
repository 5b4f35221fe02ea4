// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.VariantLimits;

/**
 * What {@link VariantCast} does where there is a choice. Immutable; threads may share one. Each
 * {@code with} method gives a changed copy, and says what its option means.
 */
public final class CastOptions {
  private final boolean keepNullFields;
  private final boolean stringify;
  private final VariantLimits limits;

  private CastOptions(boolean keepNullFields, boolean stringify, VariantLimits limits) {
    this.keepNullFields = keepNullFields;
    this.stringify = stringify;
    this.limits = limits;
  }

  /** Null fields are left out, what has no equal is refused, the limits are the default ones. */
  public static CastOptions defaults() {
    return new CastOptions(false, false, VariantLimits.defaults());
  }

  /**
   * Whether a Struct child that is null becomes a field that is Variant null; otherwise it becomes
   * no field at all, as missing fields are null when decoded to a Struct.
   */
  public CastOptions withKeepNullFields(boolean keep) {
    return new CastOptions(keep, stringify, limits);
  }

  /**
   * Whether what has no equal among Variants (durations, intervals, decimals of more than 38
   * digits, times finer than a microsecond) is written as text; otherwise it is refused.
   */
  public CastOptions withStringify(boolean text) {
    return new CastOptions(keepNullFields, text, limits);
  }

  /** Bounds of the depth and size of the values written, and of Variants read. */
  public CastOptions withLimits(VariantLimits bounds) {
    return new CastOptions(keepNullFields, stringify, bounds);
  }

  public boolean keepNullFields() {
    return keepNullFields;
  }

  public boolean stringify() {
    return stringify;
  }

  public VariantLimits limits() {
    return limits;
  }
}
