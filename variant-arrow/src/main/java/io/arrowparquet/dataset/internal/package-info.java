// SPDX-License-Identifier: Apache-2.0
/**
 * Arrow fields of several files as one schema, vectors of one file turned into those of it, and a
 * filter over the reader's columns as one over a file's.
 *
 * <p>In: a vector as the file has it; a filter, and what its operands are in the file. Out: a
 * vector of the wanted type; the file's filter, or that all or no rows pass. Open {@link
 * io.arrowparquet.dataset.internal.FieldAdapters} and {@link
 * io.arrowparquet.dataset.internal.FilterFolding} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.dataset.internal;
