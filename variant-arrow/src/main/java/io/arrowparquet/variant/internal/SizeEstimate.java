// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

/**
 * How much memory the rows of a batch will fill, extrapolated from the first of them, so that a
 * buffer is not copied again and again to grow. Never more than a multiple of what is filled
 * already, since the first rows may be unlike the others.
 */
public final class SizeEstimate {
  private static final int FIRST_SAMPLE = 512;
  private static final int FACTOR = 8;

  private final int rows;
  private int nextSample = FIRST_SAMPLE;

  /** For a batch of so many rows. */
  public SizeEstimate(int rows) {
    this.rows = rows;
  }

  /** Number of rows. */
  public int rows() {
    return rows;
  }

  /** Makes room for the rows from this one on, whenever enough more were written. */
  public void beforeRow(int row, GrowableBuffer bytes) {
    if (row == nextSample) {
      long average = 1 + bytes.length() / row;
      bytes.reserve(Math.min(average * (rows - row), FACTOR * bytes.length()));
      nextSample = (int) Math.min(Integer.MAX_VALUE, (long) FACTOR * row);
    }
  }
}
