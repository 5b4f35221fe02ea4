// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import java.util.List;

/**
 * One position of a shredded schema: a Struct with {@code value} and/or {@code typed_value}, and
 * what its {@code typed_value} is (variant-arrow/FORMAT.md, section 2).
 *
 * <p>Child numbers are positions in the Struct's list of children, -1 where there is no such child.
 * Immutable; threads may share one.
 */
public sealed interface ShreddedLevel {
  /** In place of a child's number: the Struct has no such child. */
  int NO_CHILD = -1;

  /** The forms a level can have. */
  enum Kind {
    /** No {@code typed_value}: every Variant is in {@code value}. */
    UNTYPED,
    /** {@code typed_value} is a primitive of the table. */
    PRIMITIVE,
    /** {@code typed_value} is a List of shredded elements. */
    ARRAY,
    /** {@code typed_value} is a Struct of shredded fields. */
    OBJECT
  }

  /** The form, to switch on. */
  Kind kind();

  /** Where in the Variant this level is: {@code $} is the top, {@code $.a[*].b} a field below. */
  String path();

  /** Number of the child {@code value}, or {@link #NO_CHILD}. */
  int valueChild();

  /** Number of the child {@code typed_value}, or {@link #NO_CHILD}. */
  int typedChild();

  /** A level without {@code typed_value}. */
  record UntypedLevel(String path, int valueChild) implements ShreddedLevel {
    @Override
    public Kind kind() {
      return Kind.UNTYPED;
    }

    @Override
    public int typedChild() {
      return NO_CHILD;
    }
  }

  /**
   * A level shredded as a primitive.
   *
   * @param primitive the type of {@code typed_value}
   */
  record PrimitiveLevel(String path, int valueChild, int typedChild, VariantPrimitive primitive)
      implements ShreddedLevel {
    @Override
    public Kind kind() {
      return Kind.PRIMITIVE;
    }
  }

  /**
   * A level shredded as an array.
   *
   * @param element the level of each element: the only child of the List {@code typed_value}
   */
  record ArrayLevel(String path, int valueChild, int typedChild, ShreddedLevel element)
      implements ShreddedLevel {
    @Override
    public Kind kind() {
      return Kind.ARRAY;
    }
  }

  /**
   * A level shredded as an object.
   *
   * @param fields the fields that have columns, in the order of the children of the Struct {@code
   *     typed_value}
   */
  record ObjectLevel(String path, int valueChild, int typedChild, List<ShreddedField> fields)
      implements ShreddedLevel {
    /** Copies the list. */
    public ObjectLevel {
      fields = List.copyOf(fields);
    }

    @Override
    public Kind kind() {
      return Kind.OBJECT;
    }
  }

  /**
   * A field of a shredded object.
   *
   * @param name as in the Variant's dictionary
   * @param level its level; a row in which all of it is null does not have the field
   */
  record ShreddedField(String name, ShreddedLevel level) {}
}
