// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.util.Arrays;

/**
 * BOOLEAN, one bit per value.
 *
 * <pre>
 *   PLAIN  | bits, the least significant of a byte first |
 *   RLE    | length, 4 bytes | hybrid of width 1 |
 * </pre>
 */
public final class BooleanChunkEncoder extends ChunkEncoder {
  private final NumberBounds bounds;
  private final ParquetEncoding encoding;
  private final HybridEncoder hybrid = new HybridEncoder();
  private int[] values = new int[0];
  private int count;

  BooleanChunkEncoder(ColumnDomain domain, Settings settings) {
    this(new NumberBounds(domain, settings), settings.encoding());
  }

  private BooleanChunkEncoder(NumberBounds bounds, ParquetEncoding encoding) {
    super(bounds);
    this.bounds = bounds;
    this.encoding = encoding;
  }

  /** Adds {@code more} values, each 0 or 1, from index {@code from} on to the open page. */
  public void add(byte[] added, int from, int more) {
    if (count + more > values.length) {
      values = Arrays.copyOf(values, Math.max(count + more, 2 * values.length));
    }
    for (int i = 0; i < more; i++) {
      values[count + i] = added[from + i];
    }
    bounds.add(values, count, more);
    count += more;
  }

  @Override
  public void start() {
    super.start();
    count = 0;
  }

  @Override
  long plainBytes() {
    return (count + Byte.SIZE - 1L) / Byte.SIZE;
  }

  @Override
  ParquetEncoding encodePage(ByteOutput out) {
    if (encoding == ParquetEncoding.RLE) {
      int start = out.length();
      out.putInt(0);
      hybrid.encode(values, 0, count, 1, out);
      ArrayNumbers.INT.set(out.array(), start, out.length() - start - Integer.BYTES);
    } else {
      putBits(out);
    }
    count = 0;
    return encoding;
  }

  private void putBits(ByteOutput out) {
    byte[] to = out.reserve(plainBytes());
    int at = out.length();
    out.advance((int) plainBytes());
    for (int i = 0; i < count; at++) {
      int bits = 0;
      int end = Math.min(count, i + Byte.SIZE);
      for (int bit = 0; i < end; i++, bit++) {
        bits |= values[i] << bit;
      }
      to[at] = (byte) bits;
    }
  }
}
