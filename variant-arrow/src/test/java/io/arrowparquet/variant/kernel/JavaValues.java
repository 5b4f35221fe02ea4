// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.UnionVector;

/**
 * A row of a vector as Java object, for assertions: numbers as stored whatever their meaning, so
 * that a timestamp is its long; text as strings, binary as lists of bytes.
 */
public final class JavaValues {
  private JavaValues() {}

  public static Object of(FieldVector vector, int row) {
    if (vector instanceof DenseUnionVector union) {
      FieldVector member = (FieldVector) union.getVectorByType(union.getTypeId(row));
      return of(member, union.getOffset(row));
    }
    if (vector instanceof UnionVector union) {
      return union.isNull(row) ? null : of((FieldVector) union.getVector(row), row);
    }
    if (vector instanceof NullVector || vector.isNull(row)) {
      return null;
    }
    if (vector instanceof ParquetVariantVector variants) {
      return variants.getObject(row);
    }
    if (vector instanceof StructVector struct) {
      Map<String, Object> fields = new LinkedHashMap<>();
      for (FieldVector child : struct.getChildrenFromFields()) {
        fields.put(child.getName(), of(child, row));
      }
      return fields;
    }
    if (vector instanceof ListVector list) {
      return elements(list, list.getElementStartIndex(row), list.getElementEndIndex(row));
    }
    if (vector instanceof LargeListVector list) {
      return elements(
          list, (int) list.getElementStartIndex(row), (int) list.getElementEndIndex(row));
    }
    if (vector instanceof FixedSizeListVector list) {
      return elements(list, list.getElementStartIndex(row), list.getElementEndIndex(row));
    }
    if (vector instanceof ListViewVector list) {
      // From the buffers, since the vector's own end of a row is only its length.
      int start = list.getOffsetBuffer().getInt(4L * row);
      return elements(list, start, start + list.getSizeBuffer().getInt(4L * row));
    }
    if (vector instanceof LargeListViewVector list) {
      int start = (int) list.getOffsetBuffer().getLong(8L * row);
      return elements(list, start, start + (int) list.getSizeBuffer().getLong(8L * row));
    }
    return primitive(vector, row);
  }

  private static List<Object> elements(FieldVector list, int start, int end) {
    FieldVector child = list.getChildrenFromFields().get(0);
    List<Object> elements = new ArrayList<>();
    for (int i = start; i < end; i++) {
      elements.add(of(child, i));
    }
    return elements;
  }

  private static Object primitive(FieldVector vector, int row) {
    if (vector instanceof BitVector bits) {
      return bits.get(row) != 0;
    }
    if (vector instanceof DecimalVector decimals) {
      return decimals.getObject(row);
    }
    if (vector instanceof Decimal256Vector decimals) {
      return decimals.getObject(row);
    }
    long address = vector.getDataBufferAddress();
    return switch (vector.getMinorType()) {
      case TINYINT, UINT1 -> MemoryUtil.getByte(address + row);
      case SMALLINT, UINT2 -> MemoryUtil.getShort(address + 2L * row);
      case INT, UINT4, DATEDAY, TIMESEC, TIMEMILLI -> MemoryUtil.getInt(address + 4L * row);
      case FLOAT4 -> Float.intBitsToFloat(MemoryUtil.getInt(address + 4L * row));
      case FLOAT8 -> Double.longBitsToDouble(MemoryUtil.getLong(address + 8L * row));
      case VARCHAR, LARGEVARCHAR, VIEWVARCHAR -> vector.getObject(row).toString();
      case VARBINARY, LARGEVARBINARY, VIEWVARBINARY, FIXEDSIZEBINARY ->
          bytes((byte[]) vector.getObject(row));
      default -> MemoryUtil.getLong(address + 8L * row);
    };
  }

  static List<Byte> bytes(byte[] bytes) {
    List<Byte> list = new ArrayList<>();
    for (byte b : bytes) {
      list.add(b);
    }
    return list;
  }
}
