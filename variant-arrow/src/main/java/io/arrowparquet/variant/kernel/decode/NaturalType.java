// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.kernel.NaturalTypeOptions;
import io.arrowparquet.variant.kernel.decode.NaturalPlan.NaturalPlace;
import io.arrowparquet.variant.kernel.internal.columnar.RowErrorLocator;
import io.arrowparquet.variant.kernel.internal.columnar.RowSource;
import io.arrowparquet.variant.kernel.internal.columnar.ShreddedBatch;
import io.arrowparquet.variant.kernel.internal.columnar.ShreddedLevelColumns.Place;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Decodes a Variant column into the type its values have, found out in the same pass
 * (variant-arrow/FORMAT.md, section 3).
 *
 * <ul>
 *   <li>Objects become a Struct with a nullable child for each name seen, in the order of the
 *       names' bytes; arrays a List; primitives the type of the table.
 *   <li>int8 to int64 at one position widen to the widest seen; decimals get the greatest scale
 *       seen.
 *   <li>Where one position has values of several types, it becomes a DenseUnion with a member for
 *       each. The members' names are those of the types; Variant null and what is missing are then
 *       rows of the member {@code null}. Outside of unions both are nulls.
 *   <li>A position with nothing but nulls is a Null.
 *   <li>Names beyond the 1000th of an object are kept in a Variant child {@code *}; see {@link
 *       NaturalTypeOptions} for this and the other choices.
 * </ul>
 *
 * <p>Threads: no state; any thread may call it, on vectors that no other changes.
 */
public final class NaturalType {
  private NaturalType() {}

  /** As {@link #decode(ParquetVariantVector, BufferAllocator, NaturalTypeOptions)} by default. */
  public static FieldVector decode(ParquetVariantVector column, BufferAllocator allocator) {
    return decode(column, allocator, NaturalTypeOptions.defaults());
  }

  /**
   * Decodes every row of a column.
   *
   * @param column read only
   * @param allocator whose memory the result has
   * @return a vector of the column's name with as many rows, the caller's to close; it may share
   *     buffers with the column
   * @throws MalformedVariantException if a row is not a Variant, or is shredded against the rules
   */
  public static FieldVector decode(
      ParquetVariantVector column, BufferAllocator allocator, NaturalTypeOptions options) {
    return column.isShredded()
        ? RowErrorLocator.named(
            column.getValueCount(), rows -> decode(column, rows, allocator, options))
        : decode(column, column.getValueCount(), allocator, options);
  }

  private static FieldVector decode(
      ParquetVariantVector column,
      int count,
      BufferAllocator allocator,
      NaturalTypeOptions options) {
    NameTable names = new NameTable();
    NaturalNode root =
        new NaturalNode(new NaturalPlan(options, names, allocator), NaturalPlace.ROOT);
    try {
      if (column.isShredded()) {
        try (ShreddedBatch batch = new ShreddedBatch(column, options.limits(), names, true)) {
          ShreddedNaturalDecoder decoder = new ShreddedNaturalDecoder(batch, options);
          StructVector storage = column.getUnderlyingVector();
          decoder.decode(column.layout().root(), storage, Place.TOP, batch.rows(count), root);
        }
      } else {
        try (RowSource rows = RowSource.of(column, options.limits())) {
          rows.visit(names, true, root::putRow);
        }
      }
      return VectorMemory.filled(
          root.naturalField(column.getName()).createVector(allocator), root::load);
    } finally {
      root.release();
    }
  }

  /** As {@link #type(ParquetVariantVector, BufferAllocator, NaturalTypeOptions)} by default. */
  public static Field type(ParquetVariantVector column, BufferAllocator allocator) {
    return type(column, allocator, NaturalTypeOptions.defaults());
  }

  /**
   * The type alone that {@code decode} would give a column.
   *
   * @param allocator whose memory is used meanwhile
   * @throws MalformedVariantException if a row is not a Variant, or is shredded against the rules
   */
  public static Field type(
      ParquetVariantVector column, BufferAllocator allocator, NaturalTypeOptions options) {
    try (FieldVector decoded = decode(column, allocator, options)) {
      return decoded.getField();
    }
  }

  /**
   * One type for several batches: {@link VariantDecode} decodes the rows of either to it. Integers
   * widen, decimals get the greater scale as far as 38 digits allow, Structs the children of both,
   * and what differs becomes a union.
   *
   * <p>A type merged with itself is the same type. For types made with the default options the
   * order of the two does not matter but for the name.
   *
   * @param left a natural type, made without {@link NaturalTypeOptions#tellNullFromMissing}
   * @param right another
   * @return the type, under the name of the left one
   * @throws IllegalArgumentException if one is not a natural type
   */
  public static Field merge(Field left, Field right) {
    return NaturalMerge.merge(left, right);
  }
}
