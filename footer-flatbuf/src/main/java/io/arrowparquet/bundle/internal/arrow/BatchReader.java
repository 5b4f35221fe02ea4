// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.arrow;

import io.arrowparquet.bundle.internal.arrow.BatchColumn.Slice;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import java.util.List;

/** Reads the record batch of an Arrow IPC message. For one message. */
final class BatchReader {
  private static final int BYTE_BITS = 8;

  private final byte[] bytes;
  private final long offset;
  private final IpcMessage message;
  private final FooterBytes in;
  private final int rows;
  private final int maximum;
  private final int buffers;
  private final int bufferCount;
  private final int nodes;
  private final boolean isCompressed;
  private int nextBuffer;

  /**
   * Finds the batch.
   *
   * @param offset where the message begins in the bundle, for exceptions
   * @param expectedRows how many rows it must have
   * @param maximum bytes of a buffer
   */
  BatchReader(byte[] bytes, int start, int end, long offset, int expectedRows, int maximum) {
    this.bytes = bytes;
    this.offset = offset;
    this.message = IpcMessage.read(bytes, start, end, offset);
    this.in = message.metadata();
    int batch = message.header(ArrowSlots.HEADER_RECORD_BATCH, "record batch");
    int lengthAt = in.field(batch, ArrowSlots.BATCH_LENGTH);
    long length = lengthAt == 0 ? 0 : in.i64(lengthAt);
    if (length != expectedRows) {
      throw in.corrupt("rows of a block", batch, length, Integer.toString(expectedRows));
    }
    this.rows = expectedRows;
    this.maximum = maximum;
    this.nodes = in.child(batch, ArrowSlots.BATCH_NODES);
    this.buffers = in.child(batch, ArrowSlots.BATCH_BUFFERS);
    this.bufferCount = in.count(buffers, ArrowSlots.PAIR_BYTES);
    int compression = in.child(batch, ArrowSlots.BATCH_COMPRESSION);
    this.isCompressed = compression != 0;
    if (isCompressed) {
      int codecAt = in.field(compression, ArrowSlots.COMPRESSION_CODEC);
      int codec = codecAt == 0 ? 0 : in.u8(codecAt);
      if (codec != ArrowSlots.CODEC_ZSTD) {
        throw in.corrupt("codec of a block", compression, codec, ArrowSlots.CODEC_ZSTD + ", Zstd");
      }
    }
  }

  /** Index of the first byte behind the message. */
  int end() {
    return message.end();
  }

  /**
   * The columns of these fields, in their order.
   *
   * @param isConstant whether the batch has the values that count for all rows
   */
  BatchColumn[] columns(List<BatchField> fields, boolean isConstant) {
    int nodeCount = in.count(nodes, ArrowSlots.PAIR_BYTES);
    if (nodeCount != fields.size()) {
      throw in.corrupt("columns of a block", nodes, nodeCount, Integer.toString(fields.size()));
    }
    BatchColumn[] columns = new BatchColumn[fields.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = column(fields.get(i).type(), isConstant);
    }
    return columns;
  }

  private BatchColumn column(FieldType type, boolean isConstant) {
    Slice validity = buffer((rows + BYTE_BITS - 1L) / BYTE_BITS, true, "validity");
    if (!type.isVariable()) {
      Slice data = buffer((long) rows * type.width(), false, "values");
      return new BatchColumn(type, validity, null, data, isConstant);
    }
    Slice offsets = buffer((rows + 1L) * Integer.BYTES, false, "offsets");
    int last = 0;
    for (int row = 0; row <= rows; row++) {
      int next = offsets.intAt(row);
      if (next < last || (row == 0 && next != 0)) {
        throw corrupt("offsets of a block", Integer.toString(next), "at least " + last);
      }
      last = next;
    }
    Slice data = buffer(last, false, "bytes");
    return new BatchColumn(type, validity, offsets, data, isConstant);
  }

  /**
   * The next buffer, decompressed.
   *
   * @param length how many bytes it must have, at least where it is not compressed
   * @param isOptional whether it may be empty instead; null is returned then
   */
  private Slice buffer(long length, boolean isOptional, String what) {
    if (nextBuffer == bufferCount) {
      throw corrupt("buffers of a block", Integer.toString(bufferCount), "more for " + what);
    }
    int pair = buffers + FooterBytes.REFERENCE + ArrowSlots.PAIR_BYTES * nextBuffer++;
    long at = in.i64(pair);
    long stored = in.i64(pair + Long.BYTES);
    if (at < 0 || stored < 0 || at > message.bodyLength() - stored) {
      throw corrupt("place of " + what, at + " and " + stored + " bytes", "a place in the body");
    }
    if (stored == 0 && (isOptional || length == 0)) {
      return isOptional ? null : new Slice(bytes, message.bodyStart(), 0);
    }
    int start = message.bodyStart() + (int) at;
    if (!isCompressed) {
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
