// SPDX-License-Identifier: Apache-2.0
/**
 * The parts of a bundle's table form: blocks of column chunks as Arrow record batches, with a
 * summary of each block, the directory, the index and the trailer (section 11.3 of {@code
 * FORMAT.md}).
 *
 * <p>In: Thrift footers, or the bytes of a segment. Out: a segment, or rows of its tables. Open
 * {@link io.arrowparquet.bundle.internal.table.SegmentWriter} first, then {@link
 * io.arrowparquet.bundle.internal.table.SegmentReader}.
 */
package io.arrowparquet.bundle.internal.table;
