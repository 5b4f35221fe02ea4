// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.json.InvalidJsonException;
import io.arrowparquet.variant.json.VariantJsonReader;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantColumnBuilder;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/**
 * Makes Variants of a column of JSON text (variant-arrow/FORMAT.md, section 5); {@link
 * VariantJsonReader} has the table of what each kind of text becomes.
 *
 * <p>A null row is SQL null, the text {@code null} a Variant null. All rows share one dictionary.
 * Threads: no state; any thread may call it, on vectors that no other changes.
 */
public final class VariantFromJson {
  private VariantFromJson() {}

  /** As {@link #parse(FieldVector, BufferAllocator, VariantLimits)}, under the default limits. */
  public static ParquetVariantVector parse(FieldVector text, BufferAllocator allocator) {
    return parse(text, allocator, VariantLimits.defaults());
  }

  /**
   * Parses every row.
   *
   * @param text a Utf8, LargeUtf8 or Utf8View vector, or one of the Binary forms that has UTF-8
   *     text; not dictionary-encoded. Read only; it may be closed before the result is
   * @param allocator whose memory the result has
   * @return a column of the same name and rows, not shredded, the caller's to close
   * @throws IllegalArgumentException if the vector is none of those
   * @throws InvalidJsonException if a row is not JSON, has a key twice in one object, or goes
   *     beyond the limits; it names row, line and column
   */
  public static ParquetVariantVector parse(
      FieldVector text, BufferAllocator allocator, VariantLimits limits) {
    ColumnWriter json = new BytesWriter("$", text, true, new VariantJsonReader(limits));
    try (VariantColumnBuilder rows = new VariantColumnBuilder(allocator, limits)) {
      VariantCast.writeRows(text.getValueCount(), json, rows);
      return rows.finish(text.getName(), text.getField().isNullable());
    }
  }
}
