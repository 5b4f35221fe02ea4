// SPDX-License-Identifier: Apache-2.0
/**
 * Small batches joined to larger ones.
 *
 * <p>In: batches as they were decoded, few rows each where row groups are small or a filter refuses
 * most rows. Out: batches of about as many rows as were asked for. Open {@link
 * io.arrowparquet.variant.parquet.internal.batch.BatchFiller} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.parquet.internal.batch;
