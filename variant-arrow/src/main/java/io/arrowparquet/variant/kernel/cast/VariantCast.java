// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.json.InvalidJsonException;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantColumnBuilder;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.jspecify.annotations.Nullable;

/**
 * Makes Variants of any Arrow vector (variant-arrow/FORMAT.md, section 1).
 *
 * <table>
 *   <caption>What each type becomes</caption>
 *   <tr><th>Arrow</th><th>Variant</th></tr>
 *   <tr><td>Null</td><td>null</td></tr>
 *   <tr><td>Bool; {@code arrow.bool8}</td><td>boolean</td></tr>
 *   <tr><td>Int 8, 16, 32, 64</td><td>int8, int16, int32, int64: the width stays</td></tr>
 *   <tr><td>UInt 8, 16, 32</td><td>int16, int32, int64: the next wider one</td></tr>
 *   <tr><td>UInt 64</td><td>int64, or decimal16 of scale 0 where that is too small</td></tr>
 *   <tr><td>Float16, Float32, Float64</td><td>float, float, double</td></tr>
 *   <tr><td>Decimal128, Decimal256</td><td>decimal4, decimal8, decimal16 for a precision of up to
 *       9, 18, more digits; a negative scale becomes 0. More than 38 digits: see below</td></tr>
 *   <tr><td>Decimal32, Decimal64</td><td>refused: Arrow Java has no vectors of them</td></tr>
 *   <tr><td>Date32, Date64</td><td>date; milliseconds have to be whole days</td></tr>
 *   <tr><td>Timestamp s, ms, us</td><td>timestamp of microseconds: (UTC) if it has a zone, whose
 *       name is lost, else (NTZ)</td></tr>
 *   <tr><td>Timestamp ns</td><td>timestamp of nanoseconds, likewise</td></tr>
 *   <tr><td>Time32, Time64</td><td>time. Nanoseconds that are no whole microseconds: see
 *       below</td></tr>
 *   <tr><td>Utf8, LargeUtf8, Utf8View</td><td>string</td></tr>
 *   <tr><td>Binary, LargeBinary, BinaryView, FixedSizeBinary</td><td>binary</td></tr>
 *   <tr><td>{@code arrow.uuid}</td><td>uuid</td></tr>
 *   <tr><td>Struct</td><td>object; a child that is null is not a field, or by {@link
 *       CastOptions#keepNullFields} a Variant null</td></tr>
 *   <tr><td>List, LargeList, ListView, LargeListView, FixedSizeList</td><td>array</td></tr>
 *   <tr><td>Map, its keys text</td><td>object; a key that comes twice is an error</td></tr>
 *   <tr><td>Map, other keys</td><td>array of objects with fields {@code key} and {@code
 *       value}</td></tr>
 *   <tr><td>Union, dense or sparse</td><td>what its member becomes; a member of type Null is
 *       Variant null</td></tr>
 *   <tr><td>dictionary-encoded, RunEndEncoded</td><td>what the values become</td></tr>
 *   <tr><td>{@code arrow.parquet.variant}, shredded or not</td><td>the same value</td></tr>
 *   <tr><td>{@code arrow.json}</td><td>what the text says, parsed as by {@link
 *       io.arrowparquet.variant.kernel.cast.VariantFromJson}</td></tr>
 *   <tr><td>other extensions</td><td>what their storage becomes</td></tr>
 *   <tr><td>Duration, Interval</td><td>no equal: see below</td></tr>
 * </table>
 *
 * <p>What has no equal is refused: a type by {@link IllegalArgumentException}, a value by {@link
 * ConversionException}; by {@link CastOptions#stringify} it becomes text, durations and intervals
 * in ISO 8601. A timestamp that microseconds in 64 bits cannot count is refused in any case.
 *
 * <p>A null is SQL null at the top, and a Variant null in arrays and maps. All rows share one
 * dictionary; it is sorted where all names are known from the type, so without maps and Variants.
 *
 * <p>Threads: no state; any thread may call it, on vectors that no other changes.
 */
public final class VariantCast {
  private VariantCast() {}

  /**
   * As {@link #cast(FieldVector, BufferAllocator, CastOptions, DictionaryProvider)}, with the
   * default options and nothing dictionary-encoded.
   */
  public static ParquetVariantVector cast(FieldVector column, BufferAllocator allocator) {
    return cast(column, allocator, CastOptions.defaults(), null);
  }

  /**
   * Makes a Variant of every row.
   *
   * @param column read only; it may be closed before the result is
   * @param allocator whose memory the result has
   * @param dictionaries those that encode the column or parts of it; null if nothing is encoded
   * @return a column of the same name and rows, not shredded, the caller's to close
   * @throws IllegalArgumentException if a type has no equal among Variants, or a dictionary is
   *     missing; the message has the path
   * @throws ConversionException if a value has no equal, naming row and path
   * @throws InvalidJsonException if the text of an {@code arrow.json} is no JSON, naming the row
   * @throws MalformedVariantException if a Variant, or a vector's offsets and indices, are damaged,
   *     or a value goes beyond the limits
   */
  public static ParquetVariantVector cast(
      FieldVector column,
      BufferAllocator allocator,
      CastOptions options,
      @Nullable DictionaryProvider dictionaries) {
    try (VariantColumnBuilder rows = new VariantColumnBuilder(allocator, options.limits());
        CastPlan plan = new CastPlan(options, dictionaries, rows.value().dictionary())) {
      writeRows(column.getValueCount(), plan.plan(column), rows);
      return rows.finish(column.getName(), column.getField().isNullable());
    }
  }

  static void writeRows(int count, ColumnWriter writer, VariantColumnBuilder rows) {
    rows.expectRows(count);
    int row = 0;
    try {
      for (; row < count; row++) {
        if (writer.isNull(row)) {
          rows.appendNull();
        } else {
          writer.write(row, rows.value());
          rows.endRow();
        }
      }
    } catch (MalformedVariantException | ConversionException | InvalidJsonException e) {
      throw e.atRow(row);
    }
  }
}
