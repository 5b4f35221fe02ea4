// SPDX-License-Identifier: Apache-2.0
/**
 * What commands share: files as arguments, output, failures, progress, reports.
 *
 * <p>In: arguments. Out: sources, sinks, text, exit codes. Open {@link
 * io.arrowparquet.cli.command.CliCommand} first.
 */
package io.arrowparquet.cli.command;
