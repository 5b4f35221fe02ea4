// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

/**
 * Where one data page is.
 *
 * @param offset file offset of the page header
 * @param compressedPageSize bytes of header and page in the file
 * @param firstRowIndex the page's first row, counted in the row group
 */
public record PageLocation(long offset, int compressedPageSize, long firstRowIndex) {}
