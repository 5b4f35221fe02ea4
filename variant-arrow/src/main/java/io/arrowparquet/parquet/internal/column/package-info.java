// SPDX-License-Identifier: Apache-2.0
/**
 * Pages of the chosen columns to the buffers of Arrow vectors, a batch of rows at a time.
 *
 * <p>In: a {@link io.arrowparquet.parquet.internal.page.PageReader} per column. Out: an Arrow
 * record batch's field nodes and buffers. A {@link
 * io.arrowparquet.parquet.internal.column.LeafReader} decodes levels by the window and hands runs
 * of slots to a {@link io.arrowparquet.parquet.internal.column.ColumnDecoder}; the {@link
 * io.arrowparquet.parquet.internal.column.VectorAssembler}s above it turn the levels of one leaf
 * below them into validity bits and offsets. No record is ever assembled. Implements the Dremel
 * levels of the Parquet format and Arrow's columnar layout.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.parquet.internal.column;
