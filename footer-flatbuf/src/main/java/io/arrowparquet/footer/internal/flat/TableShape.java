// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import java.util.List;

/** The fields of one table of a FlatBuffers schema, in the order of their numbers. */
public record TableShape(String name, List<Field> fields) {
  public enum Kind {
    SCALAR,
    STRING,
    /** A reference to a vector of scalars or structs of the field's width. */
    VECTOR,
    TABLE,
    TABLES,
    STRINGS,
    UNION_TAG,
    UNION_MEMBER
  }

  /**
   * What stands in a slot.
   *
   * @param width bytes of the scalar, or of one element of the vector
   * @param align what the position of the scalar or element is a multiple of
   * @param tables the table referred to, or the members of the union by tag (from 1)
   */
  public record Field(String name, Kind kind, int width, int align, List<TableShape> tables) {
    public boolean isScalar() {
      return kind == Kind.SCALAR || kind == Kind.UNION_TAG;
    }

    /** Bytes in the table: of the scalar, or of the reference. */
    public int inlineBytes() {
      return isScalar() ? width : FooterBytes.REFERENCE;
    }
  }

  public static TableShape of(String name, Field... fields) {
    return new TableShape(name, List.of(fields));
  }

  public static Field scalar(String name, int width) {
    return new Field(name, Kind.SCALAR, width, width, List.of());
  }

  public static Field string(String name) {
    return new Field(name, Kind.STRING, 1, 1, List.of());
  }

  public static Field vector(String name, int width) {
    return new Field(name, Kind.VECTOR, width, width, List.of());
  }

  public static Field structs(String name, int width, int align) {
    return new Field(name, Kind.VECTOR, width, align, List.of());
  }

  public static Field table(String name, TableShape table) {
    return new Field(name, Kind.TABLE, 0, 0, List.of(table));
  }

  public static Field tables(String name, TableShape table) {
    return new Field(name, Kind.TABLES, 0, 0, List.of(table));
  }

  public static Field strings(String name) {
    return new Field(name, Kind.STRINGS, 0, 0, List.of());
  }

  public static Field unionTag(String name) {
    return new Field(name, Kind.UNION_TAG, 1, 1, List.of());
  }

  public static Field unionMember(String name, TableShape... members) {
    return new Field(name, Kind.UNION_MEMBER, 0, 0, List.of(members));
  }
}
