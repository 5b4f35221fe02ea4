// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import static io.arrowparquet.storage.internal.OptionValues.atLeast1;

/**
 * How much is said of the values of a column, from less to more; each says what the ones before it
 * say. Immutable; threads may share one.
 */
public sealed interface StatisticsMode {
  /** Nothing. */
  static StatisticsMode none() {
    return new None();
  }

  /** How many values there are, how many nulls, how many NaNs. */
  static StatisticsMode counts() {
    return new Counts();
  }

  /**
   * Also bounds, those of texts and binaries cut to a length: an upper one is rounded up there, and
   * left out where that is not possible.
   *
   * @param length at least 1, in bytes
   * @throws IllegalArgumentException if it is less
   */
  static StatisticsMode truncate(int length) {
    return new Truncate(length);
  }

  /** Also bounds, whole. */
  static StatisticsMode full() {
    return new Truncate(Integer.MAX_VALUE);
  }

  /** Whether nulls are counted. */
  default boolean hasCounts() {
    return !(this instanceof None);
  }

  /** The length that bounds are cut to; 0 if there are none. */
  default int boundLength() {
    return this instanceof Truncate truncate ? truncate.length() : 0;
  }

  record None() implements StatisticsMode {}

  record Counts() implements StatisticsMode {}

  record Truncate(int length) implements StatisticsMode {
    /** Refuses a length below 1. */
    public Truncate {
      atLeast1("length of bounds", length);
    }
  }
}
