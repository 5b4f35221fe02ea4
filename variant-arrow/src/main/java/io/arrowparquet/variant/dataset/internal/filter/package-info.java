// SPDX-License-Identifier: Apache-2.0
/**
 * A filter over the reader's columns as one over a file's, which may lack some of them or have them
 * in other types.
 *
 * <p>In: a filter, and what its operands are in the file. Out: the file's filter, or that all or no
 * rows pass. Open {@link io.arrowparquet.variant.dataset.internal.filter.FilterFolding} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.dataset.internal.filter;
