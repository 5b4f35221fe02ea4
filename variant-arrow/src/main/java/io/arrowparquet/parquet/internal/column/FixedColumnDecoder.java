// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.model.Encoding;
import io.arrowparquet.parquet.internal.encoding.DictionaryFixed;
import io.arrowparquet.parquet.internal.encoding.FixedEncodings;
import io.arrowparquet.parquet.internal.encoding.FixedValues;
import io.arrowparquet.parquet.internal.encoding.TimestampRangeException;
import io.arrowparquet.parquet.internal.encoding.UnconvertedDictionary;
import io.arrowparquet.parquet.internal.page.DataPage;
import io.arrowparquet.parquet.internal.page.DictionaryPage;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.variant.internal.GrowableBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Values of a fixed width of whole bytes. */
final class FixedColumnDecoder implements ColumnDecoder {
  private static final long MOST_GUESSED = 16L << 20;

  private final BufferAllocator allocator;
  private final FixedEncodings encodings;
  private final int width;
  private final GrowableBuffer values;
  private final Map<Encoding, FixedValues> decoders = new EnumMap<>(Encoding.class);

  /** Null before the first dictionary. */
  private DictionaryFixed dictionaryDecoder;

  private ArrowBuf dictionary;

  /** Used where the dictionary has a value that does not fit the vector; null before. */
  private UnconvertedDictionary unconverted;

  /** Decoder of the chunk's dictionary-encoded pages; null before the first of them. */
  private FixedValues dictionaryValues;

  private FixedValues current;
  private long slotCount;

  /** A decoder that takes the values as they are encoded. */
  FixedColumnDecoder(BufferAllocator allocator, FixedEncodings encodings) {
    this.allocator = allocator;
    this.encodings = encodings;
    this.width = encodings.width();
    this.values = new GrowableBuffer(allocator);
  }

  @Override
  public void startChunk() {
    closeDictionary();
    current = null;
  }

  @Override
  public void startBatch(int expectedSlots) {
    slotCount = 0;
    // Only a guess: values of absurd width would need it all before one of them is proved.
    values.ensure(Math.min((long) expectedSlots * width, MOST_GUESSED), 0);
  }

  @Override
  public void startPage(DataPage page, long valuesStart, DictionaryPage dictionaryPage) {
    Encoding encoding = page.encoding();
    if (encoding.isDictionary()) {
      loadDictionary(dictionaryPage);
      current = dictionaryValues;
    } else {
      current = decoders.computeIfAbsent(encoding, encodings::decoder);
    }
    current.wrap(valuesStart, page.end(), page.numValues());
  }

  private void loadDictionary(DictionaryPage page) {
    if (dictionaryValues != null) {
      return;
    }
    if (page == null) {
      throw new CorruptPageException("dictionary page", "none", "one before the data pages");
    }
    int count = page.numValues();
    encodings.checkDictionary(page);
    FixedValues plain = decoders.computeIfAbsent(Encoding.PLAIN, encodings::decoder);
    plain.wrap(page.start(), page.end(), count);
    dictionary = allocator.buffer((long) count * width);
    try {
      plain.read(count, dictionary.memoryAddress());
      if (dictionaryDecoder == null) {
        dictionaryDecoder = encodings.dictionary();
      }
      dictionaryDecoder.setDictionary(dictionary, count);
      dictionaryValues = dictionaryDecoder;
    } catch (TimestampRangeException e) {
      // Perhaps no row that is asked for has that value.
      closeDictionary();
      if (unconverted == null) {
        unconverted = encodings.unconvertedDictionary();
      }
      unconverted.load(page);
      dictionaryValues = unconverted.values();
    }
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

  private void closeDictionary() {
    dictionaryValues = null;
    if (dictionary != null) {
      dictionary.close();
      dictionary = null;
    }
    if (unconverted != null) {
      unconverted.close();
    }
  }

  @Override
  public void close() {
    closeDictionary();
    values.close();
    encodings.close();
  }
}
