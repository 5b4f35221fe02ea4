// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;

/** Short ways to make schema elements. */
final class Elements {
  private Elements() {}

  static SchemaElement root(int children) {
    return new SchemaElement(null, null, null, "schema", children, null, null, null, null, null);
  }

  static SchemaElement group(String name, FieldRepetitionType repetition, int children) {
    return group(name, repetition, children, null, null);
  }

  static SchemaElement group(
      String name,
      FieldRepetitionType repetition,
      int children,
      Integer converted,
      LogicalType logical) {
    return new SchemaElement(
        null, null, repetition.number(), name, children, converted, null, null, null, logical);
  }

  static SchemaElement leaf(String name, PhysicalType type) {
    return leaf(name, FieldRepetitionType.REQUIRED, type, null, null, null);
  }

  static SchemaElement leaf(
      String name,
      FieldRepetitionType repetition,
      PhysicalType type,
      Integer converted,
      LogicalType logical,
      Integer fieldId) {
    return new SchemaElement(
        type.number(),
        null,
        repetition.number(),
        name,
        null,
        converted,
        null,
        null,
        fieldId,
        logical);
  }
}
