// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.internal.statistics.ColumnDomain.Kind;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.internal.encoding.SplitBlock;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.util.Arrays;

/** BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY. */
public final class BytesChunkEncoder extends DictionaryChunkEncoder {
  static final int ANY_LENGTH = -1;

  private final int width;
  private final BytesBounds bounds;

  /** Null but for half-precision numbers. */
  private final NumberBounds numberBounds;

  private final BytesDictionary dictionary;
  private final BytesEncoder encoder = new BytesEncoder();

  /** The open page's values, one after another; none while they are in the dictionary. */
  private final ByteOutput data = new ByteOutput();

  /** Where they begin, and one more. */
  private int[] starts = new int[1];

  private int count;

  /** Of the values that are in the dictionary. */
  private long foundBytes;

  private int[] halves = {};

  static BytesChunkEncoder of(int width, ColumnDomain domain, Settings settings) {
    return domain.kind() == Kind.FLOATING
        ? new BytesChunkEncoder(width, null, new NumberBounds(domain, settings), settings)
        : new BytesChunkEncoder(width, new BytesBounds(domain, settings), null, settings);
  }

  private BytesChunkEncoder(
      int width, BytesBounds bounds, NumberBounds numberBounds, Settings settings) {
    super(bounds == null ? numberBounds : bounds, settings);
    this.width = width;
    this.bounds = bounds;
    this.numberBounds = numberBounds;
    this.dictionary = new BytesDictionary(width == ANY_LENGTH);
  }

  /**
   * Adds {@code more} values to the open page: value {@code i}, counted from {@code from} on, is
   * between {@code offsets[i]} and {@code offsets[i + 1]}.
   */
  public void add(byte[] added, int[] offsets, int from, int more) {
    if (more == 0) {
      return;
    }
    if (bounds != null) {
      bounds.add(added, offsets, from, more);
    } else {
      addHalves(added, offsets[from], more);
    }
    int first = offsets[from];
    int bytes = offsets[from + more] - first;
    if (inDictionary()) {
      int at = addIds(more);
      dictionary.find(added, offsets, from, more, ids(), at);
      foundBytes += bytes;
      return;
    }
    reserve(more);
    int shift = data.length() - first;
    for (int i = 1; i <= more; i++) {
      starts[count + i] = offsets[from + i] + shift;
    }
    count += more;
    data.put(added, first, bytes);
  }

  private void reserve(int more) {
    if (count + more >= starts.length) {
      starts = Arrays.copyOf(starts, Math.max(count + more + 1, 2 * starts.length));
    }
  }

  private void addHalves(byte[] added, int first, int more) {
    if (more > halves.length) {
      halves = new int[more];
    }
    for (int i = 0, at = first; i < more; i++, at += Short.BYTES) {
      halves[i] = (added[at + 1] << Byte.SIZE | (added[at] & 0xFF)) << Short.SIZE;
    }
    numberBounds.add(halves, 0, more);
  }

  @Override
  long plainBytes() {
    long lengths = width == ANY_LENGTH ? Integer.BYTES : 0;
    return inDictionary() ? foundBytes + lengths * idCount() : data.length() + lengths * count;
  }

  @Override
  void clear() {
    dictionary.clear();
    clearPage();
  }

  @Override
  void clearPage() {
    data.clear();
    count = 0;
    foundBytes = 0;
  }

  @Override
  int entries() {
    return dictionary.size();
  }

  @Override
  long dictionaryBytes() {
    return dictionary.entries().length();
  }

  @Override
  void takeEntries(int[] from, int taken) {
    reserve(taken);
    byte[] entries = dictionary.entries().array();
    for (int i = 0; i < taken; i++) {
      int start = dictionary.start(from[i]);
      data.put(entries, start, dictionary.end(from[i]) - start);
      starts[i + 1] = data.length();
    }
    count = taken;
  }

  @Override
  void putEntries(int entryCount, ByteOutput out) {
    int lengths = width == ANY_LENGTH ? Integer.BYTES : 0;
    out.put(dictionary.entries().array(), 0, dictionary.start(entryCount) - lengths);
  }

  @Override
  void encodeValues(ParquetEncoding encoding, ByteOutput out) {
    switch (encoding) {
      case PLAIN -> {
        if (width == ANY_LENGTH) {
          BytesEncoder.putPlain(data.array(), starts, count, out);
        } else {
          out.put(data.array(), 0, data.length());
        }
      }
      case DELTA_LENGTH_BYTE_ARRAY -> encoder.putLengths(data, starts, count, out);
      case DELTA_BYTE_ARRAY -> encoder.putSuffixes(data.array(), starts, count, out);
      default -> split(data.array(), width, count, out);
    }
  }

  @Override
  void insertValues(BloomFilterBuilder to) {
    for (int i = 0; i < count; i++) {
      to.insert(SplitBlock.hash(data.array(), starts[i], starts[i + 1] - starts[i]));
    }
  }

  @Override
  void insertEntries(int entryCount, BloomFilterBuilder to) {
    byte[] entries = dictionary.entries().array();
    for (int i = 0; i < entryCount; i++) {
      int start = dictionary.start(i);
      to.insert(SplitBlock.hash(entries, start, dictionary.end(i) - start));
    }
  }

  /** Byte arrays to pages' sections, apart from dictionaries. */
  private static final class BytesEncoder {
    private static final int FEW_BYTES = 64;

    private final DeltaEncoder deltas = new DeltaEncoder();
    private final ByteOutput suffixes = new ByteOutput();
    private final ByteOutput prefixLengths = new ByteOutput();
    private final ByteOutput lengths = new ByteOutput();

    static void putPlain(byte[] data, int[] starts, int count, ByteOutput out) {
      long bytes = starts[count] + (long) count * Integer.BYTES;
      byte[] to = out.reserve(bytes);
      int at = out.length();
      int end = 0;
      for (int i = 0; i < count; i++) {
        int start = end;
        end = starts[i + 1];
        ArrayNumbers.INT.set(to, at, end - start);
        at += Integer.BYTES;
        copy(data, start, to, at, end - start);
        at += end - start;
      }
      out.advance((int) bytes);
    }

    /** Whole words of few bytes: after both arrays' bytes is room for one, which is overwritten. */
    private static void copy(byte[] from, int start, byte[] to, int at, int length) {
      if (length > FEW_BYTES) {
        System.arraycopy(from, start, to, at, length);
        return;
      }
      for (int i = 0; i < length; i += Long.BYTES) {
        ArrayNumbers.LONG.set(to, at + i, (long) ArrayNumbers.LONG.get(from, start + i));
      }
    }

    /** DELTA_LENGTH_BYTE_ARRAY. */
    void putLengths(ByteOutput data, int[] starts, int count, ByteOutput out) {
      byte[] to = room(lengths, count);
      for (int i = 0; i < count; i++) {
        ArrayNumbers.INT.set(to, i * Integer.BYTES, starts[i + 1] - starts[i]);
      }
      deltas.encode(to, Integer.BYTES, count, out);
      out.put(data.array(), 0, data.length());
    }

    /** DELTA_BYTE_ARRAY. */
    void putSuffixes(byte[] data, int[] starts, int count, ByteOutput out) {
      byte[] prefixes = room(prefixLengths, count);
      byte[] rests = room(lengths, count);
      suffixes.clear();
      int before = 0;
      int start = 0;
      for (int i = 0; i < count; i++) {
        int end = starts[i + 1];
        int equal = Arrays.mismatch(data, before, start, data, start, end);
        int prefix = equal < 0 ? end - start : equal;
        ArrayNumbers.INT.set(prefixes, i * Integer.BYTES, prefix);
        ArrayNumbers.INT.set(rests, i * Integer.BYTES, end - start - prefix);
        suffixes.put(data, start + prefix, end - start - prefix);
        before = start;
        start = end;
      }
      deltas.encode(prefixes, Integer.BYTES, count, out);
      deltas.encode(rests, Integer.BYTES, count, out);
      out.put(suffixes.array(), 0, suffixes.length());
    }

    private static byte[] room(ByteOutput numbers, int count) {
      return numbers.reserve((long) count * Integer.BYTES);
    }
  }
}
