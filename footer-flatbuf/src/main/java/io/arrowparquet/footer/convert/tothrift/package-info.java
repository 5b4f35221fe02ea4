// SPDX-License-Identifier: Apache-2.0
/**
 * The tables of a FlatBuffers footer, written as Thrift structs.
 *
 * <p>In: views of {@code footer.flatbuf}. Out: Thrift compact bytes. Open {@code RowGroupWriter}
 * first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.footer.convert.tothrift;
