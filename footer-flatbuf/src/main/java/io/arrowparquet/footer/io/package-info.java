// SPDX-License-Identifier: Apache-2.0
/**
 * Files: reading a footer from the end of one, and attaching or stripping an extension without ever
 * leaving a broken file.
 *
 * <p>In: paths and byte sources. Out: a footer with the layout it was found in, or a new file.
 * Start at {@code FooterReader}. Implements {@code footer-flatbuf/FORMAT.md}, sections 2 and 8.
 */
package io.arrowparquet.footer.io;
