// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.internal.column.ColumnChunkPages.Absence;
import io.arrowparquet.parquet.internal.encoding.BinaryValues;
import io.arrowparquet.parquet.internal.encoding.DictionaryBinary;
import io.arrowparquet.parquet.internal.encoding.Scratch;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.variant.internal.GrowableBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

final class BinaryColumnDecoder implements ColumnDecoder {
  /** Of a Variant without names: version 1, offsets of one byte. */
  private static final byte[] EMPTY_DICTIONARY = {1, 0, 0};

  private final BufferAllocator allocator;
  private final String column;
  private final boolean large;
  private final boolean continuesDeltas;
  private final GrowableBuffer offsets;
  private final GrowableBuffer data;
  private final Map<ParquetEncoding, BinaryValues> decoders = new EnumMap<>(ParquetEncoding.class);
  private final int[] lengths;
  private final Scratch scratch;
  private final DictionaryBinary dictionary;
  private boolean dictionaryLoaded;
  private BinaryValues current;
  private long slotCount;

  BinaryColumnDecoder(
      BufferAllocator allocator,
      Scratch scratch,
      String column,
      boolean large,
      boolean continuesDeltas) {
    this.allocator = allocator;
    this.lengths = scratch.lengths();
    this.scratch = scratch;
    this.dictionary = new DictionaryBinary(scratch);
    this.column = column;
    this.large = large;
    this.continuesDeltas = continuesDeltas;
    this.offsets = new GrowableBuffer(allocator);
    this.data = new GrowableBuffer(allocator);
  }

  @Override
  public void startChunk() {
    dictionaryLoaded = false;
    current = null;
  }

  @Override
  public void startBatch(int expectedSlots) {
    slotCount = 0;
    data.clear();
    putOffset(offsets.ensure((expectedSlots + 1L) * offsetWidth(), 0), 0, 0);
  }

  @Override
  public void startPage(Page page, long valuesStart, Page dictionaryPage) {
    ParquetEncoding encoding = page.encoding();
    if (encoding.isDictionary()) {
      current = dictionary(dictionaryPage);
    } else {
      current =
          decoders.computeIfAbsent(encoding, any -> BinaryValues.decoder(any, continuesDeltas));
    }
    current.wrap(page, valuesStart);
  }

  private BinaryValues dictionary(Page page) {
    if (!dictionaryLoaded) {
      Page.requireDictionary(page);
      dictionary.setDictionary(page.start(), page.end(), page.numValues());
      dictionaryLoaded = true;
    }
    return dictionary;
  }

  @Override
  public void append(long[] bits, int slots, int present) {
    long start = data.length();
    if (present > 0) {
      long most = mostBytes();
      requireBytes(current.append(present, lengths, data, most), most);
    }
    appendSlots(start, bits, slots, present);
  }

  @Override
  public void select(int[] positions, int total, long[] bits, int slots, int present) {
    long start = data.length();
    long most = mostBytes();
    requireBytes(current.select(positions, present, total, scratch, data, most), most);
    appendSlots(start, bits, slots, present);
  }

  private void appendSlots(long start, long[] bits, int slots, int present) {
    long used = (slotCount + 1) * offsetWidth();
    long address = offsets.ensure(used + (long) slots * offsetWidth(), used) + used;
    if (large) {
      appendLargeOffsets(address, start, bits, slots, present);
    } else {
      appendOffsets(address, (int) start, bits, slots, present);
    }
    slotCount += slots;
  }

  private void appendOffsets(long address, int start, long[] bits, int slots, int present) {
    int end = start;
    if (present == slots) {
      for (int i = 0; i < slots; i++) {
        end += lengths[i];
        MemoryUtil.putInt(address + 4L * i, end);
      }
      return;
    }
    int next = 0;
    for (int i = 0; i < slots; i++) {
      // Without a branch: which slots are null nothing can predict.
      int set = PresentBits.bit(bits, i);
      end += lengths[next] & -set;
      next += set;
      MemoryUtil.putInt(address + 4L * i, end);
    }
  }

  private void appendLargeOffsets(long address, long start, long[] bits, int slots, int present) {
    long end = start;
    int next = 0;
    for (int i = 0; i < slots; i++) {
      if (present == slots || PresentBits.bit(bits, i) == 1) {
        end += lengths[next++];
      }
      MemoryUtil.putLong(address + 8L * i, end);
    }
  }

  private long mostBytes() {
    return large ? Long.MAX_VALUE : Integer.MAX_VALUE - data.length();
  }

  private void requireBytes(long bytes, long most) {
    if (bytes > most) {
      throw new UnsupportedColumnException(
          column,
          (data.length() + bytes) + " bytes of values in one batch",
          "at most " + Integer.MAX_VALUE + ": ask for smaller batches");
    }
  }

  private int offsetWidth() {
    return large ? Long.BYTES : Integer.BYTES;
  }

  private void putOffset(long address, long slot, long offset) {
    if (large) {
      MemoryUtil.putLong(address + Long.BYTES * slot, offset);
    } else {
      MemoryUtil.putInt(address + Integer.BYTES * slot, (int) offset);
    }
  }

  @Override
  public void skip(int count) {
    current.skip(count, lengths);
  }

  @Override
  public void finishAbsent(
      Absence absence, int slots, List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
    boolean nulls = absence == Absence.NULLS;
    nodes.add(new ArrowFieldNode(slots, nulls ? slots : 0));
    ArrowBuf validity = nulls ? allocator.buffer((slots + 7L) >>> 3) : allocator.getEmpty();
    buffers.add(validity);
    validity.setZero(0, validity.capacity());
    validity.writerIndex(nulls ? (slots + 7L) >>> 3 : 0);
    startBatch(slots);
    if (nulls) {
      long bytes = (slots + 1L) * offsetWidth();
      MemoryUtil.setMemory(offsets.ensure(bytes, 0), bytes, (byte) 0);
      slotCount = slots;
    } else {
      appendDictionaries(slots);
    }
    finish(buffers);
  }

  private void appendDictionaries(int slots) {
    Arrays.fill(lengths, EMPTY_DICTIONARY.length);
    for (int left = slots; left > 0; left -= lengths.length) {
      int step = Math.min(left, lengths.length);
      long start = data.length();
      appendDictionaryBytes((long) step * EMPTY_DICTIONARY.length);
      appendSlots(start, scratch.present(), step, step);
    }
  }

  /** This many bytes of them, each copy twice as long as the one before. */
  private void appendDictionaryBytes(long bytes) {
    long to = data.append(bytes);
    int first = (int) Math.min(EMPTY_DICTIONARY.length, bytes);
    MemoryUtil.copyToMemory(EMPTY_DICTIONARY, 0, to, first);
    for (long done = first; done < bytes; done *= 2) {
      MemoryUtil.copyMemory(to, to + done, Math.min(done, bytes - done));
    }
  }

  @Override
  public void finish(List<ArrowBuf> buffers) {
    buffers.add(offsets.take((slotCount + 1) * offsetWidth()));
    buffers.add(data.take());
  }

  @Override
  public void close() {
    offsets.close();
    data.close();
  }
}
