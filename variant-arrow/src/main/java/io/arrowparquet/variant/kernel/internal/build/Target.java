// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantPath;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** What one position of the rows becomes; {@code path}: {@code $.items[*].price}. */
public record Target(Field field, String path, ConversionMode mode) {
  public boolean nullable() {
    return field.isNullable();
  }

  public boolean mismatchIsNull() {
    return mode.misfitIsNull() && field.isNullable();
  }

  public ConversionException mismatch(String found) {
    String nullable = field.isNullable() ? "" : " not null";
    return new ConversionException(path, found, field.getType() + nullable);
  }

  public Target field(Field child) {
    return new Target(child, path + VariantPath.Step.field(child.getName()), mode);
  }

  public Target element(Field child) {
    return new Target(child, path + "[*]", mode);
  }

  /**
   * The target of a child at the same place: a member of a union. It converts without loss: with
   * casts, the first member that text is cast to would take all values.
   */
  public Target member(Field child) {
    return new Target(child, path, mode.lossless());
  }

  /** Takes the values of one position row by row, and gives them to a vector in the end. */
  public interface RowTarget extends VectorMemory.Part {
    int count();

    void put(VariantCursor value);

    void putMissing();

    /** Appends a row of a column; null is SQL null. */
    default void putRow(VariantCursor value) {
      if (value == null) {
        putMissing();
      } else {
        put(value);
      }
    }

    /** Appends rows without a value, placeholders under a null parent among them. */
    void addNulls(int rows);

    /** The type of the rows where it is derived from the values, not given by a target. */
    Field naturalField(String name);

    /** Hands the rows to an empty vector of their type. */
    void load(FieldVector vector);
  }
}
