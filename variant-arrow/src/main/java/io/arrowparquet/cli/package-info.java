// SPDX-License-Identifier: Apache-2.0
/**
 * The command line, {@code java -jar arrowparquet.jar}: one class for each command.
 *
 * <p>In: arguments and files. Out: data on stdout, messages and progress on stderr, and an exit
 * code: 0 done, 1 the input is at fault, 2 wrong usage. Open {@link io.arrowparquet.cli.Main}
 * first. A thin layer over the library's public API, in a jar of its own.
 */
package io.arrowparquet.cli;
