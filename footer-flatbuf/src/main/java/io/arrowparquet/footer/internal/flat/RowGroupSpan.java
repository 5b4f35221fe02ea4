// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

/** Some row groups of a footer, which have this many rows together. */
public record RowGroupSpan(int first, int count, long rows) {}
