// SPDX-License-Identifier: Apache-2.0
/**
 * Parquet's Thrift structs and the compact protocol they are written in, without a Thrift library.
 *
 * <p>In: the bytes of one struct in a {@code byte[]}, a footer or a page header for example. Out:
 * immutable records named after the structs of {@code parquet.thrift}, or, for callers that want
 * one pass without objects, the field by field view of {@link
 * io.arrowparquet.footer.thrift.CompactReader}. The way back goes through {@link
 * io.arrowparquet.footer.thrift.CompactWriter}.
 *
 * <p>Open {@link io.arrowparquet.footer.thrift.CompactReader} first, then any codec, {@link
 * io.arrowparquet.footer.thrift.PageHeaderCodec} for example: one struct, one record, one codec.
 *
 * <p>Forward compatible as Thrift demands: fields that are not known are skipped and counted, enum
 * numbers and union members that are not known are kept and written back. Callers read the records;
 * they gain components when {@code parquet.thrift} gains fields.
 */
package io.arrowparquet.footer.thrift;
