// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.page;

/**
 * What pages are checked against.
 *
 * @param maxPageBytes most bytes a decompressed page may have
 * @param checkCrc whether a page's CRC is checked where it has one
 */
public record PageLimits(int maxPageBytes, boolean checkCrc) {}
