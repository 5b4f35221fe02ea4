// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.cast.CastOptions;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.BaseListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.util.TransferPair;

/**
 * What JSON has no form for (durations, intervals) is printed as text, binaries in base64. Values
 * that no Variant equals are printed by {@link Tolerant}.
 */
public record JsonLines(Writer out, BufferAllocator allocator) {
  private static final CastOptions OPTIONS =
      CastOptions.defaults().withStringify(true).withKeepNullFields(true);

  /** The JSON texts of one row, in the order of the columns. */
  @FunctionalInterface
  interface RowText {
    void accept(String[] values) throws IOException;
  }

  public void printObjects(VectorSchemaRoot batch, int rows) throws Exception {
    List<String> names = new ArrayList<>();
    batch.getFieldVectors().forEach(column -> names.add(quoted(column.getName())));
    forEachRow(
        batch,
        rows,
        values -> {
          out.write('{');
          for (int i = 0; i < values.length; i++) {
            out.write(i == 0 ? "" : ",");
            out.write(names.get(i));
            out.write(':');
            out.write(values[i]);
          }
          out.write('}');
          out.write(System.lineSeparator());
        });
  }

  void forEachRow(VectorSchemaRoot batch, int rows, RowText each) throws Exception {
    List<LargeVarCharVector> columns = new ArrayList<>();
    try {
      for (FieldVector column : batch.getFieldVectors()) {
        columns.add(json(column));
      }
      String[] values = new String[columns.size()];
      for (int row = 0; row < rows; row++) {
        for (int i = 0; i < values.length; i++) {
          values[i] = text(columns.get(i), row);
        }
        each.accept(values);
      }
    } finally {
      AutoCloseables.close(columns);
    }
  }

  public void printValues(FieldVector column, int rows) throws IOException {
    try (LargeVarCharVector json = json(column)) {
      for (int row = 0; row < rows; row++) {
        out.write(text(json, row));
        out.write(System.lineSeparator());
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
      return new Tolerant().json(column);
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

  /**
   * JSON of columns in which some value equals no Variant: a key that a map has twice, a text that
   * is no UTF-8, a time that no day has. Every other value is unchanged; such a key is there twice,
   * such a text has replacement characters, such a number is the one in the file.
   */
  private final class Tolerant {
    private final JsonFactory factory = new JsonFactory();

    LargeVarCharVector json(FieldVector column) throws IOException {
      LargeVarCharVector texts = new LargeVarCharVector(column.getName(), allocator);
      try {
        for (int row = 0; row < column.getValueCount(); row++) {
          if (!column.isNull(row)) {
            texts.setSafe(row, text(column, row).getBytes(StandardCharsets.UTF_8));
          }
        }
        texts.setValueCount(column.getValueCount());
        return texts;
      } catch (Throwable e) {
        texts.close();
        throw e;
      }
    }

    private String text(FieldVector column, int row) throws IOException {
      String fitting = fitting(column, row);
      if (fitting != null) {
        return fitting;
      }
      StringWriter text = new StringWriter();
      try (JsonGenerator out = factory.createGenerator(text)) {
        write(column, row, out);
      }
      return text.toString();
    }

    /** Null if the row equals no Variant. */
    private String fitting(FieldVector column, int row) {
      TransferPair slice = column.getTransferPair(allocator);
      try (FieldVector one = (FieldVector) slice.getTo()) {
        slice.splitAndTransfer(row, 1);
        try (LargeVarCharVector json = whole(one)) {
          return JsonLines.text(json, 0);
        }
      } catch (ConversionException | MalformedVariantException | IllegalArgumentException e) {
        if (column instanceof ParquetVariantVector) {
          throw e;
        }
        return null;
      }
    }

    private void write(FieldVector column, int row, JsonGenerator out) throws IOException {
      if (column.isNull(row)) {
        out.writeNull();
      } else if (column instanceof MapVector map && hasTextKeys(map)) {
        writeMap(map, row, out);
      } else if (column instanceof StructVector struct) {
        out.writeStartObject();
        for (FieldVector child : struct.getChildrenFromFields()) {
          out.writeFieldName(child.getName());
          write(child, row, out);
        }
        out.writeEndObject();
      } else if (column instanceof BaseListVector list) {
        out.writeStartArray();
        FieldVector elements = column.getChildrenFromFields().get(0);
        for (int i = list.getElementStartIndex(row); i < list.getElementEndIndex(row); i++) {
          write(elements, i, out);
        }
        out.writeEndArray();
      } else {
        String fitting = fitting(column, row);
        out.writeRawValue(fitting == null ? unfit(column, row) : fitting);
      }
    }

    private static boolean hasTextKeys(MapVector map) {
      return key(map).getField().getType() instanceof ArrowType.Utf8;
    }

    private static FieldVector key(MapVector map) {
      return map.getDataVector().getChildrenFromFields().get(0);
    }

    private void writeMap(MapVector map, int row, JsonGenerator out) throws IOException {
      out.writeStartObject();
      for (int i = map.getElementStartIndex(row); i < map.getElementEndIndex(row); i++) {
        out.writeFieldName(utf8(key(map), i));
        write(map.getDataVector().getChildrenFromFields().get(1), i, out);
      }
      out.writeEndObject();
    }

    private String unfit(FieldVector column, int row) throws IOException {
      if (column instanceof VarCharVector || column instanceof LargeVarCharVector) {
        return quoted(utf8(column, row));
      }
      if (column instanceof DecimalVector || column instanceof Decimal256Vector) {
        return column.getObject(row).toString();
      }
      if (column instanceof BaseFixedWidthVector fixed) {
        return fixed.getTypeWidth() == Integer.BYTES
            ? Integer.toString(fixed.getDataBuffer().getInt((long) row * Integer.BYTES))
            : Long.toString(fixed.getDataBuffer().getLong((long) row * Long.BYTES));
      }
      throw new IllegalArgumentException(column.getField() + ": no JSON equals it");
    }

    private static String utf8(FieldVector text, int row) {
      byte[] bytes =
          text instanceof LargeVarCharVector large
              ? large.get(row)
              : ((VarCharVector) text).get(row);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
