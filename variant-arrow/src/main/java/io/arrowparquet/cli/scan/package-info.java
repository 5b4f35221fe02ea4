// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code scan}.
 *
 * <p>In: Parquet files and directories. Out: JSON lines, or an Arrow IPC file. Open {@link
 * io.arrowparquet.cli.scan.ScanCommand} first.
 */
package io.arrowparquet.cli.scan;
