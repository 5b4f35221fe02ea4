// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import java.util.Arrays;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;

/**
 * Keeps the cells that parquet-java's writer calls for, by column: numbers in arrays, and of
 * strings and encoded values only the reference that it was given. Each cell has its row's number.
 */
final class ParquetJavaCells extends RecordConsumer {
  private static final int FIRST_CELLS = 1024;
  private static final int MAX_DEPTH = 64;

  private final Column[] open = new Column[MAX_DEPTH];
  private int depth;
  private int row;
  private long cells;

  ParquetJavaCells() {
    open[0] = new Column();
  }

  /** Says that the next cells are those of another row. */
  void endRow() {
    row++;
  }

  long cells() {
    return cells;
  }

  @Override
  public void startMessage() {}

  @Override
  public void endMessage() {}

  @Override
  public void startField(String field, int index) {
    Column child = open[depth].child(index);
    open[++depth] = child;
  }

  @Override
  public void endField(String field, int index) {
    depth--;
  }

  @Override
  public void startGroup() {}

  @Override
  public void endGroup() {}

  @Override
  public void addInteger(int value) {
    addLong(value);
  }

  @Override
  public void addLong(long value) {
    cells++;
    open[depth].add(row, value);
  }

  @Override
  public void addBoolean(boolean value) {
    addLong(value ? 1 : 0);
  }

  @Override
  public void addBinary(Binary value) {
    cells++;
    open[depth].add(row, value);
  }

  @Override
  public void addFloat(float value) {
    addLong(Float.floatToRawIntBits(value));
  }

  @Override
  public void addDouble(double value) {
    addLong(Double.doubleToRawLongBits(value));
  }

  /** A column, or a group with columns in it. */
  private static final class Column {
    private Column[] children = {};
    private int[] rows = {};
    private long[] numbers = {};
    private Binary[] binaries = {};
    private int size;

    Column child(int index) {
      if (index >= children.length) {
        children = Arrays.copyOf(children, index + 1);
      }
      if (children[index] == null) {
        children[index] = new Column();
      }
      return children[index];
    }

    void add(int row, long number) {
      if (size == numbers.length) {
        numbers = Arrays.copyOf(numbers, Math.max(FIRST_CELLS, 2 * size));
      }
      numbers[size] = number;
      addRow(row);
    }

    void add(int row, Binary binary) {
      if (size == binaries.length) {
        binaries = Arrays.copyOf(binaries, Math.max(FIRST_CELLS, 2 * size));
      }
      binaries[size] = binary;
      addRow(row);
    }

    private void addRow(int row) {
      if (size == rows.length) {
        rows = Arrays.copyOf(rows, Math.max(FIRST_CELLS, 2 * size));
      }
      rows[size++] = row;
    }
  }
}
