// SPDX-License-Identifier: Apache-2.0
/**
 * One codec for each struct of {@code parquet.thrift}: between Thrift compact bytes and the records
 * of {@code footer.metadata}.
 *
 * <p>In: a {@link io.arrowparquet.footer.internal.thrift.CompactReader} at a struct. Out: its
 * record; and back through a {@link io.arrowparquet.footer.internal.thrift.CompactWriter}. Open
 * {@link io.arrowparquet.footer.internal.codec.PageHeaderCodec} first: one struct, one record, one
 * codec. The field ids and the SHAPE of a codec are the table of its struct's fields.
 */
package io.arrowparquet.footer.internal.codec;
