// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.parquet.variant.ImmutableMetadata;
import org.apache.parquet.variant.Variant;
import org.apache.parquet.variant.VariantBuilder;

/** Shredded columns written down cell by cell: maps for Structs, lists, numbers, strings, bytes. */
public final class ShreddedColumns {
  private ShreddedColumns() {}

  /** A Struct of {@code value} and {@code typed_value}; null for no {@code typed_value}. */
  public static Field level(String name, Field typed) {
    return typed == null ? struct(name, VALUE) : struct(name, VALUE, typed);
  }

  public static final Field VALUE = Field.nullable("value", ArrowType.Binary.INSTANCE);

  public static Field struct(String name, Field... children) {
    return new Field(name, FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(children));
  }

  public static Field typed(ArrowType type, Field... children) {
    return new Field("typed_value", FieldType.nullable(type), List.of(children));
  }

  public static Field typed(int typeId) {
    return VariantPrimitive.of(typeId).field("typed_value");
  }

  /** A cell with both children; null for neither. */
  public static Map<String, Object> cell(Object value, Object typed) {
    Map<String, Object> cell = new LinkedHashMap<>();
    cell.put("value", value);
    cell.put("typed_value", typed);
    return cell;
  }

  /** The metadata with these names, as parquet-java writes it. */
  public static Variant dictionary(String... names) {
    Map<String, Object> all = new LinkedHashMap<>();
    for (String name : names) {
      all.put(name, null);
    }
    return VariantColumns.encode(all);
  }

  /** An encoded value whose names have the ids of a dictionary. */
  public static byte[] value(Variant dictionary, Object value) {
    VariantBuilder builder =
        new VariantBuilder(new ImmutableMetadata(dictionary.getMetadataBuffer()));
    VariantColumns.write(builder, value);
    return VariantColumns.bytes(builder.build().getValueBuffer());
  }

  /**
   * A column whose rows all have one dictionary.
   *
   * @param children the storage's, without metadata
   * @param rows the cells; null is SQL null
   */
  public static ParquetVariantVector column(
      BufferAllocator allocator, Variant dictionary, List<Field> children, Object... rows) {
    List<Field> all = new ArrayList<>(children);
    all.add(Field.notNullable("metadata", ArrowType.Binary.INSTANCE));
    Field field = new Field("v", FieldType.nullable(ParquetVariantType.INSTANCE), all);
    ParquetVariantVector vector = (ParquetVariantVector) field.createVector(allocator);
    byte[] metadata = VariantColumns.bytes(dictionary.getMetadataBuffer());
    vector.allocateNew();
    for (int row = 0; row < rows.length; row++) {
      Map<String, Object> cell = new LinkedHashMap<>();
      if (rows[row] != null) {
        ((Map<?, ?>) rows[row]).forEach((name, child) -> cell.put((String) name, child));
      }
      cell.put("metadata", metadata);
      set(vector.getUnderlyingVector(), row, cell);
      if (rows[row] == null) {
        vector.setNull(row);
      }
    }
    vector.setValueCount(rows.length);
    return vector;
  }

  private static void set(FieldVector vector, int row, Object value) {
    while (vector.getValueCapacity() <= row) {
      vector.reAlloc();
    }
    if (value == null) {
      vector.setNull(row);
    } else if (vector instanceof StructVector struct) {
      struct.setIndexDefined(row);
      for (FieldVector child : struct.getChildrenFromFields()) {
        set(child, row, ((Map<?, ?>) value).get(child.getName()));
      }
    } else if (value instanceof List<?> list) {
      setList(vector, row, list);
    } else {
      setPrimitive(vector, row, value);
    }
  }

  private static void setList(FieldVector vector, int row, List<?> list) {
    FieldVector elements = vector.getChildrenFromFields().get(0);
    int start;
    if (vector instanceof ListVector small) {
      start = small.startNewValue(row);
      small.endValue(row, list.size());
    } else if (vector instanceof LargeListVector large) {
      start = (int) large.startNewValue(row);
      large.endValue(row, list.size());
    } else {
      start = ((ListViewVector) vector).startNewValue(row);
      ((ListViewVector) vector).endValue(row, list.size());
    }
    for (int i = 0; i < list.size(); i++) {
      set(elements, start + i, list.get(i));
    }
    elements.setValueCount(start + list.size());
  }

  private static void setPrimitive(FieldVector vector, int row, Object value) {
    if (value instanceof String text) {
      setBytes(vector, row, text.getBytes(StandardCharsets.UTF_8));
    } else if (value instanceof byte[] bytes) {
      setBytes(vector, row, bytes);
    } else if (value instanceof BigDecimal decimal) {
      ((DecimalVector) vector).setSafe(row, decimal);
    } else if (value instanceof Boolean bool) {
      ((BitVector) vector).setSafe(row, bool ? 1 : 0);
    } else {
      setNumber(vector, row, (Number) value);
    }
  }

  private static void setNumber(FieldVector vector, int row, Number value) {
    BitVectorHelper.setBit(vector.getValidityBuffer(), row);
    long address = vector.getDataBufferAddress();
    if (value instanceof Byte b) {
      MemoryUtil.putByte(address + row, b);
    } else if (value instanceof Short s) {
      MemoryUtil.putShort(address + 2L * row, s);
    } else if (value instanceof Integer i) {
      MemoryUtil.putInt(address + 4L * row, i);
    } else if (value instanceof Float f) {
      MemoryUtil.putInt(address + 4L * row, Float.floatToRawIntBits(f));
    } else if (value instanceof Double d) {
      MemoryUtil.putLong(address + 8L * row, Double.doubleToRawLongBits(d));
    } else {
      MemoryUtil.putLong(address + 8L * row, value.longValue());
    }
  }

  private static void setBytes(FieldVector vector, int row, byte[] bytes) {
    switch (vector.getMinorType()) {
      case VARCHAR -> ((VarCharVector) vector).setSafe(row, bytes);
      case LARGEVARCHAR -> ((LargeVarCharVector) vector).setSafe(row, bytes);
      case VIEWVARCHAR -> ((ViewVarCharVector) vector).setSafe(row, bytes);
      case VARBINARY -> ((VarBinaryVector) vector).setSafe(row, bytes);
      case LARGEVARBINARY -> ((LargeVarBinaryVector) vector).setSafe(row, bytes);
      case VIEWVARBINARY -> ((ViewVarBinaryVector) vector).setSafe(row, bytes);
      case FIXEDSIZEBINARY -> ((FixedSizeBinaryVector) vector).setSafe(row, bytes);
      default ->
          throw new IllegalArgumentException(vector.getField() + " " + Arrays.toString(bytes));
    }
  }
}
