// SPDX-License-Identifier: Apache-2.0
/**
 * Byte ranges of a file, adjacent ones in one request, large ones piece by piece; and what readers
 * do, for listeners and for JDK Flight Recorder.
 *
 * <p>In: a {@link io.arrowparquet.storage.ByteSource} and ranges. Out: their bytes, and events.
 * Open {@link io.arrowparquet.parquet.internal.fetch.ChunkFetcher} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.parquet.internal.fetch;
