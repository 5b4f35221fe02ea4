// SPDX-License-Identifier: Apache-2.0
/**
 * What the views, the conversion and the size walk share: the shapes of tables, a writer of them,
 * bounds-checked access to a buffer's bytes, the checksums of its blocks and the directory of its
 * parts, the hash of a column's path and the arrays of the name index.
 *
 * <p>In: the bytes of a FlatBuffer. Out: numbers and positions in it. Open {@link
 * io.arrowparquet.footer.internal.flat.FooterBytes} first. Implements the layout of FlatBuffers
 * tables and vectors, and {@code footer-flatbuf/FORMAT.md}, section 10.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.footer.internal.flat;
