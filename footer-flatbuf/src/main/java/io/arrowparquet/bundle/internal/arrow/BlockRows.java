// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.arrow;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.model.BinaryValue;
import java.util.List;

/** The rows of a block that was read; {@link BlockWriter} draws it. Immutable. */
public final class BlockRows {
  private final BlockShape shape;
  private final int rows;
  private final long offset;

  /** By the number of the field; null where no row has a value. */
  private final BatchColumn[] columns;

  private BlockRows(BlockShape shape, int rows, long offset) {
    this.shape = shape;
    this.rows = rows;
    this.offset = offset;
    this.columns = new BatchColumn[shape.size()];
  }

  /**
   * Reads a block, whose checksum has been compared.
   *
   * @param offset where the bytes begin in the bundle, for exceptions
   * @param maximum bytes that the values of a field may have
   * @throws CorruptFooterException if the bytes are no such block
   */
  public static BlockRows read(
      BlockShape shape,
      BlockLayout layout,
      byte[] bytes,
      int start,
      int end,
      long offset,
      int rows,
      int maximum) {
    BlockRows block = new BlockRows(shape, rows, offset);
    BatchReader constants = new BatchReader(bytes, start, end, offset, 1, maximum);
    block.put(layout.constants(), constants.columns(layout.constants(), true));
    int next = constants.end();
    BatchReader varying = new BatchReader(bytes, next, end, offset + next - start, rows, maximum);
    block.put(layout.varying(), varying.columns(layout.varying(), false));
    return block;
  }

  private void put(List<BatchField> fields, BatchColumn[] found) {
    for (int i = 0; i < found.length; i++) {
      Integer field = shape.find(fields.get(i).name());
      if (field == null) {
        continue;
      }
      if (!shape.accepts(field, found[i].type())) {
        throw new CorruptFooterException(
            "type of field " + shape.name(field),
            offset,
            found[i].type().toString(),
            "one that holds the field");
      }
      columns[field] = found[i];
    }
  }

  public int rows() {
    return rows;
  }

  public boolean isNull(int field, int row) {
    return columns[field] == null || columns[field].isNull(row);
  }

  /** Whether rows may have different values, or some have none. */
  public boolean isVarying(int field) {
    return columns[field] != null && !columns[field].isConstant();
  }

  /** Whether some rows may have no value, and others one. */
  public boolean hasNulls(int field) {
    return isVarying(field) && columns[field].validity() != null;
  }

  /**
   * A number.
   *
   * @throws CorruptFooterException if there is none
   */
  public long number(int field, int row) {
    requireValue(field, row);
    return columns[field].number(row);
  }

  /**
   * A number from 0 to 2^31 - 1.
   *
   * @throws CorruptFooterException if it is another, or none
   */
  public int count(int field, int row) {
    long found = number(field, row);
    if (found != (int) found || found < 0) {
      throw new CorruptFooterException(
          "field " + shape.name(field) + " of row " + row,
          offset,
          Long.toString(found),
          "0 to " + Integer.MAX_VALUE);
    }
    return (int) found;
  }

  /** A number, or another one where there is none. */
  public long number(int field, int row, long otherwise) {
    return isNull(field, row) ? otherwise : columns[field].number(row);
  }

  /** A number; null if there is none. */
  public Long optionalNumber(int field, int row) {
    return isNull(field, row) ? null : (Long) columns[field].number(row);
  }

  /** Bytes; null if there are none. */
  public BinaryValue bytes(int field, int row) {
    return isNull(field, row) ? null : columns[field].bytes(row);
  }

  private void requireValue(int field, int row) {
    if (isNull(field, row)) {
      throw new CorruptFooterException(
          "field " + shape.name(field) + " of row " + row, offset, "null", "a value");
    }
  }
}
