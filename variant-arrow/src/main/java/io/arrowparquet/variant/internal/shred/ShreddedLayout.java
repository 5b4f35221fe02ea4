// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.internal.shred.ShreddedLevel.Kind;
import io.arrowparquet.variant.internal.shred.ShreddedLevel.ShreddedField;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * The shape of a Variant column's storage, read from its Arrow field and proved legal.
 *
 * <pre>
 *   Struct
 *     metadata     Binary, LargeBinary or BinaryView, not null; may be dictionary- or run-end-encoded
 *     value        Binary, LargeBinary or BinaryView          \  at least one of the two
 *     typed_value  a primitive of the table                   /
 *                  | List, LargeList or ListView of Struct(value, typed_value), recursively
 *                  | Struct of one Struct(value, typed_value) per field, recursively
 * </pre>
 *
 * <p>Children are found by name, in any order. Immutable; any thread may share one.
 *
 * @param metadataChild number of the child {@code metadata} in the storage
 * @param root the top level
 */
public record ShreddedLayout(int metadataChild, ShreddedLevel root) {
  public static final String METADATA = "metadata";

  public static final String VALUE = "value";

  public static final String TYPED_VALUE = "typed_value";

  /** The usual field of the metadata. */
  public static final Field METADATA_FIELD = Field.notNullable(METADATA, ArrowType.Binary.INSTANCE);

  /** That of the values. */
  public static final Field VALUE_FIELD = Field.nullable(VALUE, ArrowType.Binary.INSTANCE);

  /** The usual children of a column that is not shredded. */
  public static final List<Field> UNSHREDDED = List.of(METADATA_FIELD, VALUE_FIELD);

  /** Levels a shredded schema may have; a Variant of greater depth would not be read either. */
  private static final int MAX_DEPTH = 128;

  /**
   * Reads the layout of a Variant column.
   *
   * @param storage the column's field; its children count, its own type may be the Struct or the
   *     extension over it
   * @throws IllegalArgumentException if the storage is not legal; the message names the rule
   */
  public static ShreddedLayout of(Field storage) {
    int metadata = -1;
    List<Field> children = storage.getChildren();
    for (int i = 0; i < children.size(); i++) {
      if (children.get(i).getName().equals(METADATA)) {
        metadata = i;
      }
    }
    if (metadata < 0) {
      throw illegal("$", "no child metadata", "one, at the top of the storage");
    }
    checkMetadata(children.get(metadata));
    return new ShreddedLayout(metadata, level("$", storage, true, 1));
  }

  public boolean isShredded() {
    return root.typedChild() >= 0;
  }

  private static void checkMetadata(Field metadata) {
    if (metadata.isNullable()) {
      throw illegal("$", "metadata that may be null", "metadata that may not");
    }
    Field held = metadata;
    if (metadata.getType() instanceof ArrowType.RunEndEncoded) {
      held = runValues(metadata.getChildren());
    }
    boolean isIndex = held.getDictionary() != null && held.getType() instanceof ArrowType.Int;
    if (!isIndex && !isBinary(held)) {
      throw illegal(
          "$",
          "metadata of type " + metadata.getType(),
          "Binary, LargeBinary or BinaryView, plain, dictionary- or run-end-encoded");
    }
  }

  /** The values of run-end-encoded metadata, whose own field says that it may not be null. */
  private static Field runValues(List<Field> children) {
    boolean runs =
        children.size() == 2
            && children.get(0).getType() instanceof ArrowType.Int ends
            && ends.getIsSigned()
            && ends.getBitWidth() > Byte.SIZE;
    if (!runs) {
      throw illegal(
          "$",
          "run-end-encoded metadata of " + children,
          "two children: run ends of signed 16, 32 or 64 bits, and values");
    }
    return children.get(1);
  }

  private static ShreddedLevel level(String path, Field struct, boolean top, int depth) {
    if (depth > MAX_DEPTH) {
      throw illegal(path, "more than " + MAX_DEPTH + " levels", "at most that many");
    }
    int value = ShreddedLevel.NO_CHILD;
    int typed = ShreddedLevel.NO_CHILD;
    Set<String> seen = new HashSet<>();
    List<Field> children = struct.getChildren();
    for (int i = 0; i < children.size(); i++) {
      String name = children.get(i).getName();
      boolean known =
          name.equals(VALUE) || name.equals(TYPED_VALUE) || (top && name.equals(METADATA));
      if (!known || !seen.add(name)) {
        throw illegal(
            path,
            (known ? "a second child " : "a child ") + name,
            top ? "one each of metadata, value, typed_value" : "one each of value, typed_value");
      }
      value = name.equals(VALUE) ? i : value;
      typed = name.equals(TYPED_VALUE) ? i : typed;
    }
    if (value < 0 && typed < 0) {
      throw illegal(path, "neither value nor typed_value", "at least one of them");
    }
    Field binary = value < 0 ? null : children.get(value);
    if (binary != null && (!isBinary(binary) || binary.getDictionary() != null)) {
      throw illegal(path, "value of type " + binary.getType(), "Binary, LargeBinary or BinaryView");
    }
    return typed < 0
        ? new ShreddedLevel(Kind.UNTYPED, path, value, typed, null, null, List.of())
        : typedLevel(path, value, typed, children.get(typed), depth);
  }

  private static ShreddedLevel typedLevel(
      String path, int value, int typed, Field field, int depth) {
    return switch (field.getType().getTypeID()) {
      case Struct -> {
        List<ShreddedField> fields = fields(path, field.getChildren(), depth);
        yield new ShreddedLevel(Kind.OBJECT, path, value, typed, null, null, fields);
      }
      case List, LargeList, ListView -> {
        String elementPath = path + "[*]";
        if (field.getChildren().size() != 1) {
          throw illegal(
              path, "a list of " + field.getChildren().size() + " children", "one, its elements");
        }
        Field element = field.getChildren().get(0);
        requireStruct(elementPath, element);
        ShreddedLevel level = level(elementPath, element, false, depth + 1);
        yield new ShreddedLevel(Kind.ARRAY, path, value, typed, null, level, List.of());
      }
      default -> {
        VariantPrimitive primitive = VariantPrimitive.of(field);
        if (primitive == null || field.getType() instanceof ArrowType.Null) {
          throw illegal(
              path,
              "typed_value of type " + field.getType(),
              "a type that equals a Variant primitive, a List, LargeList or ListView, or a Struct");
        }
        yield new ShreddedLevel(Kind.PRIMITIVE, path, value, typed, primitive, null, List.of());
      }
    };
  }

  private static List<ShreddedField> fields(String path, List<Field> children, int depth) {
    List<ShreddedField> fields = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Field child : children) {
      String fieldPath = path + "." + child.getName();
      requireStruct(fieldPath, child);
      if (!seen.add(child.getName())) {
        throw illegal(fieldPath, "a second shredded field of this name", "one");
      }
      fields.add(new ShreddedField(child.getName(), level(fieldPath, child, false, depth + 1)));
    }
    return List.copyOf(fields);
  }

  private static void requireStruct(String path, Field field) {
    if (!(field.getType() instanceof ArrowType.Struct)) {
      throw illegal(path, "type " + field.getType(), "a Struct with value and/or typed_value");
    }
  }

  private static boolean isBinary(Field field) {
    return switch (field.getType().getTypeID()) {
      case Binary, LargeBinary, BinaryView -> true;
      default -> false;
    };
  }

  private static IllegalArgumentException illegal(String path, String found, String expected) {
    return new IllegalArgumentException(
        "Variant storage at " + path + ": found " + found + ", expected " + expected);
  }
}
