// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.storage.SourceEntry;

/**
 * One row group of one file of a {@link ParquetFileSet}. Immutable; threads may share one.
 *
 * @param entry the file
 * @param file number of the file in the set
 * @param rowGroup number of the row group in the file
 * @param rows its rows
 */
public record ParquetFragment(SourceEntry entry, int file, int rowGroup, long rows) {}
