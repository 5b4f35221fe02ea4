// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

/**
 * What may leave rows of a filter unread, or undecoded, besides the statistics that the footer has:
 * in the order in which a reader tries it, cheapest first.
 */
public enum SkippingStep {
  /** Bounds and null counts of pages. */
  PAGE_INDEXES,
  /** Bloom filters, for equality with single values. */
  BLOOM_FILTERS,
  /** Dictionaries that have every value of a column chunk, for all comparisons. */
  DICTIONARIES,
  /** Decoding the filter's columns first, and others only for the rows that are left. */
  LATE_DECODING
}
