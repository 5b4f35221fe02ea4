// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

/**
 * The values of three-valued logic as bits, so that a byte can also say which of them are possible:
 * a row has one bit, a range of rows has those that its rows can have.
 */
public final class TruthSet {
  public static final byte TRUE = 1;
  public static final byte FALSE = 2;
  public static final byte UNKNOWN = 4;
  public static final byte ANY = TRUE | FALSE | UNKNOWN;

  private static final int SETS = ANY + 1;
  private static final byte[] AND = table(true);
  private static final byte[] OR = table(false);

  private TruthSet() {}

  private static byte[] table(boolean and) {
    byte[] table = new byte[SETS * SETS];
    for (int left = 0; left < SETS; left++) {
      for (int right = 0; right < SETS; right++) {
        byte result = 0;
        for (int a = TRUE; a <= UNKNOWN; a <<= 1) {
          for (int b = TRUE; b <= UNKNOWN; b <<= 1) {
            if ((left & a) != 0 && (right & b) != 0) {
              result |= (byte) (and ? conjunction(a, b) : disjunction(a, b));
            }
          }
        }
        table[left * SETS + right] = result;
      }
    }
    return table;
  }

  private static int conjunction(int a, int b) {
    if (a == FALSE || b == FALSE) {
      return FALSE;
    }
    return a == TRUE && b == TRUE ? TRUE : UNKNOWN;
  }

  private static int disjunction(int a, int b) {
    if (a == TRUE || b == TRUE) {
      return TRUE;
    }
    return a == FALSE && b == FALSE ? FALSE : UNKNOWN;
  }

  public static byte and(byte left, byte right) {
    return AND[left * SETS + right];
  }

  public static byte or(byte left, byte right) {
    return OR[left * SETS + right];
  }

  public static byte not(byte value) {
    return (byte) (((value & TRUE) << 1) | ((value & FALSE) >> 1) | (value & UNKNOWN));
  }
}
