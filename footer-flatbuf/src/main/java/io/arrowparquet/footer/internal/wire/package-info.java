// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes only: where a footer is at the end of a file, how an extension is framed in Thrift field
 * 32767, and its checksums. No I/O, no Thrift parsing.
 *
 * <p>In: the last bytes of a file as a {@code ByteBuffer}. Out: a {@link
 * io.arrowparquet.footer.internal.wire.LocatedFooter} that says what is there and how many bytes to
 * fetch; or, for writing, the bytes to append. Start at {@link
 * io.arrowparquet.footer.internal.wire.LocatedFooter}. Implements {@code footer-flatbuf/FORMAT.md},
 * section 1.
 */
package io.arrowparquet.footer.internal.wire;
