// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code scan}.
 *
 * <p>In: Parquet files and directories. Out: JSON lines, or an Arrow IPC file. Open {@link
 * io.arrowparquet.variant.cli.scan.ScanCommand} first.
 */
package io.arrowparquet.variant.cli.scan;
