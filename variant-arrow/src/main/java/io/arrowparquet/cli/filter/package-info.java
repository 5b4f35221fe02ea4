// SPDX-License-Identifier: Apache-2.0
/**
 * The text of {@code scan --where}.
 *
 * <p>In: a text and the columns of files. Out: a predicate. Open {@link
 * io.arrowparquet.cli.filter.FilterText} first.
 */
package io.arrowparquet.cli.filter;
