// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.parquet.internal.encoding.FixedEncodings;
import io.arrowparquet.parquet.internal.encoding.FixedValues;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.variant.internal.GrowableBuffer;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Values of a fixed width of whole bytes. */
final class FixedColumnDecoder implements ColumnDecoder {
  private static final long MOST_GUESSED = 16L << 20;

  private final FixedEncodings encodings;
  private final int width;
  private final GrowableBuffer values;
  private FixedValues current;
  private long slotCount;

  FixedColumnDecoder(BufferAllocator allocator, FixedEncodings encodings) {
    this.encodings = encodings;
    this.width = encodings.width();
    this.values = new GrowableBuffer(allocator);
  }

  @Override
  public void startChunk() {
    encodings.startChunk();
    current = null;
  }

  @Override
  public void startBatch(int expectedSlots) {
    slotCount = 0;
    // Only a guess: values of absurd width would need it all before one of them is proved.
    values.ensure(Math.min((long) expectedSlots * width, MOST_GUESSED), 0);
  }

  @Override
  public void startPage(Page page, long valuesStart, Page dictionaryPage) {
    current = encodings.decoder(page.encoding(), dictionaryPage);
    current.wrap(valuesStart, page.end(), page.numValues());
  }

  @Override
  public void append(int[] levels, int slots, int present, int maxLevel) {
    long used = slotCount * width;
    long address = values.ensure((slotCount + slots) * width, used) + used;
    if (present > 0) {
      current.read(present, address);
    }
    if (present < slots) {
      NullScatter.scatter(address, width, levels, slots, present, maxLevel);
    }
    slotCount += slots;
  }

  @Override
  public void select(
      int[] positions, int total, int[] levels, int slots, int present, int maxLevel) {
    long used = slotCount * width;
    long address = values.ensure((slotCount + Math.max(slots, total)) * width, used) + used;
    current.select(positions, present, total, address);
    if (present < slots) {
      NullScatter.scatter(address, width, levels, slots, present, maxLevel);
    }
    slotCount += slots;
  }

  @Override
  public void skip(int count) {
    // Decoded to where the next values go, which will overwrite them.
    long used = slotCount * width;
    current.skip(count, values.ensure(used + (long) count * width, used) + used);
  }

  @Override
  public void finish(List<ArrowBuf> buffers) {
    buffers.add(values.take(slotCount * width));
  }

  @Override
  public void close() {
    values.close();
    encodings.close();
  }
}
