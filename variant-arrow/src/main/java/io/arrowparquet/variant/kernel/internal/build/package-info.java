// SPDX-License-Identifier: Apache-2.0
/**
 * Builders of the vectors of a target type, and casts of single values to it.
 *
 * <p>In: values, one position at a time or whole shredded columns. Out: Arrow vectors. Open {@link
 * io.arrowparquet.variant.kernel.internal.build.VectorBuilder} first: each takes the values of one
 * position and writes them through raw addresses into memory that becomes the vector's at the end
 * of the batch. Implements Arrow's columnar layout. {@link
 * io.arrowparquet.variant.kernel.internal.build.SqlCast} has the casts; their rules are in the
 * Javadoc of {@link io.arrowparquet.variant.kernel.ConversionMode}.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.kernel.internal.build;
