// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.internal.thrift.ThriftDifference;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A field that a footer in a bundle and the file's own footer do not have alike. Immutable.
 *
 * @param field path of the field, as {@code row_groups[0].columns[2].meta_data.codec}; of a field
 *     without a name {@code field} and its id
 * @param bundled what the bundle has, as text
 * @param found what the file has, as text
 */
public record FooterDifference(String field, String bundled, String found) {
  /**
   * The first difference of two footers.
   *
   * @param bundled the Thrift struct {@code FileMetaData} that the bundle has
   * @param found that of the file
   * @return null if all fields are equal, in whatever order
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no structs
   */
  public static FooterDifference first(byte[] bundled, byte[] found) {
    return Arrays.equals(bundled, found)
        ? null
        : inStructs("", FileMetaDataCodec.SHAPE, ThriftValues.of(bundled), ThriftValues.of(found));
  }

  private static FooterDifference inStructs(
      String path, StructShape shape, Map<Integer, Object> bundled, Map<Integer, Object> found) {
    TreeSet<Integer> ids = new TreeSet<>(bundled.keySet());
    ids.addAll(found.keySet());
    for (int id : ids) {
      String name = (path.isEmpty() ? "" : path + ".") + ThriftDifference.name(shape, id);
      FooterDifference difference =
          inValues(name, ThriftDifference.child(shape, id), bundled.get(id), found.get(id));
      if (difference != null) {
        return difference;
      }
    }
    return null;
  }

  @SuppressWarnings("unchecked") // ThriftValues makes structs as maps of ids
  private static FooterDifference inValues(
      String path, StructShape shape, Object left, Object right) {
    if (left instanceof Map<?, ?> && right instanceof Map<?, ?>) {
      return inStructs(path, shape, (Map<Integer, Object>) left, (Map<Integer, Object>) right);
    }
    if (left instanceof List<?> bundled && right instanceof List<?> found) {
      for (int i = 0; i < Math.min(bundled.size(), found.size()); i++) {
        FooterDifference difference =
            inValues(path + "[" + i + "]", shape, bundled.get(i), found.get(i));
        if (difference != null) {
          return difference;
        }
      }
      return bundled.size() == found.size()
          ? null
          : new FooterDifference(path, text(bundled), text(found));
    }
    return left != null && left.equals(right)
        ? null
        : new FooterDifference(path, text(left), text(right));
  }

  private static String text(Object value) {
    if (value == null) {
      return "absent";
    }
    if (value instanceof List<?> list) {
      return list.size() + " elements";
    }
    return value instanceof Map<?, ?> struct ? "a struct of " + struct.size() : value.toString();
  }

  /** The path and both values. */
  @Override
  public String toString() {
    return field + ": " + bundled + " in the bundle, " + found + " in the file";
  }
}
