// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.value.VariantCursor;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;

/**
 * One position of a shredded schema: a Struct with {@code value} and/or {@code typed_value}, and
 * what its {@code typed_value} is (variant-arrow/FORMAT.md, section 2).
 *
 * <p>Child numbers are positions in the Struct's list of children. Immutable; threads may share
 * one.
 *
 * @param kind the form, to switch on
 * @param path where in the Variant this level is: {@code $} is the top, {@code $.a[*].b} a field
 *     below
 * @param valueChild number of the child {@code value}, or {@link #NO_CHILD}
 * @param typedChild number of the child {@code typed_value}, or {@link #NO_CHILD}
 * @param primitive the type of {@code typed_value} of a {@link Kind#PRIMITIVE}, else null
 * @param element the level of each element of an {@link Kind#ARRAY}, the only child of the List
 *     {@code typed_value}; else null
 * @param fields the fields of an {@link Kind#OBJECT} that have columns, in the order of the
 *     children of the Struct {@code typed_value}; else none
 */
public record ShreddedLevel(
    Kind kind,
    String path,
    int valueChild,
    int typedChild,
    VariantPrimitive primitive,
    ShreddedLevel element,
    List<ShreddedField> fields) {
  static final int NO_CHILD = -1;

  public enum Kind {
    UNTYPED,
    PRIMITIVE,
    ARRAY,
    OBJECT
  }

  /** A field of a shredded object, which a row does not have in which all of the level is null. */
  public record ShreddedField(String name, ShreddedLevel level) {}

  /** The child {@code value} of the level's Struct; null if there is none. */
  public FieldVector value(StructVector struct) {
    return child(struct, valueChild);
  }

  /** The child {@code typed_value} of the level's Struct; null if there is none. */
  public FieldVector typed(StructVector struct) {
    return child(struct, typedChild);
  }

  private FieldVector child(StructVector struct, int number) {
    FieldVector child = number < 0 ? null : (FieldVector) struct.getChildByOrdinal(number);
    return BufferChecks.requireRows(path, child, struct.getValueCount());
  }

  /**
   * Says that a position has both children, of which {@code value} is no object or ought not be.
   */
  public MalformedVariantException besideTyped(VariantCursor value, String typedKind) {
    return new MalformedVariantException(
            "value beside typed_value",
            "value: " + VariantTypeIds.name(value.typeId()) + ", typed_value: " + typedKind,
            "one of them, or two objects")
        .at(path);
  }
}
