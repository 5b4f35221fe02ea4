// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.JsonBuffer;
import io.arrowparquet.variant.internal.ValidityBits;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import io.arrowparquet.variant.internal.shred.JsonTextGenerator;
import io.arrowparquet.variant.internal.shred.LevelReader;
import io.arrowparquet.variant.internal.shred.ShreddedRow;
import io.arrowparquet.variant.json.VariantJsonWriter;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.internal.build.BuilderPlan;
import io.arrowparquet.variant.kernel.internal.build.BytesBuilder;
import io.arrowparquet.variant.kernel.internal.build.Target;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import io.arrowparquet.variant.kernel.internal.build.ViewBuilder;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.StructVector;

/**
 * Writes a Variant column, shredded or not, as a column of JSON text (variant-arrow/FORMAT.md,
 * section 5); {@link VariantJsonWriter} has the mapping of types to text.
 *
 * <p>SQL null is a null row, Variant null the text {@code null}. Shredded rows are not put together
 * first, so that of them the limit of size counts for each part in a {@code value}. Nothing is
 * allocated for a row but memory of the allocator's. Threads: no state; any thread may call it, on
 * vectors that no other changes.
 */
public final class VariantToJson {
  private VariantToJson() {}

  /**
   * As {@link #write(ParquetVariantVector, BufferAllocator, VariantLimits)}, under the default
   * limits.
   */
  public static VarCharVector write(ParquetVariantVector column, BufferAllocator allocator) {
    return write(column, allocator, VariantLimits.defaults());
  }

  /**
   * Writes every row as text.
   *
   * @param column read only; it may be closed before the result is
   * @param allocator whose memory the result has
   * @return a Utf8 vector of the same name and rows, the caller's to close
   * @throws MalformedVariantException if a row is not a Variant, or is shredded against the rules
   * @throws IllegalArgumentException if the text takes more than 2 GiB: {@link #writeLarge} then
   */
  public static VarCharVector write(
      ParquetVariantVector column, BufferAllocator allocator, VariantLimits limits) {
    return write(column, allocator, limits, new VarCharVector(column.getName(), allocator));
  }

  /**
   * As {@link #write(ParquetVariantVector, BufferAllocator, VariantLimits)}, into a LargeUtf8
   * vector, which may hold more than 2 GiB.
   */
  public static LargeVarCharVector writeLarge(
      ParquetVariantVector column, BufferAllocator allocator, VariantLimits limits) {
    return write(column, allocator, limits, new LargeVarCharVector(column.getName(), allocator));
  }

  /**
   * As {@link #write(ParquetVariantVector, BufferAllocator, VariantLimits)}, into a Utf8View
   * vector, whose rows may be picked and sorted without moving their text.
   *
   * @throws IllegalArgumentException if the text takes more than 2 GiB
   */
  public static ViewVarCharVector writeViews(
      ParquetVariantVector column, BufferAllocator allocator, VariantLimits limits) {
    return write(column, allocator, limits, new ViewVarCharVector(column.getName(), allocator));
  }

  private static <V extends FieldVector> V write(
      ParquetVariantVector column, BufferAllocator allocator, VariantLimits limits, V text) {
    TextRows rows = new TextRows(text, column.getValueCount());
    return VectorMemory.filled(
        text,
        result -> {
          try {
            rows.builder.start(allocator);
            rows.builder.expectRows(column.getValueCount());
            writeRows(column, limits, rows);
            rows.builder.load(result);
          } finally {
            rows.builder.release();
          }
        });
  }

  /** The text comes from the typed columns; only parts that were not shredded are Variants. */
  private static void writeRows(ParquetVariantVector column, VariantLimits limits, TextRows rows) {
    ShreddedRow position = new ShreddedRow(limits);
    StructVector storage = column.getUnderlyingVector();
    LevelReader root = LevelReader.of(column.layout().root(), storage, position);
    BinaryColumn dictionaries = BinaryColumn.ofMetadata(storage, column.dictionaries());
    ValidityBits present = ValidityBits.of(storage);
    JsonTextGenerator json = new JsonTextGenerator(limits);
    int count = column.getValueCount();
    int row = 0;
    try {
      for (; row < count; row++) {
        if (present.isNull(row)) {
          rows.builder.addNulls(1);
          continue;
        }
        position.seek(row, dictionaries);
        json.clear();
        if (!root.writeText(row, json)) {
          json.writeNull();
        }
        rows.add(row, json.text());
      }
    } catch (MalformedVariantException e) {
      throw e.atRow(row);
    }
  }

  private static final class TextRows {
    private final VectorBuilder builder;
    private final GrowableBuffer bytes;
    private final long maxBytes;
    private final GrowableBuffer.SizeEstimate expected;

    TextRows(FieldVector text, int rows) {
      Target target = new Target(text.getField(), "$", ConversionMode.SAFE);
      builder = BuilderPlan.primitive(target);
      bytes =
          builder instanceof ViewBuilder views ? views.bytes() : ((BytesBuilder) builder).bytes();
      maxBytes = text instanceof LargeVarCharVector ? Long.MAX_VALUE : Integer.MAX_VALUE;
      expected = new GrowableBuffer.SizeEstimate(rows);
    }

    void add(int row, JsonBuffer json) {
      expected.beforeRow(row, bytes);
      if (bytes.length() > maxBytes - json.length()) {
        throw new IllegalArgumentException(
            "the text of one batch takes more than 2 GiB: use writeLarge, or fewer rows at a time");
      }
      builder.takeText(json.bytes(), json.length());
    }
  }
}
