// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.internal.evolution.EvolutionPlan.PlannedField;
import io.arrowparquet.parquet.internal.evolution.EvolutionPlan.RequiredProof;
import io.arrowparquet.parquet.internal.evolution.EvolutionPlan.RequiredProof.Kind;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

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
public record EvolutionPlan(List<PlannedField> fields, List<RequiredProof> proofs) {
  public EvolutionPlan {
    fields = List.copyOf(fields);
    proofs = List.copyOf(proofs);
  }

  /**
   * Makes the plan of a pair of schemas.
   *
   * @param reader the reader's fields
   * @param file the file's fields
   * @throws UnsupportedColumnException if no file of that schema can be read into the reader's,
   *     with column and both types; {@link UnsupportedColumnException#in} adds the file
   */
  public static EvolutionPlan of(
      List<SchemaField> reader, List<SchemaField> file, EvolutionRules rules) {
    if (rules.byFieldId()) {
      requireDistinctIds("the reader's schema", reader);
      requireDistinctIds("the file", file);
    }
    List<RequiredProof> proofs = new ArrayList<>();
    List<PlannedField> fields = new Planner(rules, proofs).fields("", reader, file);
    return new EvolutionPlan(fields, proofs);
  }

  /**
   * Refuses fields of the file that the reader's schema does not have, at any depth of structs.
   *
   * @param path of the group in the reader's schema; empty for the root
   */
  static void requireNoExtra(
      String path, List<SchemaField> reader, List<SchemaField> file, EvolutionRules rules) {
    boolean[] known = new boolean[file.size()];
    int[] matches = FieldMatches.find(reader, file, rules, path);
    for (int i = 0; i < matches.length; i++) {
      if (matches[i] != FieldMatches.NONE) {
        known[matches[i]] = true;
        SchemaField own = reader.get(i);
        SchemaField found = file.get(matches[i]);
        if (own.type().equals(ValueType.STRUCT) && found.type().equals(ValueType.STRUCT)) {
          String below = FieldUnion.path(path, own.name());
          requireNoExtra(below, own.children(), found.children(), rules);
        }
      }
    }
    for (int i = 0; i < known.length; i++) {
      if (!known[i]) {
        throw new UnsupportedColumnException(
            FieldUnion.path(path, file.get(i).name()),
            "a column of type " + file.get(i).type(),
            "only columns that the schema has");
      }
    }
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
        throw new UnsupportedColumnException(
            path,
            "field id " + field.fieldId() + " of both " + other + " and " + path + " in " + schema,
            "one field of an id");
      }
      collectIds(schema, path, field.children(), paths);
    }
  }

  /**
   * What a file's statistics must prove before the file is read by a plan. The plan is for all
   * files of a schema, the proof for each of them.
   *
   * <p>Immutable.
   *
   * @param kind what is to be proved
   * @param path dotted path in the reader's schema, for errors
   * @param file the file's field
   * @param reader the reader's field
   */
  record RequiredProof(Kind kind, String path, SchemaField file, SchemaField reader) {

    public enum Kind {
      /** All values are in the range of the reader's type, which is narrower. */
      VALUES_FIT,
      /** The field is nowhere null, as the reader requires it. */
      NO_NULLS
    }

    public UnsupportedColumnException refused() {
      return kind == Kind.VALUES_FIT
          ? new UnsupportedColumnException(
              path,
              file.type() + " without statistics that prove its values to fit",
              reader.type().toString())
          : new UnsupportedColumnException(
              path,
              "optional " + file.type() + " without statistics that prove it to have no nulls",
              "required " + reader.type());
    }
  }

  /**
   * One field of the reader in an {@link EvolutionPlan}. Immutable.
   *
   * @param reader the reader's field
   * @param file the file's field; null if it has none
   * @param from number of the file's field among its siblings; -1 if it has none
   * @param conversion how its values are converted
   * @param children of the reader's children in their order, where both are structs, lists or maps;
   *     empty otherwise
   */
  public record PlannedField(
      SchemaField reader,
      SchemaField file,
      int from,
      Conversion conversion,
      List<PlannedField> children) {

    public PlannedField {
      children = List.copyOf(children);
    }

    static PlannedField absent(SchemaField reader) {
      return new PlannedField(reader, null, -1, Conversion.ABSENT, List.of());
    }

    public boolean isPresent() {
      return file != null;
    }
  }

  /** {@code proofs} receives what files must prove. */
  private record Planner(EvolutionRules rules, List<RequiredProof> proofs) {
    /** The fields of a group whose path in the reader's schema is given. */
    List<PlannedField> fields(String path, List<SchemaField> readers, List<SchemaField> files) {
      int[] matches = FieldMatches.find(readers, files, rules, path);
      List<PlannedField> planned = new ArrayList<>(matches.length);
      for (int i = 0; i < matches.length; i++) {
        SchemaField reader = readers.get(i);
        String own = FieldUnion.path(path, reader.name());
        if (matches[i] != FieldMatches.NONE) {
          planned.add(field(own, reader, files.get(matches[i]), matches[i]));
        } else if (reader.hasDefault() || (reader.nullable() && rules.missingColumns())) {
          planned.add(PlannedField.absent(reader));
        } else {
          String kind = reader.nullable() ? "a column of type " : "required ";
          throw new InvalidRequestException(
              own, "no such column", kind + reader.type() + ", which has no default");
        }
      }
      return planned;
    }

    private PlannedField field(String path, SchemaField reader, SchemaField file, int from) {
      if (file.nullable() && !reader.nullable()) {
        proofs.add(new RequiredProof(Kind.NO_NULLS, path, file, reader));
      }
      if (reader.type().equals(file.type()) && !file.type().equals(ValueType.VARIANT)) {
        List<PlannedField> children = children(path, reader, file);
        boolean same = isSame(children, file.children().size());
        return new PlannedField(
            reader, file, from, same ? Conversion.KEEP : Conversion.CHILDREN, children);
      }
      Conversion conversion =
          file.type().equals(ValueType.VARIANT) && !reader.type().equals(ValueType.VARIANT)
              ? (rules.decodeVariants() ? Conversion.DECODE : null)
              : Conversion.between(file.type(), reader.type());
      if (conversion == null || (conversion == Conversion.NARROW && !rules.narrowing())) {
        throw new UnsupportedColumnException(
            path, file.type().toString(), "a type that goes into " + reader.type());
      }
      if (conversion == Conversion.NARROW) {
        proofs.add(new RequiredProof(Kind.VALUES_FIT, path, file, reader));
      }
      return new PlannedField(reader, file, from, conversion, List.of());
    }

    private List<PlannedField> children(String path, SchemaField reader, SchemaField file) {
      if (reader.type().equals(ValueType.STRUCT)) {
        return fields(path, reader.children(), file.children());
      }
      List<PlannedField> children = new ArrayList<>();
      for (int i = 0; i < reader.children().size(); i++) {
        SchemaField child = reader.children().get(i);
        children.add(field(FieldUnion.path(path, child.name()), child, file.children().get(i), i));
      }
      return children;
    }

    /** Whether all of this many fields of the file stay as and where they are. */
    static boolean isSame(List<PlannedField> planned, int fileFields) {
      boolean same = planned.size() == fileFields;
      for (int i = 0; same && i < fileFields; i++) {
        PlannedField field = planned.get(i);
        same = field.from() == i && field.conversion() == Conversion.KEEP;
      }
      return same;
    }
  }

  /**
   * Finds the file's field of each of the reader's, among the fields of one group. Field ids first,
   * then exact names, then names without their case; a field that was found is no candidate any
   * more.
   */
  private static final class FieldMatches {
    static final int NONE = -1;

    private final List<SchemaField> readers;
    private final List<SchemaField> files;
    private final EvolutionRules rules;
    private final String path;
    private final int[] found;
    private final boolean[] taken;

    private FieldMatches(
        List<SchemaField> readers, List<SchemaField> files, EvolutionRules rules, String path) {
      this.readers = readers;
      this.files = files;
      this.rules = rules;
      this.path = path;
      this.found = new int[readers.size()];
      this.taken = new boolean[files.size()];
      Arrays.fill(found, NONE);
    }

    /**
     * By number of the reader's field, the number of the file's; {@link #NONE} if it has none.
     *
     * @param path of the group in the reader's schema
     * @throws InvalidRequestException if several fields are meant by one name
     */
    static int[] find(
        List<SchemaField> readers, List<SchemaField> files, EvolutionRules rules, String path) {
      FieldMatches matches = new FieldMatches(readers, files, rules, path);
      if (rules.byFieldId()) {
        matches.byId();
      }
      matches.byName(name -> name);
      if (rules.ignoreCase()) {
        matches.byName(ExactNames::key);
      }
      return matches.found;
    }

    private void byId() {
      Map<Integer, Integer> ids = new HashMap<>();
      for (int i = 0; i < files.size(); i++) {
        if (files.get(i).fieldId() != null) {
          ids.put(files.get(i).fieldId(), i);
        }
      }
      for (int i = 0; i < found.length; i++) {
        Integer file = readers.get(i).fieldId() == null ? null : ids.get(readers.get(i).fieldId());
        if (file != null) {
          take(i, file);
        }
      }
    }

    private void take(int reader, int file) {
      found[reader] = file;
      taken[file] = true;
    }

    private void byName(UnaryOperator<String> key) {
      Map<String, List<Integer>> candidates = new HashMap<>();
      for (int i = 0; i < taken.length; i++) {
        if (!taken[i]) {
          candidates.computeIfAbsent(key.apply(files.get(i).name()), k -> new ArrayList<>()).add(i);
        }
      }
      Map<Integer, Integer> readersOf = new HashMap<>();
      for (int i = 0; i < found.length; i++) {
        if (found[i] != NONE) {
          continue;
        }
        int file = candidate(readers.get(i), candidates.get(key.apply(readers.get(i).name())));
        if (file == NONE) {
          continue;
        }
        Integer other = readersOf.put(file, i);
        if (other != null) {
          throw new InvalidRequestException(
              FieldUnion.path(path, readers.get(i).name()),
              "column " + files.get(file).name(),
              "one column each for " + readers.get(other).name() + " and " + readers.get(i).name());
        }
        take(i, file);
      }
    }

    private int candidate(SchemaField reader, List<Integer> candidates) {
      if (candidates == null) {
        return NONE;
      }
      int candidate = NONE;
      for (int i : candidates) {
        boolean bothHaveIds = reader.fieldId() != null && files.get(i).fieldId() != null;
        if (rules.byFieldId() && bothHaveIds) {
          continue;
        }
        if (candidate != NONE) {
          throw new InvalidRequestException(
              FieldUnion.path(path, reader.name()),
              "columns " + files.get(candidate).name() + " and " + files.get(i).name(),
              "one column of this name");
        }
        candidate = i;
      }
      return candidate;
    }
  }
}
