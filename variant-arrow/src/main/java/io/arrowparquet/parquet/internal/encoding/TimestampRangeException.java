// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

/**
 * Thrown by a {@link FixedConversion} for a time that its vector's unit cannot hold. What knows
 * more of its place adds that: which of the values read it is, then which row.
 */
public final class TimestampRangeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long index;
  private final String found;
  private final String expected;

  /**
   * A value that does not fit.
   *
   * @param index of the value among those that were to be converted, nulls not counted
   */
  TimestampRangeException(long index, String found, String expected) {
    super(found, null, false, false);
    this.index = index;
    this.found = found;
    this.expected = expected;
  }

  /** The same problem with another index: that of the row group's row at last. */
  public TimestampRangeException at(long newIndex) {
    return new TimestampRangeException(newIndex, found, expected);
  }

  /** Number of the value, entry or row, as whatever threw it counts them. */
  public long index() {
    return index;
  }

  /** The value. */
  public String found() {
    return found;
  }

  /** What the vector holds. */
  public String expected() {
    return expected;
  }
}
