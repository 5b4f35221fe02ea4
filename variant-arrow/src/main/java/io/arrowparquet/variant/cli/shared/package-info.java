// SPDX-License-Identifier: Apache-2.0
/**
 * What the commands share: exit codes, options of commands that write files, work on many files,
 * progress.
 */
package io.arrowparquet.variant.cli.shared;
