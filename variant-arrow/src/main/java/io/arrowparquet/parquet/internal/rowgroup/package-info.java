// SPDX-License-Identifier: Apache-2.0
/**
 * Row groups read: their pages fetched as planned, rows decoded batch by batch, small batches
 * joined.
 *
 * <p>In: a plan of a row group. Out: batches of about as many rows as were asked for. Open {@link
 * io.arrowparquet.parquet.internal.rowgroup.RowGroupSource} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.parquet.internal.rowgroup;
