// SPDX-License-Identifier: Apache-2.0
/**
 * Parquet's metadata structs as immutable records, enums and sealed types, named after the structs
 * of {@code parquet.thrift}.
 *
 * <p>In and out: nothing but values; how they are written in Thrift is said by the codecs of {@code
 * footer.thrift.codec}. Open {@link io.arrowparquet.footer.metadata.FileMetaData} first. Numbers of
 * enums and members of unions that this version does not know are kept, so that they can be written
 * back. Records gain components when {@code parquet.thrift} gains fields.
 */
package io.arrowparquet.footer.metadata;
