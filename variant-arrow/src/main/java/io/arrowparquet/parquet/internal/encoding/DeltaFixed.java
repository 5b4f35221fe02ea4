// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

/** DELTA_BINARY_PACKED values of INT32 or INT64. */
public final class DeltaFixed implements FixedValues {
  private final boolean wide;
  private final DeltaInts deltas = new DeltaInts();

  /** Of INT64 values if {@code wide}, else of INT32 values. */
  public DeltaFixed(boolean wide) {
    this.wide = wide;
  }

  @Override
  public void wrap(long start, long end, int count) {
    deltas.wrap(start, end, count);
  }

  @Override
  public void read(int count, long address) {
    if (wide) {
      deltas.readLongs(address, count);
    } else {
      deltas.readInts(address, count);
    }
  }

  @Override
  public void select(int[] positions, int count, int total, long address) {
    read(total, address);
    int width = wide ? Long.BYTES : Integer.BYTES;
    SelectedValues.gather(address, width, positions, count, address);
  }
}
