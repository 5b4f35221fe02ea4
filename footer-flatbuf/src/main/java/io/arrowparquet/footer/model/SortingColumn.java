// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

/**
 * One column of the order in which a row group's rows are sorted.
 *
 * @param columnIdx ordinal of the leaf column
 * @param descending whether values descend
 * @param nullsFirst whether nulls come before values
 */
public record SortingColumn(int columnIdx, boolean descending, boolean nullsFirst) {}
