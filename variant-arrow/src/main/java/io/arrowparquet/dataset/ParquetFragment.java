// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import java.nio.file.Path;

/**
 * One row group of one file of a {@link ParquetFileSet}. Immutable; threads may share one.
 *
 * @param path the file; null if it was opened by its URI, see {@link ParquetFileSet#name}
 * @param file number of the file in the set
 * @param rowGroup number of the row group in the file
 * @param rows its rows
 */
public record ParquetFragment(Path path, int file, int rowGroup, long rows) {}
