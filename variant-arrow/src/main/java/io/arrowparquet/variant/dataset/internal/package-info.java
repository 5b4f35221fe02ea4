// SPDX-License-Identifier: Apache-2.0
/**
 * Arrow fields of several files as one schema, and vectors of one file turned into those of it.
 *
 * <p>In: a vector as the file has it. Out: one of the wanted type. Open {@link
 * io.arrowparquet.variant.dataset.internal.FieldAdapters} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.dataset.internal;
