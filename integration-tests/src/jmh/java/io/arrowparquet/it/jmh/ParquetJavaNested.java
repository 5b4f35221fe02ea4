// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.EncodedVariant;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.parquet.variant.Variant;

/** Whole events into nested vectors through parquet-java: one look-up per field of the target. */
final class ParquetJavaNested {
  private ParquetJavaNested() {}

  /** Fills an empty vector. */
  static void fill(FieldVector out, List<EncodedVariant> rows) {
    out.setInitialCapacity(rows.size());
    out.allocateNew();
    for (int row = 0; row < rows.size(); row++) {
      EncodedVariant encoded = rows.get(row);
      put(out, row, new Variant(encoded.value(), encoded.metadata()));
    }
    out.setValueCount(rows.size());
  }

  /** Sets one row; leaves it null where the value does not fit. */
  private static void put(FieldVector out, int row, Variant value) {
    if (value == null) {
      return;
    }
    if (out instanceof StructVector struct) {
      putObject(struct, row, value);
    } else if (out instanceof ListVector list) {
      putArray(list, row, value);
    } else if (out instanceof BigIntVector integers) {
      if (ParquetJavaFill.isInteger(value)) {
        integers.setSafe(row, value.getLong());
      }
    } else if (out instanceof Float8Vector reals) {
      if (value.getType() == Variant.Type.DOUBLE) {
        reals.setSafe(row, value.getDouble());
      } else if (ParquetJavaFill.isInteger(value)) {
        reals.setSafe(row, (double) value.getLong());
      }
    } else if (out instanceof VarCharVector texts) {
      if (value.getType() == Variant.Type.STRING) {
        texts.setSafe(row, value.getString().getBytes(StandardCharsets.UTF_8));
      }
    } else if (value.getType() == Variant.Type.BOOLEAN) {
      ((BitVector) out).setSafe(row, value.getBoolean() ? 1 : 0);
    }
  }

  private static void putObject(StructVector struct, int row, Variant value) {
    if (value.getType() == Variant.Type.OBJECT) {
      struct.setIndexDefined(row);
      for (int i = 0; i < struct.size(); i++) {
        FieldVector child = (FieldVector) struct.getChildByOrdinal(i);
        put(child, row, value.getFieldByKey(child.getName()));
      }
    }
  }

  private static void putArray(ListVector list, int row, Variant value) {
    if (value.getType() == Variant.Type.ARRAY) {
      int elements = value.numArrayElements();
      int start = list.startNewValue(row);
      for (int i = 0; i < elements; i++) {
        put(list.getDataVector(), start + i, value.getElementAtIndex(i));
      }
      list.endValue(row, elements);
    }
  }
}
