// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.parquet.variant.Variant;
import org.apache.parquet.variant.VariantArrayBuilder;
import org.apache.parquet.variant.VariantBuilder;
import org.apache.parquet.variant.VariantObjectBuilder;

/** Unshredded columns whose values parquet-java has encoded. */
public final class VariantColumns {
  private VariantColumns() {}

  /** An unshredded column; a null element is SQL null. */
  public static ParquetVariantVector column(BufferAllocator allocator, List<Variant> rows) {
    Field field =
        new Field(
            "v",
            FieldType.nullable(ParquetVariantType.INSTANCE),
            List.of(
                Field.notNullable("metadata", ArrowType.Binary.INSTANCE),
                Field.nullable("value", ArrowType.Binary.INSTANCE)));
    ParquetVariantVector column = (ParquetVariantVector) field.createVector(allocator);
    VarBinaryVector metadata = (VarBinaryVector) column.getChildrenFromFields().get(0);
    VarBinaryVector value = (VarBinaryVector) column.valueVector();
    column.allocateNew();
    for (int row = 0; row < rows.size(); row++) {
      Variant variant = rows.get(row);
      if (variant == null) {
        metadata.setSafe(row, new byte[] {1, 0, 0});
        column.setNull(row);
        continue;
      }
      metadata.setSafe(row, bytes(variant.getMetadataBuffer()));
      value.setSafe(row, bytes(variant.getValueBuffer()));
      column.getUnderlyingVector().setIndexDefined(row);
    }
    column.setValueCount(rows.size());
    return column;
  }

  /** Decodes values to a type and reads them back as Java objects, text as strings. */
  public static List<Object> decode(
      BufferAllocator allocator, Field target, ConversionMode mode, List<Variant> rows) {
    try (ParquetVariantVector column = column(allocator, rows);
        FieldVector decoded = new VariantDecode(target, mode).decode(column, allocator)) {
      assertThat(decoded.getField().getType()).isEqualTo(target.getType());
      assertThat(decoded.getValueCount()).isEqualTo(rows.size());
      List<Object> values = new ArrayList<>();
      for (int row = 0; row < rows.size(); row++) {
        values.add(JavaValues.of(decoded, row));
      }
      return values;
    }
  }

  public static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  /** Encodes one value. */
  static Variant variant(Consumer<VariantBuilder> write) {
    VariantBuilder builder = new VariantBuilder();
    write.accept(builder);
    return builder.build();
  }

  /** Encodes maps, lists, boxed primitives and {@link Raw}; null is Variant null. */
  public static Variant encode(Object value) {
    return variant(builder -> write(builder, value));
  }

  public static List<Variant> encodeAll(Object... values) {
    List<Variant> rows = new ArrayList<>();
    for (Object value : values) {
      rows.add(encode(value));
    }
    return rows;
  }

  /** A value that has no Java type of its own. */
  record Raw(Consumer<VariantBuilder> write) {}

  public static Raw raw(Consumer<VariantBuilder> write) {
    return new Raw(write);
  }

  static void write(VariantBuilder out, Object value) {
    if (value == null) {
      out.appendNull();
    } else if (value instanceof Raw raw) {
      raw.write().accept(out);
    } else if (value instanceof Map<?, ?> map) {
      VariantObjectBuilder object = out.startObject();
      map.forEach(
          (key, child) -> {
            object.appendKey((String) key);
            write(object, child);
          });
      out.endObject();
    } else if (value instanceof List<?> list) {
      VariantArrayBuilder array = out.startArray();
      list.forEach(child -> write(array, child));
      out.endArray();
    } else {
      writePrimitive(out, value);
    }
  }

  private static void writePrimitive(VariantBuilder out, Object value) {
    if (value instanceof Boolean b) {
      out.appendBoolean(b);
    } else if (value instanceof Byte b) {
      out.appendByte(b);
    } else if (value instanceof Short s) {
      out.appendShort(s);
    } else if (value instanceof Integer i) {
      out.appendInt(i);
    } else if (value instanceof Long l) {
      out.appendLong(l);
    } else if (value instanceof Float f) {
      out.appendFloat(f);
    } else if (value instanceof Double d) {
      out.appendDouble(d);
    } else if (value instanceof BigDecimal d) {
      out.appendDecimal(d);
    } else if (value instanceof String s) {
      out.appendString(s);
    } else if (value instanceof byte[] b) {
      out.appendBinary(ByteBuffer.wrap(b));
    } else if (value instanceof UUID u) {
      out.appendUUID(u);
    } else {
      throw new IllegalArgumentException(value.getClass().toString());
    }
  }
}
