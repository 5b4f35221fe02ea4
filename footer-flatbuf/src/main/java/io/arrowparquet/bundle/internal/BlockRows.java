// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import io.arrowparquet.bundle.internal.BlockLayout.Field;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.util.Arrays;
import java.util.List;

public final class BlockRows {
  private final BlockShape shape;
  private final int rows;
  private final long offset;

  /** By the number of the field; null where no row has a value. */
  private final Column[] columns;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Slice(byte[] array, int start, int length) {
    public Slice copy() {
      return new Slice(Arrays.copyOfRange(array, start, start + length), 0, length);
    }
  }

  private BlockRows(BlockShape shape, int rows, long offset) {
    this.shape = shape;
    this.rows = rows;
    this.offset = offset;
    this.columns = new Column[shape.size()];
  }

  /**
   * Reads a block, whose checksum has been compared.
   *
   * @param before rows of the table in the blocks before
   * @param maximum bytes that the values of a field may have
   */
  public static BlockRows read(
      BlockShape shape,
      BlockLayout layout,
      byte[] bytes,
      int start,
      int end,
      long offset,
      int rows,
      long before,
      int maximum) {
    BlockRows block = new BlockRows(shape, rows, offset);
    BatchReader constants = new BatchReader(bytes, start, end, offset, 1, maximum);
    block.put(layout.constants(), constants.columns(layout.constants(), true), before);
    int next = constants.batch.end();
    BatchReader varying = new BatchReader(bytes, next, end, offset + next - start, rows, maximum);
    block.put(layout.varying(), varying.columns(layout.varying(), false), before);
    return block;
  }

  /** The same rows with the fields that another block has of them. */
  public BlockRows with(BlockRows others) {
    BlockRows both = new BlockRows(shape, rows, offset);
    Arrays.setAll(both.columns, i -> columns[i] == null ? others.columns[i] : columns[i]);
    return both;
  }

  private void put(List<Field> fields, Column[] found, long before) {
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
      columns[field] = shape.isSteps(field) ? sums(field, found[i], before - 1) : found[i];
    }
  }

  private Column sums(int field, Column steps, long before) {
    byte[] sums = new byte[rows * Long.BYTES];
    columns[field] = steps;
    long last = before;
    for (int row = 0; row < rows; row++) {
      last += number(field, row);
      ArrayNumbers.LONG.set(sums, row * Long.BYTES, last);
    }
    Slice data = new Slice(sums, 0, sums.length);
    return new Column(BlockLayout.FieldType.integer(Long.BYTES), null, null, data, false);
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

  public long number(int field, int row) {
    requireValue(field, row);
    return columns[field].number(row);
  }

  /** A number from 0 to 2^31 - 1. */
  public int count(int field, int row) {
    long found = number(field, row);
    if (found != (int) found || found < 0) {
      throw new CorruptFooterException(
          "field " + shape.name(field) + " of row " + row,
          offset,
          found,
          "0 to " + Integer.MAX_VALUE);
    }
    return (int) found;
  }

  public long number(int field, int row, long otherwise) {
    return isNull(field, row) ? otherwise : columns[field].number(row);
  }

  public Long optionalNumber(int field, int row) {
    return isNull(field, row) ? null : (Long) columns[field].number(row);
  }

  public BinaryValue bytes(int field, int row) {
    return isNull(field, row) ? null : columns[field].bytes(row);
  }

  private void requireValue(int field, int row) {
    if (isNull(field, row)) {
      throw new CorruptFooterException(
          "field " + shape.name(field) + " of row " + row, offset, "null", "a value");
    }
  }

  /**
   * One column of a record batch, whose buffers have been compared with its rows. Immutable.
   *
   * @param validity bits of the rows that have a value; null for all
   * @param offsets of a variable type: ascending, and inside the data
   * @param isConstant whether the first value counts for all rows of a block
   */
  private record Column(
      BlockLayout.FieldType type, Slice validity, Slice offsets, Slice data, boolean isConstant) {
    boolean isNull(int row) {
      int at = isConstant ? 0 : row;
      return validity != null
          && (validity.array()[validity.start() + (at >> 3)] >> (at & 7) & 1) == 0;
    }

    long number(int row) {
      int at = data.start() + (isConstant ? 0 : row) * type.width();
      return switch (type.width()) {
        case 1 -> data.array()[at];
        case 2 -> (short) ArrayNumbers.SHORT.get(data.array(), at);
        case 4 -> (int) ArrayNumbers.INT.get(data.array(), at);
        default -> (long) ArrayNumbers.LONG.get(data.array(), at);
      };
    }

    /** The bytes of a value of any type; an integer's are little-endian. */
    BinaryValue bytes(int row) {
      int at = isConstant ? 0 : row;
      if (!type.isVariable()) {
        return new BinaryValue(data.array(), data.start() + at * type.width(), type.width());
      }
      int from = intAt(offsets, at);
      return new BinaryValue(data.array(), data.start() + from, intAt(offsets, at + 1) - from);
    }
  }

  private static int intAt(Slice slice, int index) {
    return (int) ArrayNumbers.INT.get(slice.array(), slice.start() + Integer.BYTES * index);
  }

  private static final class BatchReader {
    private final byte[] bytes;
    private final long offset;
    private final IpcFormat.Message batch;
    private final FooterBytes in;
    private final int rows;
    private final int maximum;
    private final int buffers;
    private int nextBuffer;

    BatchReader(byte[] bytes, int start, int end, long offset, int rows, int maximum) {
      this.bytes = bytes;
      this.offset = offset;
      this.batch = IpcFormat.readBatch(bytes, start, end, offset, rows);
      this.in = batch.metadata();
      this.rows = rows;
      this.maximum = maximum;
      this.buffers = in.child(batch.header(), IpcFormat.BATCH_BUFFERS);
    }

    Column[] columns(List<Field> fields, boolean isConstant) {
      int nodes = in.child(batch.header(), IpcFormat.BATCH_NODES);
      int nodeCount = in.count(nodes, IpcFormat.PAIR_BYTES);
      if (nodeCount != fields.size()) {
        throw in.corrupt("columns of a block", nodes, nodeCount, Integer.toString(fields.size()));
      }
      Column[] columns = new Column[fields.size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = column(fields.get(i).type(), isConstant);
      }
      return columns;
    }

    private Column column(BlockLayout.FieldType type, boolean isConstant) {
      Slice validity = buffer((rows + Byte.SIZE - 1L) / Byte.SIZE, true, "validity");
      if (!type.isVariable()) {
        Slice data = buffer((long) rows * type.width(), false, "values");
        return new Column(type, validity, null, data, isConstant);
      }
      Slice offsets = buffer((rows + 1L) * Integer.BYTES, false, "offsets");
      int last = 0;
      for (int row = 0; row <= rows; row++) {
        int next = intAt(offsets, row);
        if (next < last || (row == 0 && next != 0)) {
          throw corrupt("offsets of a block", Integer.toString(next), "at least " + last);
        }
        last = next;
      }
      Slice data = buffer(last, false, "bytes");
      return new Column(type, validity, offsets, data, isConstant);
    }

    /**
     * @param length how many bytes it must have, at least where it is not compressed
     * @param isOptional whether it may be empty instead; null is returned then
     */
    private Slice buffer(long length, boolean isOptional, String what) {
      int bufferCount = in.count(buffers, IpcFormat.PAIR_BYTES);
      if (nextBuffer == bufferCount) {
        throw corrupt("buffers of a block", Integer.toString(bufferCount), "more for " + what);
      }
      int pair = buffers + FooterBytes.REFERENCE + IpcFormat.PAIR_BYTES * nextBuffer++;
      long at = in.i64(pair);
      long stored = in.i64(pair + Long.BYTES);
      if (at < 0 || stored < 0 || at > batch.bodyLength() - stored) {
        throw corrupt("place of " + what, at + " and " + stored + " bytes", "a place in the body");
      }
      if (stored == 0 && (isOptional || length == 0)) {
        return isOptional ? null : new Slice(bytes, batch.bodyStart(), 0);
      }
      int start = batch.bodyStart() + (int) at;
      if (in.child(batch.header(), IpcFormat.BATCH_COMPRESSION) == 0) {
        requireLength(stored >= length ? length : stored, length, what);
        return new Slice(bytes, start, (int) length);
      }
      Slice found = Zstd.prefixed(bytes, start, (int) stored, Math.min(length, maximum), offset);
      requireLength(found.length(), length, what);
      return found;
    }

    private void requireLength(long found, long length, String what) {
      if (found != length) {
        throw corrupt("length of " + what, found + " bytes", Long.toString(length));
      }
    }

    private CorruptFooterException corrupt(String what, String found, String expected) {
      return new CorruptFooterException(what, offset, found, expected);
    }
  }
}
