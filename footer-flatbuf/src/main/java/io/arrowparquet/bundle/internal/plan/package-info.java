// SPDX-License-Identifier: Apache-2.0
/**
 * Footers put together from the tables of a segment. In: files of a {@link
 * io.arrowparquet.bundle.internal.table.SegmentReader}, or columns of one of its schemas. Out:
 * Thrift footers of files, from {@link io.arrowparquet.bundle.internal.plan.FooterAssembler}, the
 * class to open first, or facts of row groups of many files.
 */
package io.arrowparquet.bundle.internal.plan;
