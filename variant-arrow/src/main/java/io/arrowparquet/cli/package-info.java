// SPDX-License-Identifier: Apache-2.0
/**
 * The command line, {@code java -jar arrowparquet.jar}: one class for each command, in a package
 * for each subject.
 *
 * <p>In: arguments, Parquet files and bundles. Out: text, JSON, HTML on stdout, or new files;
 * messages and progress on stderr, and an exit code: 0 done, 1 the input is at fault, 2 wrong
 * usage. Open {@link io.arrowparquet.cli.Main} first, and {@link
 * io.arrowparquet.cli.footer.FooterInspectCommand} for a command. A thin layer over the library's
 * public API, in a jar of its own.
 */
package io.arrowparquet.cli;
