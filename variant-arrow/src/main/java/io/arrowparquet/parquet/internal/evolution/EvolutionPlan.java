// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.options.EvolutionRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How files of one schema are read into the reader's. It is made once for a pair of schemas and
 * serves each file of the second, as far as that file's statistics give the {@link #proofs()}.
 *
 * <p>Fields of structs meet by field id or name ({@link EvolutionRules}); what the reader lacks is
 * left out, what the file lacks is the reader's default or null. Elements of lists, and keys and
 * values of maps, are their own kind and meet whatever their names and ids are. All fields below
 * follow the same rules, at any depth. Types change as {@link Conversion} has them.
 *
 * <p>A required field of the file may be optional for the reader. An optional one may be required
 * only by proof. Keys of maps are never null in either schema.
 *
 * <p>Immutable; threads may share one.
 */
public final class EvolutionPlan {
  private final List<PlannedField> fields;
  private final List<RequiredProof> proofs;
  private final boolean identity;

  private EvolutionPlan(List<PlannedField> fields, List<RequiredProof> proofs, boolean identity) {
    this.fields = List.copyOf(fields);
    this.proofs = List.copyOf(proofs);
    this.identity = identity;
  }

  /**
   * Makes the plan of a pair of schemas.
   *
   * @param reader the reader's fields
   * @param file the file's fields
   * @throws IncompatibleSchemaException if no file of that schema can be read into the reader's,
   *     with column and both types; {@link IncompatibleSchemaException#in} adds the file
   */
  public static EvolutionPlan of(
      List<SchemaField> reader, List<SchemaField> file, EvolutionRules rules) {
    if (rules.byFieldId()) {
      requireDistinctIds("the reader's schema", reader);
      requireDistinctIds("the file", file);
    }
    List<RequiredProof> proofs = new ArrayList<>();
    List<PlannedField> fields = new Planner(rules, proofs).fields("", reader, file);
    return new EvolutionPlan(
        fields, proofs, proofs.isEmpty() && Planner.isSame(fields, file.size()));
  }

  /** The reader's fields, in their order. */
  public List<PlannedField> fields() {
    return fields;
  }

  /** What each file has to prove before it is read by this plan. */
  public List<RequiredProof> proofs() {
    return proofs;
  }

  /** Whether files are read as they are: nothing is converted, moved, added, left out or proved. */
  public boolean isIdentity() {
    return identity;
  }

  private static void requireDistinctIds(String schema, List<SchemaField> fields) {
    collectIds(schema, "", fields, new HashMap<>());
  }

  private static void collectIds(
      String schema, String parent, List<SchemaField> fields, Map<Integer, String> paths) {
    for (SchemaField field : fields) {
      String path = FieldUnion.path(parent, field.name());
      String other = field.fieldId() == null ? null : paths.put(field.fieldId(), path);
      if (other != null) {
        throw new IncompatibleSchemaException(
            path,
            "field id " + field.fieldId() + " of both " + other + " and " + path + " in " + schema,
            "one field of an id");
      }
      collectIds(schema, path, field.children(), paths);
    }
  }
}
