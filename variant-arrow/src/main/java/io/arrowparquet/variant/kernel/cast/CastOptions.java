// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.VariantLimits;

/**
 * What {@link VariantCast} does where there is a choice. Immutable; any thread may share one.
 *
 * @param keepNullFields whether a Struct child that is null becomes a field that is Variant null;
 *     otherwise it becomes no field at all, as missing fields are null when decoded to a Struct
 * @param stringify whether what has no equal among Variants (durations, intervals, decimals of more
 *     than 38 digits, times finer than a microsecond) is written as text; otherwise it is refused
 * @param limits bounds the depth and size of the values written, and of Variants read
 */
public record CastOptions(boolean keepNullFields, boolean stringify, VariantLimits limits) {
  /** Null fields are left out, what has no equal is refused, the limits are the default ones. */
  public static final CastOptions DEFAULT = new CastOptions(false, false, VariantLimits.DEFAULT);

  /** These options, keeping null fields as Variant nulls or not. */
  public CastOptions keepNullFields(boolean keep) {
    return new CastOptions(keep, stringify, limits);
  }

  /** These options, writing what has no equal as text or refusing it. */
  public CastOptions stringify(boolean text) {
    return new CastOptions(keepNullFields, text, limits);
  }

  /** These options under other limits. */
  public CastOptions limits(VariantLimits other) {
    return new CastOptions(keepNullFields, stringify, other);
  }
}
