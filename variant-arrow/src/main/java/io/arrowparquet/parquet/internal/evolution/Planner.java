// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.internal.evolution.RequiredProof.Kind;
import io.arrowparquet.parquet.options.EvolutionRules;
import java.util.ArrayList;
import java.util.List;

/** Goes down two schemas at a time. */
final class Planner {
  private static final ValueType VARIANT = new ValueType.Variant();

  private final EvolutionRules rules;
  private final List<RequiredProof> proofs;

  /**
   * A planner.
   *
   * @param proofs receives what files must prove
   */
  Planner(EvolutionRules rules, List<RequiredProof> proofs) {
    this.rules = rules;
    this.proofs = proofs;
  }

  /** The fields of a group whose path in the reader's schema is given. */
  List<PlannedField> fields(String path, List<SchemaField> readers, List<SchemaField> files) {
    int[] matches = FieldMatches.find(readers, files, rules, path);
    List<PlannedField> planned = new ArrayList<>(matches.length);
    for (int i = 0; i < matches.length; i++) {
      SchemaField reader = readers.get(i);
      String own = FieldUnion.path(path, reader.name());
      if (matches[i] != FieldMatches.NONE) {
        planned.add(field(own, reader, files.get(matches[i]), matches[i]));
      } else if (reader.nullable() || reader.hasDefault()) {
        planned.add(PlannedField.absent(reader));
      } else {
        throw new IncompatibleSchemaException(
            own, "no such column", "required " + reader.type() + ", which has no default");
      }
    }
    return planned;
  }

  private PlannedField field(String path, SchemaField reader, SchemaField file, int from) {
    if (file.nullable() && !reader.nullable()) {
      proofs.add(new RequiredProof(Kind.NO_NULLS, path, file, reader));
    }
    if (reader.type().equals(file.type()) && !file.type().equals(VARIANT)) {
      List<PlannedField> children = children(path, reader, file);
      boolean same = isSame(children, file.children().size());
      return new PlannedField(
          reader, file, from, same ? Conversion.KEEP : Conversion.CHILDREN, children);
    }
    Conversion conversion =
        file.type().equals(VARIANT) && !reader.type().equals(VARIANT)
            ? (rules.decodeVariants() ? Conversion.DECODE : null)
            : Conversion.between(file.type(), reader.type());
    if (conversion == null || (conversion == Conversion.NARROW && !rules.narrowing())) {
      throw new IncompatibleSchemaException(
          path, file.type().toString(), "a type that goes into " + reader.type());
    }
    if (conversion == Conversion.NARROW) {
      proofs.add(new RequiredProof(Kind.VALUES_FIT, path, file, reader));
    }
    return new PlannedField(reader, file, from, conversion, List.of());
  }

  private List<PlannedField> children(String path, SchemaField reader, SchemaField file) {
    if (reader.type() instanceof ValueType.Struct) {
      return fields(path, reader.children(), file.children());
    }
    List<PlannedField> children = new ArrayList<>();
    for (int i = 0; i < reader.children().size(); i++) {
      SchemaField child = reader.children().get(i);
      children.add(field(FieldUnion.path(path, child.name()), child, file.children().get(i), i));
    }
    return children;
  }

  /** Whether all of so many fields of the file stay as and where they are. */
  static boolean isSame(List<PlannedField> planned, int fileFields) {
    boolean same = planned.size() == fileFields;
    for (int i = 0; same && i < fileFields; i++) {
      PlannedField field = planned.get(i);
      same = field.from() == i && field.conversion() == Conversion.KEEP;
    }
    return same;
  }
}
