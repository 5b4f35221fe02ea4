// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import org.jspecify.annotations.Nullable;

/**
 * One node of the schema, which is stored depth first; the first element is the root.
 *
 * @param typeNumber physical type; null for groups
 * @param typeLength bytes of a FIXED_LEN_BYTE_ARRAY value; null if absent
 * @param repetitionTypeNumber repetition; null for the root
 * @param name name in the parent
 * @param numChildren how many children follow; null for leaves
 * @param convertedTypeNumber annotation in old files; null if absent
 * @param scale scale of a DECIMAL in old files; null if absent
 * @param precision precision of a DECIMAL in old files; null if absent
 * @param fieldId the application's id of the field; null if absent
 * @param logicalType annotation; null if absent
 */
public record SchemaElement(
    @Nullable Integer typeNumber,
    @Nullable Integer typeLength,
    @Nullable Integer repetitionTypeNumber,
    String name,
    @Nullable Integer numChildren,
    @Nullable Integer convertedTypeNumber,
    @Nullable Integer scale,
    @Nullable Integer precision,
    @Nullable Integer fieldId,
    @Nullable LogicalType logicalType) {
  /** The constant for {@link #typeNumber}; null if it is not known or absent. */
  public @Nullable PhysicalType type() {
    return typeNumber == null ? null : PhysicalType.forNumber(typeNumber);
  }

  /** The constant for {@link #repetitionTypeNumber}; null if it is not known or absent. */
  public @Nullable FieldRepetitionType repetitionType() {
    return repetitionTypeNumber == null
        ? null
        : FieldRepetitionType.forNumber(repetitionTypeNumber);
  }

  /** The constant for {@link #convertedTypeNumber}; null if it is not known or absent. */
  public @Nullable ConvertedType convertedType() {
    return convertedTypeNumber == null ? null : ConvertedType.forNumber(convertedTypeNumber);
  }

  /** The same element with another number of children. */
  public SchemaElement withChildren(int children) {
    return new SchemaElement(
        typeNumber,
        typeLength,
        repetitionTypeNumber,
        name,
        children,
        convertedTypeNumber,
        scale,
        precision,
        fieldId,
        logicalType);
  }
}
