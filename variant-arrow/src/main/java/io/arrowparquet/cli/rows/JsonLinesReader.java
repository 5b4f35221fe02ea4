// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.Place;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.json.InvalidJsonException;
import io.arrowparquet.variant.json.VariantJsonReader;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantColumnBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Lines of JSON, compressed by gzip or not, as batches of one Variant column. Lines without text
 * are passed over. Of the input a batch is in memory, and one line.
 */
final class JsonLinesReader extends ArrowReader {
  private static final int BATCH_ROWS = 4096;
  private static final long BATCH_BYTES = 8L << 20;
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MAX_LINE = VariantLimits.defaults().maxSizeBytes();
  private static final int GZIP = 0x8b1f;

  private final String name;
  private final String column;
  private final InputStream in;
  private final VariantJsonReader json = new VariantJsonReader();
  private final VariantColumnBuilder rows;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int next;
  private int filled;
  private byte[] line = new byte[256];
  private int length;
  private long lines;
  private long bytes;

  /** Owns {@code in}, unless it throws. */
  JsonLinesReader(String name, InputStream in, String column, BufferAllocator allocator)
      throws IOException {
    super(allocator);
    this.name = name;
    this.column = column;
    this.in = uncompressed(in);
    this.rows = new VariantColumnBuilder(allocator);
  }

  private static InputStream uncompressed(InputStream in) throws IOException {
    PushbackInputStream start = new PushbackInputStream(in, 2);
    byte[] magic = start.readNBytes(2);
    start.unread(magic);
    boolean isGzip = magic.length == 2 && ((magic[1] & 0xff) << 8 | (magic[0] & 0xff)) == GZIP;
    return isGzip ? new GZIPInputStream(start, BUFFER_BYTES) : start;
  }

  @Override
  protected Schema readSchema() {
    try (ParquetVariantVector none = rows.finish(column, true)) {
      return new Schema(List.of(none.getField()));
    }
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    VectorSchemaRoot root = getVectorSchemaRoot();
    root.clear();
    long end = bytes + BATCH_BYTES;
    while (rows.rowCount() < BATCH_ROWS && bytes < end && nextLine()) {
      if (length > 0) {
        append();
      }
    }
    int count = rows.rowCount();
    try (ParquetVariantVector batch = rows.finish(column, true)) {
      batch.makeTransferPair(root.getVector(0)).transfer();
    }
    root.setRowCount(count);
    return count > 0;
  }

  private void append() throws IOException {
    try {
      json.read(line, 0, length, rows.value());
      rows.endRow();
    } catch (InvalidJsonException e) {
      Place place = Place.NOWHERE.withPath("line " + lines + ", column " + e.column());
      throw new IOException(name + ": " + e.diagnosis().at(place).message(), e);
    }
  }

  /** Without its line break, and without spaces at its ends. */
  private boolean nextLine() throws IOException {
    length = 0;
    lines++;
    while (fill()) {
      int end = next;
      while (end < filled && buffer[end] != '\n') {
        end++;
      }
      append(buffer, next, end - next);
      bytes += end - next + 1;
      boolean isWhole = end < filled;
      next = end + 1;
      if (isWhole) {
        strip();
        return true;
      }
    }
    strip();
    return length > 0;
  }

  private boolean fill() throws IOException {
    if (next >= filled) {
      filled = Math.max(0, in.read(buffer));
      next = 0;
    }
    return filled > 0;
  }

  private void append(byte[] from, int start, int count) {
    if (length + count > MAX_LINE) {
      throw new InvalidRequestException(
              "line " + lines,
              "more than " + MAX_LINE + " bytes",
              "a line of JSON within the limit")
          .in(name);
    }
    if (length + count > line.length) {
      line = Arrays.copyOf(line, Math.min(MAX_LINE, Math.max(length + count, 2 * line.length)));
    }
    System.arraycopy(from, start, line, length, count);
    length += count;
  }

  private void strip() {
    while (length > 0 && line[length - 1] <= ' ' && line[length - 1] >= 0) {
      length--;
    }
    boolean hasMark =
        lines == 1
            && length >= 3
            && line[0] == (byte) 0xef
            && line[1] == (byte) 0xbb
            && line[2] == (byte) 0xbf;
    if (hasMark) {
      length -= 3;
      System.arraycopy(line, 3, line, 0, length);
    }
  }

  @Override
  public long bytesRead() {
    return bytes;
  }

  @Override
  protected void closeReadSource() throws IOException {
    try (in) {
      rows.close();
    }
  }
}
