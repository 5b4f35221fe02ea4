// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.internal.encoding.DictionaryFixed.DictionaryIds;
import io.arrowparquet.parquet.internal.page.Page;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * The decoders of a column of BYTE_ARRAY whose vector has indices into a dictionary of all values
 * met. An entry of a dictionary page is looked up when the first row has it; values of other pages
 * each time. One thread at a time.
 */
public final class IndexEncodings implements FixedValues.OfColumn {
  private final BufferAllocator allocator;
  private final Scratch scratch;
  private final DictionaryIndices indices;
  private final boolean continuesDeltas;
  private final Map<ParquetEncoding, FixedValues> decoders = new EnumMap<>(ParquetEncoding.class);
  private final DictionaryBinary entries;
  private final FixedValues ids;

  /** Index of each entry; negative before it is looked up. */
  private int[] indexOf = new int[0];

  private int size;
  private int generation;
  private boolean isLoaded;

  public IndexEncodings(
      BufferAllocator allocator,
      Scratch scratch,
      DictionaryIndices indices,
      boolean continuesDeltas) {
    this.allocator = allocator;
    this.scratch = scratch;
    this.indices = indices;
    this.continuesDeltas = continuesDeltas;
    this.entries = new DictionaryBinary(scratch);
    this.ids = new Ids();
  }

  @Override
  public int width() {
    return Integer.BYTES;
  }

  @Override
  public void startChunk() {
    isLoaded = false;
  }

  @Override
  public FixedValues decoder(ParquetEncoding encoding, Page page) {
    if (!encoding.isDictionary()) {
      return decoders.computeIfAbsent(
          encoding,
          any ->
              BinaryToFixed.indices(
                  BinaryValues.decoder(any, continuesDeltas), indices, allocator));
    }
    if (!isLoaded) {
      Page.requireDictionary(page);
      entries.setDictionary(page.start(), page.end(), page.numValues());
      size = page.numValues();
      indexOf = size > indexOf.length ? new int[size] : indexOf;
      forget();
      isLoaded = true;
    }
    return ids;
  }

  private void forget() {
    Arrays.fill(indexOf, 0, size, -1);
    generation = indices.generation();
  }

  @Override
  public void close() {
    decoders.values().forEach(FixedValues::close);
  }

  private final class Ids implements FixedValues {
    private final DictionaryIds runs = new DictionaryIds(scratch);

    @Override
    public void wrap(long start, long end, int count) {
      runs.wrap(start, end, size);
    }

    @Override
    public void read(int count, long address) {
      for (int done = 0; done < count; done += WINDOW) {
        int step = Math.min(WINDOW, count - done);
        put(runs.read(step), step, address + (long) done * Integer.BYTES);
      }
    }

    @Override
    public void select(int[] positions, int count, int total, long address) {
      put(runs.select(positions, count, total), count, address);
    }

    @Override
    public void skip(int count, long unused) {
      runs.skip(count);
    }

    private void put(int[] found, int count, long address) {
      if (generation != indices.generation()) {
        forget();
      }
      int[] known = indexOf;
      for (int i = 0; i < count; i++) {
        int index = known[found[i]];
        MemoryUtil.putInt(address + 4L * i, index < 0 ? look(found[i]) : index);
      }
    }

    private int look(int id) {
      indexOf[id] = indices.index(entries.address(id), entries.length(id));
      return indexOf[id];
    }
  }
}
