// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import java.util.List;

/**
 * Bounds and counts of the data pages of a column chunk; entry i of each list is for page i of the
 * offset index.
 *
 * @param nullPages whether a page has nulls only
 * @param minValues lower bounds; empty for pages of nulls
 * @param maxValues upper bounds; empty for pages of nulls
 * @param boundaryOrderNumber whether the bounds are sorted
 * @param nullCounts nulls in each page; null if not known
 * @param repetitionLevelHistograms each page's histogram of repetition levels, one after another;
 *     null if absent
 * @param definitionLevelHistograms each page's histogram of definition levels, one after another;
 *     null if absent
 * @param nanCounts NaNs in each page; null if not known
 */
public record ColumnIndex(
    List<Boolean> nullPages,
    List<BinaryValue> minValues,
    List<BinaryValue> maxValues,
    int boundaryOrderNumber,
    List<Long> nullCounts,
    List<Long> repetitionLevelHistograms,
    List<Long> definitionLevelHistograms,
    List<Long> nanCounts) {
  /** Keeps unchangeable copies of the lists. */
  public ColumnIndex {
    nullPages = List.copyOf(nullPages);
    minValues = List.copyOf(minValues);
    maxValues = List.copyOf(maxValues);
    nullCounts = nullCounts == null ? null : List.copyOf(nullCounts);
    repetitionLevelHistograms =
        repetitionLevelHistograms == null ? null : List.copyOf(repetitionLevelHistograms);
    definitionLevelHistograms =
        definitionLevelHistograms == null ? null : List.copyOf(definitionLevelHistograms);
    nanCounts = nanCounts == null ? null : List.copyOf(nanCounts);
  }

  /** The constant for {@link #boundaryOrderNumber}; null if it is not known. */
  public BoundaryOrder boundaryOrder() {
    return BoundaryOrder.forNumber(boundaryOrderNumber);
  }
}
