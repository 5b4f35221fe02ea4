// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

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

  /** Each fourth bit: eight terms of a product meet in four bits, and carry into no others. */
  private static final long HOLES = 0x1111111111111111L;

  private static final int BYTES = 1 << Byte.SIZE;

  /** By byte of a polynomial and its value: what it is times x^32. */
  private static final int[] TIMES_X32 = timesX32();

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

  private static int[] timesX32() {
    int[] table = new int[Integer.BYTES * BYTES];
    for (int bit = 0; bit < Integer.SIZE; bit++) {
      int power = 1 << bit;
      for (int i = 0; i < Integer.SIZE; i++) {
        power = (power >>> 1) ^ (POLYNOMIAL & -(power & 1));
      }
      int start = bit / Byte.SIZE * BYTES;
      int value = 1 << bit % Byte.SIZE;
      for (int lower = 0; lower < value; lower++) {
        table[start + value + lower] = table[start + lower] ^ power;
      }
    }
    return table;
  }

  static int multiply(int a, int b) {
    // Bit 63 is x^0, and so the low half is x^32 and more.
    long product = multiplyWithoutCarry(a & 0xFFFFFFFFL, b & 0xFFFFFFFFL) << 1;
    int low = (int) product;
    return (int) (product >>> Integer.SIZE)
        ^ TIMES_X32[low & 0xFF]
        ^ TIMES_X32[BYTES + ((low >>> 8) & 0xFF)]
        ^ TIMES_X32[2 * BYTES + ((low >>> 16) & 0xFF)]
        ^ TIMES_X32[3 * BYTES + (low >>> 24)];
  }

  /** The product of two polynomials of 32 bits, by products of numbers with holes for carries. */
  private static long multiplyWithoutCarry(long a, long b) {
    long a0 = a & HOLES;
    long a1 = a & HOLES << 1;
    long a2 = a & HOLES << 2;
    long a3 = a & HOLES << 3;
    long b0 = b & HOLES;
    long b1 = b & HOLES << 1;
    long b2 = b & HOLES << 2;
    long b3 = b & HOLES << 3;
    return ((a0 * b0 ^ a1 * b3 ^ a2 * b2 ^ a3 * b1) & HOLES)
        | ((a0 * b1 ^ a1 * b0 ^ a2 * b3 ^ a3 * b2) & HOLES << 1)
        | ((a0 * b2 ^ a1 * b1 ^ a2 * b0 ^ a3 * b3) & HOLES << 2)
        | ((a0 * b3 ^ a1 * b2 ^ a2 * b1 ^ a3 * b0) & HOLES << 3);
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

  static int overBlocks(int crc, int blocks) {
    int shifted = multiply(LOW[blocks & LOW_MASK], crc);
    return blocks <= LOW_MASK ? shifted : multiply(HIGH[blocks >>> LOW_BITS], shifted);
  }
}
