// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

/**
 * What error messages say about a column chunk.
 *
 * @param source name of the file
 * @param column dotted path of the column
 * @param rowGroup row group, counted from 0
 */
public record ColumnPlace(String source, String column, int rowGroup) {}
