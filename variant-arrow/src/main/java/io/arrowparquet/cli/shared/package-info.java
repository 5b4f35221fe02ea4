// SPDX-License-Identifier: Apache-2.0
/**
 * What the commands share: exit codes, options of commands that write files, work on many files,
 * progress, reports of failures.
 *
 * <p>In: arguments and exceptions. Out: paths, messages on stderr, exit codes. Open {@link
 * io.arrowparquet.cli.shared.FailureReport} first.
 */
package io.arrowparquet.cli.shared;
