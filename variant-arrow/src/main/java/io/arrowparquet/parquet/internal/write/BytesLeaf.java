// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.parquet.io.api.Binary;

final class BytesLeaf extends LeafNodeWriter {
  private static final int MOST_BYTES = Integer.MAX_VALUE - Long.BYTES;

  private final byte[] forNull;
  private byte[] bytes = new byte[256];
  private BinaryColumn column;

  /**
   * A column.
   *
   * @param forNull what a null of a required column is written as; null where it is an error
   */
  BytesLeaf(String path, Levels levels, boolean nullable, byte[] forNull) {
    super(path, levels, nullable);
    this.forNull = forNull == null ? null : forNull.clone();
  }

  @Override
  void start(FieldVector vector) {
    start(storage(vector), null);
  }

  /** As {@link #start(FieldVector)}, with the dictionaries of an encoded vector. */
  void start(FieldVector vector, DictionaryProvider dictionaries) {
    super.start(vector);
    column = BinaryColumn.of(vector, dictionaries);
  }

  @Override
  void put(int row, int repetition) {
    if (column.isNull(row)) { // an encoded vector has its nulls elsewhere
      putNull(repetition);
      return;
    }
    column.seek(row);
    ArrowBuf buffer = column.buffer();
    long start = column.start();
    BufferChecks.requireRange("range of a value", buffer, start, column.end());
    int length = (int) (column.end() - start);
    if (length > bytes.length) {
      bytes = new byte[(int) Math.min(MOST_BYTES, Math.max(length, 2L * bytes.length))];
    }
    buffer.getBytes(start, bytes, 0, length);
    out().write(Binary.fromReusedByteArray(bytes, 0, length), repetition, definition());
  }

  @Override
  void putNull(int repetition) {
    if (isNullable() || forNull == null) {
      super.putNull(repetition);
    } else {
      out().write(Binary.fromConstantByteArray(forNull), repetition, definition());
    }
  }

  @Override
  void end() {
    super.end();
    column = null;
  }
}
