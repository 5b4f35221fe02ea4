// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.UseGuard;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.NaturalTypeOptions;
import io.arrowparquet.variant.kernel.internal.build.Target;
import io.arrowparquet.variant.kernel.internal.columnar.RowErrorLocator;
import io.arrowparquet.variant.kernel.internal.columnar.RowSource;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Decodes Variant columns, shredded or not, into vectors of a type the caller names
 * (variant-arrow/FORMAT.md, section 3).
 *
 * <p>The target is nested at will of Struct, List, LargeList, ListView, FixedSizeList, Map with
 * text keys, dense and sparse Union, Variant, and primitives. A value converts where nothing is
 * lost, in all modes:
 *
 * <table>
 *   <caption>What each type takes without loss</caption>
 *   <tr><th>target</th><th>takes</th></tr>
 *   <tr><td>Bool</td><td>boolean</td></tr>
 *   <tr><td>Int, signed or unsigned, 8 to 64 bits</td>
 *       <td>int8 to int64, decimals without a fraction; in range</td></tr>
 *   <tr><td>Float64</td><td>double, float; integers up to 2<sup>53</sup></td></tr>
 *   <tr><td>Float32</td><td>float; integers up to 2<sup>24</sup></td></tr>
 *   <tr><td>Decimal128(p, s), Decimal256(p, s)</td>
 *       <td>decimals and integers that scale s and p digits can say exactly</td></tr>
 *   <tr><td>Date32</td><td>date</td></tr>
 *   <tr><td>Timestamp with a zone</td><td>timestamp (UTC), where its unit is exact</td></tr>
 *   <tr><td>Timestamp without</td><td>timestamp (NTZ), where its unit is exact</td></tr>
 *   <tr><td>Time32, Time64</td><td>time, where its unit is exact</td></tr>
 *   <tr><td>Utf8, LargeUtf8, Utf8View</td><td>string</td></tr>
 *   <tr><td>Binary, LargeBinary, BinaryView</td><td>binary</td></tr>
 *   <tr><td>FixedSizeBinary(n)</td>
 *       <td>uuid if n is 16; binary of n bytes unless it is an {@code arrow.uuid}</td></tr>
 *   <tr><td>Struct</td><td>object; fields the Struct does not have are skipped, or kept as one
 *       object if it has a Variant child named {@link NaturalTypeOptions#REST}</td></tr>
 *   <tr><td>Map</td><td>object, each field an entry</td></tr>
 *   <tr><td>lists</td><td>array; a FixedSizeList, one of its length</td></tr>
 *   <tr><td>Union</td><td>what a member takes: one of just the value's type if there is one,
 *       else the first that converts it</td></tr>
 *   <tr><td>Variant, not shredded</td><td>any value, with its dictionary</td></tr>
 *   <tr><td>Null</td><td>Variant null</td></tr>
 * </table>
 *
 * <p>Anything else is cast in the modes that cast, by the table in {@link ConversionMode}; else it
 * is null or an error, as the mode says. Variant null, SQL null and a field that is missing are
 * null, an error only where the target does not allow null.
 *
 * <p>The plan is made once per target and serves any number of batches. It holds no memory between
 * calls. Threads: one at a time; a call while another thread is inside is an {@link
 * IllegalStateException}. Make one for each thread.
 */
public final class VariantDecode {
  private static final VariantPath WHOLE = VariantPath.parse("$");

  private final DecodePlan plan;
  private final VariantLimits limits;
  private final UseGuard guard = new UseGuard("this VariantDecode");

  /**
   * A decoder to a type, under the default limits.
   *
   * @param target name and type of the vectors to be made
   * @throws IllegalArgumentException if no Variant converts to the type, or to part of it
   */
  public VariantDecode(Field target, ConversionMode mode) {
    this(target, mode, VariantLimits.defaults());
  }

  /**
   * A decoder to a type, under limits.
   *
   * @param target name and type of the vectors to be made
   * @throws IllegalArgumentException if no Variant converts to the type, or to part of it
   */
  public VariantDecode(Field target, ConversionMode mode, VariantLimits limits) {
    this.plan = new DecodePlan(new Target(target, "$", mode), limits);
    this.limits = limits;
  }

  /**
   * Decodes every row of a column.
   *
   * @param column read only
   * @param allocator whose memory the result has
   * @return a vector of the target type with as many rows, the caller's to close; it may share
   *     buffers with the column
   * @throws MalformedVariantException if a row is not a Variant, or is shredded against the rules
   * @throws ConversionException if a value does not convert and the mode is {@code STRICT} or
   *     {@code CAST}, or a null comes where the target allows none
   */
  public FieldVector decode(ParquetVariantVector column, BufferAllocator allocator) {
    return guard.use(() -> decodeRows(column, allocator));
  }

  private FieldVector decodeRows(ParquetVariantVector column, BufferAllocator allocator) {
    if (column.isShredded()) {
      return RowErrorLocator.named(
          column.getValueCount(), rows -> plan.decode(column, rows, WHOLE, limits, allocator));
    }
    try (RowSource rows = RowSource.of(column, limits)) {
      return plan.decode(rows, allocator);
    }
  }
}
