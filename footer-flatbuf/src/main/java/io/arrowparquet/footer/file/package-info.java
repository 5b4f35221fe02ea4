// SPDX-License-Identifier: Apache-2.0
/**
 * Files: reading a footer from the end of one, attaching or stripping an extension so that a crash
 * leaves the old file or the new one, and where the bytes of a footer go.
 *
 * <p>In: paths and byte sources. Out: a footer with the layout it was found in, a new file, or
 * sizes. Open {@link io.arrowparquet.footer.file.FooterReader} first, then {@link
 * io.arrowparquet.footer.file.FooterAttacher}. Implements {@code footer-flatbuf/FORMAT.md},
 * sections 2 and 8.
 */
@NullMarked
package io.arrowparquet.footer.file;

import org.jspecify.annotations.NullMarked;
