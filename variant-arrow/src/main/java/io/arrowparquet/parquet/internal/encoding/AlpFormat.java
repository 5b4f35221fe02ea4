// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

/**
 * The values' section of a page in ALP (Adaptive Lossless floating-Point), encoding 10: decimals as
 * integers, bit-packed above their minimum, and the values that are no decimals beside them.
 *
 * <pre>
 *  section:  | header | offset of vector 0 | ... | offset of vector V-1 | vector 0 | ... | vector V-1 |
 *              7 bytes    4 bytes each, counted from the first offset
 *
 *  header:   | mode 0 | integer encoding 0 | log2 of the vector size | number of values |
 *              1        1                    1, from 3 to 15            4
 *
 *  vector:   | exponent | factor | exceptions | least integer | bit width |
 *              1          1        2 = X        4 or 8          1 = W
 *            | integers less the least one | positions of exceptions | exceptions |
 *              ceil(values * W / 8)          2 X                       4 X or 8 X
 * </pre>
 *
 * <p>Integers and lengths are little-endian. Every vector has the vector size's number of values,
 * but for the last, which has the rest. Widths of 4 and 8 bytes are those of FLOAT and DOUBLE. The
 * integers are packed as in the RLE/bit-packing hybrid, the least significant bit first.
 *
 * <pre>  value = integer * 10^factor * 10^-exponent, rounded after each step, in the column's type
 * </pre>
 *
 * <p>At its position within the vector, an exception replaces what its integer gives.
 *
 * @see <a
 *     href="https://github.com/apache/parquet-format/blob/master/AlpEncoding.md">AlpEncoding</a>
 */
public final class AlpFormat {
  public static final int HEADER_BYTES = 7;

  /** The only mode and the only integer encoding there are. */
  public static final int PLAIN_ALP = 0;

  public static final int MIN_LOG_VECTOR_SIZE = 3;
  public static final int MAX_LOG_VECTOR_SIZE = 15;

  public static final int LOG_VECTOR_SIZE_AT = 2;

  public static final int COUNT_AT = 3;

  public static final int FACTOR_AT = 1;

  public static final int EXCEPTIONS_AT = 2;
  public static final int LEAST_AT = 4;

  public static final int MAX_FLOAT_EXPONENT = 10;
  public static final int MAX_DOUBLE_EXPONENT = 18;

  // Literals: the specification demands the correctly rounded powers.
  private static final double[] DOUBLE_POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18
  };
  private static final double[] DOUBLE_INVERSES = {
    1e0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14,
    1e-15, 1e-16, 1e-17, 1e-18
  };
  private static final float[] FLOAT_POWERS = {
    1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f, 1e8f, 1e9f, 1e10f
  };
  private static final float[] FLOAT_INVERSES = {
    1e0f, 1e-1f, 1e-2f, 1e-3f, 1e-4f, 1e-5f, 1e-6f, 1e-7f, 1e-8f, 1e-9f, 1e-10f
  };

  private AlpFormat() {}

  public static int vectorHeaderBytes(int width) {
    return LEAST_AT + width + 1;
  }

  public static int maxExponent(int width) {
    return width == Double.BYTES ? MAX_DOUBLE_EXPONENT : MAX_FLOAT_EXPONENT;
  }

  public static double doublePower(int n) {
    return DOUBLE_POWERS[n];
  }

  public static double doubleInverse(int n) {
    return DOUBLE_INVERSES[n];
  }

  public static float floatPower(int n) {
    return FLOAT_POWERS[n];
  }

  public static float floatInverse(int n) {
    return FLOAT_INVERSES[n];
  }
}
