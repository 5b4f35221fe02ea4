// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

/**
 * How many decimal digits an integer of a width holds, whatever they are: the limits between the
 * decimals of the Variant encoding, of Parquet and of Arrow.
 */
public final class DecimalDigits {
  /** Digits of a decimal in 4 bytes. */
  public static final int INT32 = 9;

  /** Digits of a decimal in 8 bytes. */
  public static final int INT64 = 18;

  /** Digits of a decimal in 16 bytes, the most of the Variant encoding. */
  public static final int INT128 = 38;

  /** Digits of a decimal in 32 bytes, the most of Arrow. */
  public static final int INT256 = 76;

  private DecimalDigits() {}

  /** The least precision of a decimal of the Variant encoding for that many digits. */
  public static int variantPrecision(int digits) {
    return digits <= INT32 ? INT32 : digits <= INT64 ? INT64 : INT128;
  }
}
