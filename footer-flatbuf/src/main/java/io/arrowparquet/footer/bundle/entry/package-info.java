// SPDX-License-Identifier: Apache-2.0
/**
 * Which files a footer bundle is about.
 *
 * <p>In: what a file system or object store says of a file, and its footer. Out: {@link
 * io.arrowparquet.footer.bundle.entry.BundledFile}, which both forms of a bundle have for each
 * file.
 */
package io.arrowparquet.footer.bundle.entry;
