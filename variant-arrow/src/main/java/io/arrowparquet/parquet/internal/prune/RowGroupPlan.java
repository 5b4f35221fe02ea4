// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.internal.thrift.OffsetIndex.PageLocation;
import io.arrowparquet.parquet.internal.column.ColumnChunkPages.Absence;
import io.arrowparquet.parquet.internal.page.RowRanges;
import java.util.List;

/**
 * What to read of a row group.
 *
 * @param rowGroup its number
 * @param rows how many it has
 * @param ranges the rows to decode; none if the row group is skipped
 * @param absences for each column chunk what replaces it if it is not read; null if it is read
 * @param pages for each column chunk where its pages are, if only those are read that have rows of
 *     {@code ranges}; null to read all
 */
public record RowGroupPlan(
    int rowGroup,
    long rows,
    RowRanges ranges,
    List<Absence> absences,
    List<List<PageLocation>> pages) {}
