// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static io.arrowparquet.footer.internal.thrift.ThriftType.BINARY;
import static io.arrowparquet.footer.internal.thrift.ThriftType.BOOL_ELEMENT;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I64;
import static io.arrowparquet.footer.internal.thrift.ThriftType.list;

import io.arrowparquet.footer.model.BinaryValue;
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
  public static final StructCodec<ColumnIndex> CODEC =
      StructCodec.of(ColumnIndex.class)
          .required(1, "null_pages", list(BOOL_ELEMENT))
          .required(2, "min_values", list(BINARY))
          .required(3, "max_values", list(BINARY))
          .required(4, "boundary_order", I32)
          .optional(5, "null_counts", list(I64))
          .optional(6, "repetition_level_histograms", list(I64))
          .optional(7, "definition_level_histograms", list(I64))
          .optional(8, "nan_counts", list(I64));

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

  public BoundaryOrder boundaryOrder() {
    return BoundaryOrder.forNumber(boundaryOrderNumber);
  }

  /** Whether the bounds are sorted over the pages; the numbers in Thrift count from 0. */
  public enum BoundaryOrder {
    UNORDERED,
    ASCENDING,
    DESCENDING;

    private static final List<BoundaryOrder> BY_NUMBER = List.of(values());

    public int number() {
      return BY_NUMBER.indexOf(this);
    }

    public static BoundaryOrder forNumber(int number) {
      return number >= 0 && number < BY_NUMBER.size() ? BY_NUMBER.get(number) : null;
    }
  }
}
