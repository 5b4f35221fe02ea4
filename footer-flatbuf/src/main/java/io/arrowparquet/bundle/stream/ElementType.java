// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.SchemaElement;

/**
 * What a type number and its parameters say of a schema element. The components are as in {@link
 * SchemaElement}.
 *
 * @param isGroup whether the element takes a layer
 * @param hasRepetition whether {@code repetition_type} is present
 */
record ElementType(
    boolean isGroup,
    boolean hasRepetition,
    Integer typeNumber,
    Integer typeLength,
    Integer convertedTypeNumber,
    Integer scale,
    Integer precision,
    LogicalType logicalType) {

  SchemaElement element(String name, int repetition, Integer fieldId, Integer numChildren) {
    return new SchemaElement(
        typeNumber,
        typeLength,
        hasRepetition ? repetition : null,
        name,
        numChildren,
        convertedTypeNumber,
        scale,
        precision,
        fieldId,
        logicalType);
  }
}
