// SPDX-License-Identifier: Apache-2.0
/**
 * The footer lab: every layout of a footer side by side, and the conformance kit.
 *
 * <p>In: files, or footers made as records. Out: measures as a tree for JSON, a page that shows
 * them, a server of which bytes are read, and files with what a reader must find in them. Open
 * {@link io.arrowparquet.cli.lab.FooterDesign} first, and {@link
 * io.arrowparquet.cli.lab.FooterKitCommand} for the kit.
 */
package io.arrowparquet.cli.lab;
