// SPDX-License-Identifier: Apache-2.0
/**
 * What a user asks of a Variant column, one class and one entry point each, whole vectors at a
 * time.
 *
 * <p>In: {@link io.arrowparquet.variant.vector.VariantVector}. Out: vectors, typed or Variant. Open
 * {@link io.arrowparquet.variant.kernels.VariantDecode} first: it makes a plan of sinks, one per
 * position of the target type, and moves a cursor from row to row. {@link
 * io.arrowparquet.variant.kernels.NaturalType} does without a target type. {@link
 * io.arrowparquet.variant.kernels.VariantUnshred} puts shredded columns together, {@link
 * io.arrowparquet.variant.kernels.VariantShred} takes columns apart, {@link
 * io.arrowparquet.variant.kernels.VariantGet} follows a path. Implements variant-format.md,
 * sections 2 and 3.
 *
 * <p>How the work is split: {@code VariantRows} goes from row to row and has a dictionary
 * translated by {@code NameTable} when it is a new one; {@code FieldLocator} finds the wanted
 * fields of an object by number; a {@code Sink} takes the values of one position and writes them
 * through raw addresses into memory that becomes a vector's at the end of the batch.
 */
package io.arrowparquet.variant.kernels;
