// SPDX-License-Identifier: Apache-2.0
/**
 * Files: reading a footer from the end of one, and attaching or stripping an extension so that a
 * crash leaves the old file or the new one.
 *
 * <p>In: paths and byte sources. Out: a footer with the layout it was found in, or a new file. Open
 * {@link io.arrowparquet.footer.io.FooterReader} first, then {@link
 * io.arrowparquet.footer.io.FooterAttacher}. Implements {@code footer-flatbuf/FORMAT.md}, sections
 * 2 and 8.
 */
package io.arrowparquet.footer.io;
