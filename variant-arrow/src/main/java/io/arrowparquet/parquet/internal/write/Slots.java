// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import java.util.Arrays;

/**
 * The entries of one place in the schema, for a run of rows: one for each value or null that the
 * place's columns are to hold.
 *
 * <pre>
 *   index        row of the place's vector, or NONE where something above is null or empty
 *   definition   where index is NONE: the definition level of the null
 *   repetition   the repetition level; 0 where a row begins
 * </pre>
 *
 * Reused from run to run, so that writing makes no garbage.
 */
final class Slots {
  static final int NONE = -1;
  private static final int INITIAL = 1024;

  private int firstRow;
  private int count;
  private int[] index = new int[INITIAL];
  private int[] definition = new int[INITIAL];
  private int[] repetition = new int[INITIAL];

  /** No entries, for the rows that other entries are of. */
  void clearFor(Slots rows) {
    count = 0;
    firstRow = rows.firstRow;
  }

  void setRows(int first, int rows) {
    count = 0;
    firstRow = first;
    for (int row = first; row < first + rows; row++) {
      add(row, 0, 0);
    }
  }

  void addPresent(int row, int repetitionLevel) {
    add(row, 0, repetitionLevel);
  }

  void addAbsent(int definitionLevel, int repetitionLevel) {
    add(NONE, definitionLevel, repetitionLevel);
  }

  private void add(int row, int definitionLevel, int repetitionLevel) {
    if (count == index.length) {
      int length = (int) Math.min(Integer.MAX_VALUE - Long.BYTES, 2L * count);
      index = Arrays.copyOf(index, length);
      definition = Arrays.copyOf(definition, length);
      repetition = Arrays.copyOf(repetition, length);
    }
    index[count] = row;
    definition[count] = definitionLevel;
    repetition[count] = repetitionLevel;
    count++;
  }

  int count() {
    return count;
  }

  int index(int entry) {
    return index[entry];
  }

  int definition(int entry) {
    return definition[entry];
  }

  int repetition(int entry) {
    return repetition[entry];
  }

  /** The row of the batch that an entry belongs to: one begins where the repetition level is 0. */
  int rowOf(int entry) {
    int rows = firstRow;
    for (int i = 0; i <= entry; i++) {
      rows += repetition[i] == 0 ? 1 : 0;
    }
    return rows - 1;
  }
}
