// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import java.util.List;

/**
 * One field of the reader in an {@link EvolutionPlan}. Immutable.
 *
 * @param reader the reader's field
 * @param file the file's field; null if it has none
 * @param from number of the file's field among its siblings; -1 if it has none
 * @param conversion what becomes of the values
 * @param children of the reader's children in their order, where both are structs, lists or maps;
 *     empty otherwise
 */
public record PlannedField(
    SchemaField reader,
    SchemaField file,
    int from,
    Conversion conversion,
    List<PlannedField> children) {

  /** Copies the list. */
  public PlannedField {
    children = List.copyOf(children);
  }

  /** A field that the file lacks. */
  static PlannedField absent(SchemaField reader) {
    return new PlannedField(reader, null, -1, Conversion.ABSENT, List.of());
  }

  /** Whether the file has the field. */
  public boolean isPresent() {
    return file != null;
  }
}
