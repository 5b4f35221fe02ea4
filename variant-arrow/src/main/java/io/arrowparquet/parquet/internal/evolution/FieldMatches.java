// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Finds the file's field of each of the reader's, among the fields of one group. Field ids first,
 * then exact names, then names without their case; a field that was found is no candidate any more.
 */
final class FieldMatches {
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
   * @throws UnsupportedColumnException if several fields are meant by one name
   */
  static int[] find(
      List<SchemaField> readers, List<SchemaField> files, EvolutionRules rules, String path) {
    FieldMatches matches = new FieldMatches(readers, files, rules, path);
    if (rules.byFieldId()) {
      matches.byId();
    }
    matches.byName(name -> name);
    if (rules.ignoreCase()) {
      matches.byName(name -> name.toLowerCase(Locale.ROOT));
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
        throw new UnsupportedColumnException(
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
        throw new UnsupportedColumnException(
            FieldUnion.path(path, reader.name()),
            "columns " + files.get(candidate).name() + " and " + files.get(i).name(),
            "one column of this name");
      }
      candidate = i;
    }
    return candidate;
  }
}
