// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.encoding.FixedEncodings;
import io.arrowparquet.parquet.internal.encoding.HybridDecoder;
import io.arrowparquet.parquet.internal.encoding.IntDecoder;
import io.arrowparquet.parquet.internal.encoding.IntDecoder.PlainBooleans;
import io.arrowparquet.parquet.internal.encoding.Scratch;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Booleans: PLAIN bits, or RLE behind a length of four bytes. */
public final class BooleanColumnDecoder implements ColumnDecoder {
  private final BitmapBuilder bits;
  private final PlainBooleans plain = new PlainBooleans();
  private final HybridDecoder runs = new HybridDecoder();
  private final int[] values;
  private IntDecoder current = plain;

  public BooleanColumnDecoder(Scratch scratch, BufferAllocator allocator) {
    this.values = scratch.values();
    this.bits = new BitmapBuilder(allocator);
  }

  @Override
  public void startBatch(int expectedSlots) {
    bits.clear();
  }

  @Override
  public void startPage(Page page, long valuesStart, Page dictionary) {
    if (page.encoding() == ParquetEncoding.PLAIN) {
      current = plain.wrap(valuesStart, page.end());
    } else if (page.encoding() == ParquetEncoding.RLE) {
      int length = LevelSections.readLength(valuesStart, page.end());
      long start = valuesStart + Integer.BYTES;
      current = runs.wrap(start, start + length, 1);
    } else {
      throw FixedEncodings.unsupported(page.encoding(), PhysicalType.BOOLEAN);
    }
  }

  @Override
  public void append(int[] levels, int slots, int present, int maxLevel) {
    if (present > 0) {
      current.read(values, 0, present);
    }
    appendValues(levels, slots, present, maxLevel);
  }

  @Override
  public void select(
      int[] positions, int total, int[] levels, int slots, int present, int maxLevel) {
    current.read(values, 0, total);
    for (int i = 0; i < present; i++) {
      values[i] = values[positions[i]];
    }
    appendValues(levels, slots, present, maxLevel);
  }

  private void appendValues(int[] levels, int slots, int present, int maxLevel) {
    if (present < slots) {
      int from = present;
      for (int i = slots - 1; i >= 0; i--) {
        values[i] = levels[i] == maxLevel ? values[--from] : 0;
      }
      if (from != 0) {
        throw new CorruptPageException(
            "definition levels", (present - from) + " values", present + " values");
      }
    }
    bits.append(values, 0, slots, 1);
  }

  @Override
  public void skip(int count) {
    current.skip(values, count);
  }

  @Override
  public void finish(List<ArrowBuf> buffers) {
    buffers.add(bits.take());
  }

  @Override
  public void close() {
    bits.close();
  }
}
