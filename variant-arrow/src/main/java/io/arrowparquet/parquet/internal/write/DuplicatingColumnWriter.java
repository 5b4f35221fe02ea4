// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;

/** Hands the values of a FLOAT or DOUBLE column on, and keeps them for its second encoding. */
final class DuplicatingColumnWriter implements ColumnWriter {
  private final ColumnWriter to;
  private final DuplicatedColumn duplicate;

  DuplicatingColumnWriter(ColumnWriter to, DuplicatedColumn duplicate) {
    this.to = to;
    this.duplicate = duplicate;
  }

  @Override
  public void write(float value, int repetition, int definition) {
    to.write(value, repetition, definition);
    duplicate.add(value);
  }

  @Override
  public void write(double value, int repetition, int definition) {
    to.write(value, repetition, definition);
    duplicate.add(value);
  }

  @Override
  public void writeNull(int repetition, int definition) {
    to.writeNull(repetition, definition);
    duplicate.addNull();
  }

  @Override
  public void write(int value, int repetition, int definition) {
    throw otherType();
  }

  @Override
  public void write(long value, int repetition, int definition) {
    throw otherType();
  }

  @Override
  public void write(boolean value, int repetition, int definition) {
    throw otherType();
  }

  @Override
  public void write(Binary value, int repetition, int definition) {
    throw otherType();
  }

  private static IllegalStateException otherType() {
    return new IllegalStateException("a value of another type than FLOAT and DOUBLE");
  }

  @Override
  public void close() {
    to.close();
  }

  @Override
  public long getBufferedSizeInMemory() {
    return to.getBufferedSizeInMemory();
  }
}
