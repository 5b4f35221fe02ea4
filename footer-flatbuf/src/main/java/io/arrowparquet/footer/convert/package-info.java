// SPDX-License-Identifier: Apache-2.0
/**
 * From a Thrift footer to a FlatBuffer and back, without losing a field.
 *
 * <p>In: the bytes of a Thrift {@code FileMetaData} without extension; out: a FlatBuffer, by {@link
 * io.arrowparquet.footer.convert.ThriftToFlatBuffers}; and the other way round by {@link
 * io.arrowparquet.footer.convert.FlatBuffersToThrift}. Open the former first, then {@code
 * RowGroupConverter} and {@code ColumnChunkConverter}, where the time goes. Implements {@code
 * footer-flatbuf/FORMAT.md}, sections 3 and 4.
 *
 * <p>How it stays small: what follows from the schema, the row group or a neighbour is not written;
 * equal strings, encodings and size statistics are written once; what fits no field of the IDL (an
 * enum number beyond a byte, a union member of the future) is kept as Thrift bytes of its struct.
 */
@NullMarked
package io.arrowparquet.footer.convert;

import org.jspecify.annotations.NullMarked;
