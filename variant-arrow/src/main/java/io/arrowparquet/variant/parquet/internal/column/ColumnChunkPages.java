// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.column;

import io.arrowparquet.variant.parquet.internal.page.PageReader;

/**
 * A column chunk to read.
 *
 * @param pages its pages
 * @param numValues values in all of them, nulls included, as the footer says
 * @param place for error messages
 */
public record ColumnChunkPages(PageReader pages, long numValues, ColumnPlace place) {}
