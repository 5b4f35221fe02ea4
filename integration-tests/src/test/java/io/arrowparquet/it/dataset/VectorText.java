// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.vector.FieldVector;

/** Values of vectors as text in which equal values are equal. */
final class VectorText {
  private VectorText() {}

  static String value(FieldVector vector, int row) {
    return String.valueOf(comparable(vector.getObject(row)));
  }

  private static Object comparable(Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(VectorText::comparable).map(String::valueOf).toList();
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, String> fields = new TreeMap<>();
      map.forEach((name, field) -> fields.put(name.toString(), String.valueOf(comparable(field))));
      return fields;
    }
    return value;
  }
}
