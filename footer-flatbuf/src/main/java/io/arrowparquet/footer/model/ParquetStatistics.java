// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import org.jspecify.annotations.Nullable;

/**
 * ParquetStatistics of a column chunk or a page. Bounds are PLAIN-encoded values; byte arrays have
 * no length prefix.
 *
 * @param max deprecated upper bound, by signed comparison; null if absent
 * @param min deprecated lower bound, by signed comparison; null if absent
 * @param nullCount how many values are null; null if not known, which is not 0
 * @param distinctCount how many distinct values there are; null if absent
 * @param maxValue upper bound in the column's order; null if absent
 * @param minValue lower bound in the column's order; null if absent
 * @param isMaxValueExact whether {@code maxValue} occurs; null if absent
 * @param isMinValueExact whether {@code minValue} occurs; null if absent
 * @param nanCount how many values are NaN; null if not known, which is not 0
 */
public record ParquetStatistics(
    @Nullable BinaryValue max,
    @Nullable BinaryValue min,
    @Nullable Long nullCount,
    @Nullable Long distinctCount,
    @Nullable BinaryValue maxValue,
    @Nullable BinaryValue minValue,
    @Nullable Boolean isMaxValueExact,
    @Nullable Boolean isMinValueExact,
    @Nullable Long nanCount) {}
