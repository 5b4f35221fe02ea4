// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

/**
 * Some row groups of a footer.
 *
 * @param first number of the first one
 * @param count how many
 * @param rows of them all
 */
public record RowGroupSpan(int first, int count, long rows) {}
