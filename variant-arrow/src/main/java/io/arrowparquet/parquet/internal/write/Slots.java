// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.variant.internal.ValidityBits;
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
 * <p>Those of rows that follow one another, with nothing above them, are not stored one by one.
 * Reused from run to run, so that writing makes no garbage.
 */
final class Slots {
  static final int NONE = -1;
  private static final int INITIAL = 1024;
  private static final int[] EMPTY = {};

  private WriteScratch scratch;
  private int firstRow;
  private int count;

  /**
   * Whether the entries are {@code count} rows from {@link #firstRow} on; then no array is used.
   */
  private boolean consecutive;

  /** Whether each row comes after those of earlier entries. */
  private boolean ascending;

  private int endOfRun;

  private int[] index = EMPTY;
  private int[] definition = EMPTY;
  private int[] repetition = EMPTY;

  /** No entries, for the rows that other entries are of. */
  void clearFor(Slots rows) {
    count = 0;
    consecutive = false;
    ascending = rows.ascending;
    endOfRun = 0;
    firstRow = rows.firstRow;
    scratch = rows.scratch;
  }

  void setRows(int first, int rows, WriteScratch of) {
    count = rows;
    consecutive = true;
    ascending = true;
    firstRow = first;
    scratch = of;
  }

  void addPresent(int row, int repetitionLevel) {
    add(row, 0, repetitionLevel);
  }

  /** A row of a dictionary. */
  void addAnywhere(int row, int repetitionLevel) {
    ascending = false;
    add(row, 0, repetitionLevel);
  }

  void addAbsent(int definitionLevel, int repetitionLevel) {
    add(NONE, definitionLevel, repetitionLevel);
  }

  private void add(int row, int definitionLevel, int repetitionLevel) {
    if (count == index.length) {
      reserve(1);
    }
    index[count] = row;
    definition[count] = definitionLevel;
    repetition[count] = repetitionLevel;
    count++;
  }

  /** Rows that follow one another, at least one. */
  void addRun(int first, int rows, int firstRepetition, int repetitionLevel) {
    reserve(rows);
    for (int i = 0; i < rows; i++) {
      index[count + i] = first + i;
    }
    Arrays.fill(repetition, count, count + rows, repetitionLevel);
    repetition[count] = firstRepetition;
    count += rows;
    ascending &= first >= endOfRun;
    endOfRun = first + rows;
  }

  /** The entries of a group, those that are null as absent. */
  void addNotNull(Slots of, ValidityBits bits, int nullDefinition) {
    reserve(of.count);
    for (int i = 0; i < of.count; i++) {
      int row = of.index(i);
      boolean isAbsent = row == NONE;
      index[i] = isAbsent || bits.isNull(row) ? NONE : row;
      definition[i] = isAbsent ? of.definition[i] : nullDefinition;
      repetition[i] = of.repetition(i);
    }
    count = of.count;
  }

  private void reserve(int more) {
    if (count + (long) more > index.length) {
      long larger = Math.max(Math.max(INITIAL, count + (long) more), 2L * index.length);
      int length = (int) Math.min(Integer.MAX_VALUE - Long.BYTES, larger);
      index = Arrays.copyOf(index, length);
      definition = Arrays.copyOf(definition, length);
      repetition = Arrays.copyOf(repetition, length);
    }
  }

  int count() {
    return count;
  }

  WriteScratch scratch() {
    return scratch;
  }

  /** Whether entry {@code i} is row {@code index(0) + i}, which begins a row of the batch. */
  boolean isConsecutive() {
    return consecutive;
  }

  /** Whether the rows of entries, where there are any, are in order. */
  boolean isAscending() {
    return ascending;
  }

  int index(int entry) {
    return consecutive ? firstRow + entry : index[entry];
  }

  int definition(int entry) {
    return definition[entry];
  }

  int repetition(int entry) {
    return consecutive ? 0 : repetition[entry];
  }

  /** The repetition levels, if the entries are not consecutive. */
  int[] repetitions() {
    return repetition;
  }

  /**
   * Puts the rows of entries that are there into an array, and the definition levels of all into
   * another: those of entries that are there are given. How many those are.
   */
  int findPresent(int from, int entries, int level, int[] rows, int[] levels) {
    int present = 0;
    for (int i = 0; i < entries; i++) {
      int row = index[from + i];
      rows[present] = row;
      present += row < 0 ? 0 : 1;
      levels[i] = row < 0 ? definition[from + i] : level;
    }
    return present;
  }

  /** The end of entries from {@code from} on, at most {@code most}, that begin this many rows. */
  int endOfRows(int from, int most, int rows) {
    int end = Math.min(count - from, most) + from;
    if (consecutive || end - from <= rows) {
      return Math.min(end, from + rows);
    }
    int left = rows;
    for (int entry = from; entry < end; entry++) {
      if (repetition[entry] == 0 && --left < 0) {
        return entry;
      }
    }
    return end;
  }

  /** The row of the batch that an entry belongs to: one begins where the repetition level is 0. */
  int rowOf(int entry) {
    if (consecutive) {
      return firstRow + entry;
    }
    int rows = firstRow;
    for (int i = 0; i <= entry; i++) {
      rows += repetition[i] == 0 ? 1 : 0;
    }
    return rows - 1;
  }
}
