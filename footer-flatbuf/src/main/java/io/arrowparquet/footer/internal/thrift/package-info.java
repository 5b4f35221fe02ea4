// SPDX-License-Identifier: Apache-2.0
/**
 * The Thrift compact protocol without a Thrift library, and the codecs of the structs of {@code
 * parquet.thrift}: between bytes and the records of {@code footer.model}.
 *
 * <p>In: the bytes of one struct in a {@code byte[]}, a footer or a page header for example. Out:
 * its fields one by one, from {@link io.arrowparquet.footer.internal.thrift.CompactReader}, the
 * class to open first; {@link io.arrowparquet.footer.internal.thrift.CompactWriter} writes them.
 * Codecs are tables of a struct's fields, such as {@link
 * io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec}; those of structs of which a file has
 * few are in {@link io.arrowparquet.footer.internal.thrift.ParquetStructs}. {@link
 * io.arrowparquet.footer.internal.thrift.StructExtension} finds, appends and removes the extension
 * field 32767 of any struct. {@link io.arrowparquet.footer.internal.thrift.ChunkFields} reads
 * column chunks without records of them.
 *
 * <p>Forward compatible as Thrift requires: unknown fields are skipped and counted.
 */
package io.arrowparquet.footer.internal.thrift;
