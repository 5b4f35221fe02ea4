// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ArrowTypeID;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Which storage types an Arrow extension may have. A reader that knows the extension refuses a
 * schema in which the storage is another, so a field keeps the name of an extension only on a
 * storage that it allows:
 *
 * <pre>
 *   arrow.uuid                    FixedSizeBinary(16)
 *   arrow.json                    Utf8, LargeUtf8, Utf8View
 *   arrow.bool8                   Int8
 *   arrow.opaque                  any
 *   arrow.fixed_shape_tensor      FixedSizeList
 *   arrow.variable_shape_tensor   Struct of data (List) and shape (FixedSizeList of Int32)
 *   arrow.timestamp_with_offset   Struct of timestamp (with a time zone) and offset_minutes (Int16)
 *   arrow.parquet.variant         Struct
 *   any other                     the type that the Arrow schema in the file has
 * </pre>
 */
final class ExtensionStorage {
  private static final int UUID_BYTES = 16;

  private ExtensionStorage() {}

  /**
   * Whether a field may have the name of an extension.
   *
   * @param read the field as it is read
   * @param written the field of the Arrow schema in the file, which has the extension
   */
  static boolean isAllowed(String extension, Field read, Field written) {
    ArrowType type = read.getType();
    List<Field> children = read.getChildren();
    return switch (extension) {
      case "arrow.uuid" ->
          type instanceof ArrowType.FixedSizeBinary fixed && fixed.getByteWidth() == UUID_BYTES;
      case "arrow.json" ->
          type instanceof ArrowType.Utf8
              || type instanceof ArrowType.LargeUtf8
              || type instanceof ArrowType.Utf8View;
      case "arrow.bool8" -> type.equals(new ArrowType.Int(Byte.SIZE, true));
      case "arrow.opaque" -> true;
      case "arrow.fixed_shape_tensor" -> type instanceof ArrowType.FixedSizeList;
      case "arrow.variable_shape_tensor" ->
          isPair(type, children, "data", "shape")
              && children.get(0).getType() instanceof ArrowType.List
              && children.get(1).getType() instanceof ArrowType.FixedSizeList;
      case "arrow.timestamp_with_offset" ->
          isPair(type, children, "timestamp", "offset_minutes")
              && children.get(0).getType() instanceof ArrowType.Timestamp timestamp
              && timestamp.getTimezone() != null
              && children.get(1).getType().equals(new ArrowType.Int(Short.SIZE, true));
      case ArrowSchema.VARIANT_EXTENSION -> type instanceof ArrowType.Struct;
      default -> isSame(read, written);
    };
  }

  private static boolean isPair(ArrowType type, List<Field> children, String first, String second) {
    return type instanceof ArrowType.Struct
        && children.size() == 2
        && children.get(0).getName().equals(first)
        && children.get(1).getName().equals(second);
  }

  /** Whether types are equal, to the names of Struct children; those of elements are at will. */
  private static boolean isSame(Field read, Field written) {
    ArrowType type = storage(written.getType());
    boolean sameType =
        read.getType().equals(type)
            // No zone is written as none or as an empty name.
            || (read.getType() instanceof ArrowType.Timestamp timestamp
                && type.equals(new ArrowType.Timestamp(timestamp.getUnit(), "")));
    if (!sameType || read.getChildren().size() != written.getChildren().size()) {
      return false;
    }
    for (int i = 0; i < read.getChildren().size(); i++) {
      Field child = read.getChildren().get(i);
      Field other = written.getChildren().get(i);
      boolean named = type.getTypeID() == ArrowTypeID.Struct;
      if ((named && !child.getName().equals(other.getName())) || !isSame(child, other)) {
        return false;
      }
    }
    return true;
  }

  private static ArrowType storage(ArrowType type) {
    return type instanceof ExtensionType extension ? extension.storageType() : type;
  }
}
