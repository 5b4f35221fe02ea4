// SPDX-License-Identifier: Apache-2.0
/**
 * Where the bytes of a footer go, by column and by kind.
 *
 * <p>In: the bytes of a Thrift or FlatBuffers footer. Out: {@link
 * io.arrowparquet.footer.size.FooterSizes}. Open {@link
 * io.arrowparquet.footer.size.FlatFooterSizes} and {@link
 * io.arrowparquet.footer.size.ThriftFooterSizes} first.
 */
package io.arrowparquet.footer.size;
