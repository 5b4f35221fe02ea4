// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.Int128;

/** Brings numbers that are digits and an exponent to a scale. */
final class DecimalRounding {
  /** More digits than any decimal here has. */
  private static final long MANY = 2 * DecimalDigits.INT256;

  private DecimalRounding() {}

  /**
   * Makes {@link DecimalText#unscaled} that of a scale, rounded if need be, from the middle away
   * from zero.
   *
   * @return false if it has too many digits
   */
  static boolean round(DecimalText text, int scale) {
    return round(text.unscaled(), text.exponent() + scale);
  }

  /** Multiplies by ten to the power of {@code digits}, or divides and rounds. */
  static boolean round(Int128 number, long digits) {
    if (digits >= 0) {
      return number.rescale((int) Math.min(digits, MANY));
    }
    number.divideRounded((int) Math.min(-digits, MANY));
    return true;
  }
}
