// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.wire;

/**
 * What a CRC-32 becomes when bytes follow, without looking at what it was computed of.
 *
 * <p>A CRC-32 is a polynomial over GF(2) modulo P. With n bytes after it, it is multiplied by
 * x^(8n), and the CRC-32 of those bytes is added:
 *
 * <pre>
 *   crc(A B) = crc(A) * x^(8 * bytes of B) mod P  xor  crc(B)
 * </pre>
 *
 * <p>Polynomials are bit-reversed, as CRC-32 has them: bit 31 is x^0, bit 0 is x^31.
 */
final class Crc32Shift {
  /** P without x^32, reversed. */
  private static final int POLYNOMIAL = 0xEDB88320;

  private static final int ONE = 1 << 31;

  /** x^8: one byte. */
  private static final int ONE_BYTE = 1 << 23;

  /** Powers of {@link #overBlocks} are a product of two, from tables of this many bits. */
  private static final int LOW_BITS = 9;

  private static final int LOW_MASK = (1 << LOW_BITS) - 1;

  /** Bits of the number of blocks that 2 GiB have. */
  private static final int HIGH_BITS = Integer.SIZE - 1 - BlockChecksums.BLOCK_SHIFT - LOW_BITS;

  /** x^(8 * bytes of a block * i). */
  private static final int[] LOW = powers(bytes(BlockChecksums.BLOCK), 1 << LOW_BITS);

  private static final int[] HIGH =
      powers(multiply(LOW[LOW_MASK], LOW[1]), 1 << Math.max(HIGH_BITS, 1));

  private Crc32Shift() {}

  private static int[] powers(int base, int count) {
    int[] powers = new int[count];
    powers[0] = ONE;
    for (int i = 1; i < count; i++) {
      powers[i] = multiply(powers[i - 1], base);
    }
    return powers;
  }

  /** The product of two polynomials, modulo P. */
  static int multiply(int a, int b) {
    int product = 0;
    int factor = b;
    for (int rest = a; rest != 0; rest <<= 1) {
      // The sign bit is the next power of x.
      product ^= factor & (rest >> 31);
      factor = (factor >>> 1) ^ (POLYNOMIAL & -(factor & 1));
    }
    return product;
  }

  /** x^(8 * count): what a CRC-32 is multiplied by when that many bytes follow. */
  static int bytes(int count) {
    int power = ONE;
    int square = ONE_BYTE;
    for (int rest = count; rest != 0; rest >>>= 1) {
      if ((rest & 1) != 0) {
        power = multiply(power, square);
      }
      square = multiply(square, square);
    }
    return power;
  }

  /** A CRC-32 after that many blocks more. */
  static int overBlocks(int crc, int blocks) {
    int shifted = multiply(LOW[blocks & LOW_MASK], crc);
    return blocks <= LOW_MASK ? shifted : multiply(HIGH[blocks >>> LOW_BITS], shifted);
  }
}
