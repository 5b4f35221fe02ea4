// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import java.util.Objects;

/**
 * One column of the order that rows are in: by it, and where it is equal by the next one.
 *
 * <p>Immutable.
 *
 * @param path dotted path of the column in the file
 * @param descending whether greater values come first
 * @param nullsFirst whether nulls come before values
 */
public record SortColumn(String path, boolean descending, boolean nullsFirst) {
  /** Refuses null. */
  public SortColumn {
    Objects.requireNonNull(path, "path");
  }

  /** Lesser values first, nulls before them. */
  public static SortColumn ascending(String path) {
    return new SortColumn(path, false, true);
  }

  /** Greater values first, nulls after them. */
  public static SortColumn descending(String path) {
    return new SortColumn(path, true, false);
  }

  /** As messages have it: {@code id ascending with nulls first}. */
  @Override
  public String toString() {
    return path
        + (descending ? " descending" : " ascending")
        + " with nulls "
        + (nullsFirst ? "first" : "last");
  }
}
