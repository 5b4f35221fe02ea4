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
 * io.arrowparquet.variant.kernels.VariantShred} takes columns apart by a schema, which {@link
 * io.arrowparquet.variant.kernels.InferShredding} finds where there is none, {@link
 * io.arrowparquet.variant.kernels.VariantGet} follows a path. The other way, {@link
 * io.arrowparquet.variant.kernels.VariantCast} makes Variants of any vector by a plan of column
 * writers; {@link io.arrowparquet.variant.kernels.VariantFromJson} and {@link
 * io.arrowparquet.variant.kernels.VariantToJson} speak JSON text. Implements variant-format.md,
 * sections 1 to 3 and 5.
 *
 * <p>How the work is split: {@code VariantRows} goes from row to row and has a dictionary
 * translated by {@code NameTable} when it is a new one; {@code FieldLocator} finds the wanted
 * fields of an object by number; a {@code Sink} takes the values of one position and writes them
 * through raw addresses into memory that becomes a vector's at the end of the batch. Shredded
 * columns take another way to the same sinks: a {@code LevelFeed} gives them a level's whole
 * columns.
 */
package io.arrowparquet.variant.kernels;
