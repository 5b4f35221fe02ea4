// SPDX-License-Identifier: Apache-2.0
/**
 * Row groups, chunks, statistics and schema of a Thrift footer, written as FlatBuffers tables in
 * one pass.
 *
 * <p>In: a {@link io.arrowparquet.footer.internal.thrift.CompactReader} over a footer. Out: tables
 * in a {@code FlatWriter}. Open {@code RowGroupConverter} first; {@code ColumnChunkConverter} is
 * where the time goes. Tables are laid down from templates, equal parts are written once.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.footer.internal.convert;
