// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.cast.CastOptions;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Prints rows as JSON. What JSON has no form for (durations, intervals) is printed as text,
 * binaries in base64. Values that no Variant equals are printed by {@link TolerantJsonLines}.
 */
final class JsonLines {
  private static final CastOptions OPTIONS =
      CastOptions.defaults().withStringify(true).withKeepNullFields(true);

  private final PrintWriter out;
  private final BufferAllocator allocator;

  public JsonLines(PrintWriter out, BufferAllocator allocator) {
    this.out = out;
    this.allocator = allocator;
  }

  /** A line with an object for each of the first rows, null columns included. */
  public void printObjects(VectorSchemaRoot batch, int rows) throws Exception {
    List<LargeVarCharVector> columns = new ArrayList<>();
    try {
      List<String> names = new ArrayList<>();
      for (FieldVector column : batch.getFieldVectors()) {
        names.add(quoted(column.getName()));
        columns.add(json(column));
      }
      for (int row = 0; row < rows; row++) {
        out.print('{');
        for (int i = 0; i < names.size(); i++) {
          out.print(i == 0 ? "" : ",");
          out.print(names.get(i));
          out.print(':');
          out.print(text(columns.get(i), row));
        }
        out.println('}');
      }
    } finally {
      AutoCloseables.close(columns);
    }
  }

  /** A line with a value for each of the first rows. */
  public void printValues(FieldVector column, int rows) throws IOException {
    try (LargeVarCharVector json = json(column)) {
      for (int row = 0; row < rows; row++) {
        out.println(text(json, row));
      }
    }
  }

  private LargeVarCharVector json(FieldVector column) throws IOException {
    try {
      return whole(column);
    } catch (ConversionException | MalformedVariantException | IllegalArgumentException e) {
      if (column instanceof ParquetVariantVector) {
        throw e;
      }
      return new TolerantJsonLines(this::whole, allocator).json(column);
    }
  }

  private LargeVarCharVector whole(FieldVector column) {
    if (column instanceof ParquetVariantVector variants) {
      return VariantToJson.writeLarge(variants, allocator, VariantLimits.defaults());
    }
    try (ParquetVariantVector variants = VariantCast.cast(column, allocator, OPTIONS, null)) {
      return VariantToJson.writeLarge(variants, allocator, VariantLimits.defaults());
    }
  }

  private static String text(LargeVarCharVector json, int row) {
    return json.isNull(row) ? "null" : new String(json.get(row), StandardCharsets.UTF_8);
  }

  private static String quoted(String name) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(name)) + '"';
  }
}
