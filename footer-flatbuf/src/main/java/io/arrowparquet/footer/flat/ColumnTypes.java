// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

/**
 * Numbers of the columns' physical types, remembered for a reader that goes from row group to row
 * group and comes back to each column. Otherwise it reads as many bytes of the schema again as of
 * the chunks. Threads that race store the same.
 */
final class ColumnTypes {
  static final int UNKNOWN = Integer.MIN_VALUE;

  /** A reader of this many columns is expected to read them all; for a few nothing is allocated. */
  private static final int FEW = 256;

  /** Added to a number, so that neither a type nor -1, which is not a type, is 0. */
  private static final int BIAS = 2;

  private final int columns;

  /** By column: its number and {@link #BIAS}, 0 if it is not remembered; null for few columns. */
  private byte[] biased;

  private int asked;

  ColumnTypes(int columns) {
    this.columns = columns;
  }

  int known(int column) {
    byte[] types = biased;
    int type = types == null ? 0 : types[column];
    return type == 0 ? UNKNOWN : type - BIAS;
  }

  void remember(int column, int type) {
    byte[] types = biased;
    if (types == null) {
      if (++asked < FEW) {
        return;
      }
      types = new byte[columns];
      biased = types;
    }
    if (type >= -1 && type <= Byte.MAX_VALUE - BIAS) {
      types[column] = (byte) (type + BIAS);
    }
  }
}
