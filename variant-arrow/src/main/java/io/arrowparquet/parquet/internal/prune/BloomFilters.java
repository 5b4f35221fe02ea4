// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.internal.crypto.ChunkDecryptor;
import io.arrowparquet.footer.internal.crypto.ModuleType;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.internal.thrift.BloomFilterHeader;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.parquet.internal.encoding.SplitBlock;
import io.arrowparquet.parquet.internal.fetch.ChunkFetcher;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Reads of the Bloom filters of column chunks what some hashes need: the headers of all, then the
 * blocks.
 *
 * <pre>
 *   bloom_filter_offset
 *   | header (Thrift) | block 0 | block 1 | ... |      bloom_filter_length, often not known: all of it
 *                     |<-- numBytes of header ->|
 * </pre>
 *
 * <p>A filter that cannot be read, or does not fit the file, is passed over with a diagnostic.
 * Strict reading throws. One of another algorithm, hash or compression than the format has today is
 * not used.
 *
 * @param gap bytes between two blocks that are read rather than asked for apart
 */
public record BloomFilters(ParquetFooter file, ChunkPlaces places, ChunkFetcher fetcher, long gap) {
  /** More than a header needs whose unions have one empty struct each. */
  private static final int HEADER_WINDOW = 64;

  /** The same, encrypted: parquet-java has room after the struct. */
  private static final int ENCRYPTED_WINDOW = 256;

  /** {@code decryptor}: null for a filter in plain text; an encrypted bitset is read as a whole. */
  private record Located(int column, long bitset, int blocks, ChunkDecryptor decryptor) {
    long length() {
      return (long) SplitBlock.BYTES * blocks + (decryptor == null ? 0 : ChunkDecryptor.OVERHEAD);
    }

    ChunkRange whole() {
      return new ChunkRange(bitset, length());
    }

    ChunkRange block(int number) {
      return new ChunkRange(bitset + (long) SplitBlock.BYTES * number, SplitBlock.BYTES);
    }

    Stream<ChunkRange> needed(long[] hashes) {
      return decryptor != null ? Stream.of(whole()) : numbers(hashes).mapToObj(this::block);
    }

    IntStream numbers(long[] hashes) {
      return LongStream.of(hashes).mapToInt(hash -> SplitBlock.number(hash, blocks)).distinct();
    }
  }

  public boolean has(int rowGroup, int column) {
    return file.footer().chunk(rowGroup, column).hasBloomFilterOffset();
  }

  /** Whether it begins with bytes in memory: then all of it is there, and asking costs nothing. */
  boolean isKnown(int rowGroup, int column) {
    long offset = file.footer().chunk(rowGroup, column).bloomFilterOffset();
    return offset >= 0 && fetcher.isKnown(new ChunkRange(offset, 1));
  }

  /**
   * By column whether the chunk may have a value of one of the hashes; nothing where no filter is
   * used.
   */
  public Map<Integer, LongPredicate> load(int rowGroup, Map<Integer, long[]> hashes, long most)
      throws IOException {
    List<Located> filters = new ArrayList<>();
    for (Located filter : locate(rowGroup, hashes)) {
      long blocks = filter.numbers(hashes.get(filter.column())).count();
      boolean isWhole = filter.decryptor() != null;
      long bytes = isWhole ? filter.length() : SplitBlock.BYTES * blocks + gap * (blocks - 1);
      if (Math.min(bytes, filter.length()) <= most || fetcher.isKnown(filter.whole())) {
        filters.add(filter);
      }
    }
    List<ChunkRange> ranges = new ArrayList<>();
    for (Located filter : filters) {
      filter.needed(hashes.get(filter.column())).forEach(ranges::add);
    }
    Map<ChunkRange, byte[]> blocks = fetch(ranges);
    Map<Integer, LongPredicate> found = new HashMap<>();
    for (Located filter : filters) {
      if (filter.decryptor() == null) {
        found.put(
            filter.column(),
            hash ->
                SplitBlock.mayContain(
                    blocks.get(filter.block(SplitBlock.number(hash, filter.blocks()))), hash));
      } else {
        addDecrypted(rowGroup, filter, blocks.get(filter.whole()), found);
      }
    }
    return found;
  }

  private void addDecrypted(
      int rowGroup, Located filter, byte[] module, Map<Integer, LongPredicate> found) {
    try {
      byte[] bits =
          filter.decryptor().module(ModuleType.BLOOM_FILTER_BITSET, module, 0, module.length);
      found.put(
          filter.column(),
          hash -> {
            int start = SplitBlock.number(hash, filter.blocks()) * SplitBlock.BYTES;
            byte[] block = Arrays.copyOfRange(bits, start, start + SplitBlock.BYTES);
            return SplitBlock.mayContain(block, hash);
          });
    } catch (CorruptFooterException e) {
      places.passOver(rowGroup, filter.column(), e.shiftedBy(filter.bitset()));
    }
  }

  private Map<ChunkRange, byte[]> fetch(List<ChunkRange> ranges) throws IOException {
    List<byte[]> fetched = fetcher.fetchCopies(ranges);
    Map<ChunkRange, byte[]> bytes = new HashMap<>();
    for (int i = 0; i < ranges.size(); i++) {
      bytes.put(ranges.get(i), fetched.get(i));
    }
    return bytes;
  }

  private List<Located> locate(int rowGroup, Map<Integer, long[]> hashes) throws IOException {
    Map<Integer, ChunkRange> headers = new HashMap<>();
    for (int column : hashes.keySet()) {
      try {
        headers.put(column, header(rowGroup, column));
      } catch (CorruptFooterException e) {
        places.passOver(rowGroup, column, e);
      }
    }
    Map<ChunkRange, byte[]> bytes = fetch(List.copyOf(headers.values()));
    List<Located> found = new ArrayList<>();
    headers.forEach(
        (column, range) -> {
          try {
            Located filter = parse(rowGroup, column, range.offset(), bytes.get(range));
            if (filter != null) {
              found.add(filter);
            }
          } catch (CorruptFooterException e) {
            places.passOver(rowGroup, column, e);
          }
        });
    return found;
  }

  private ChunkRange header(int rowGroup, int column) {
    ColumnChunkView chunk = file.footer().chunk(rowGroup, column);
    long offset = chunk.bloomFilterOffset();
    long length = chunk.hasBloomFilterLength() ? chunk.bloomFilterLength() : 1;
    if (length < 1 || !FooterChecks.isBeforeFooter(offset, length, file.footerOffset())) {
      throw corrupt(
          rowGroup,
          column,
          "place",
          CorruptFooterException.NO_OFFSET,
          (chunk.hasBloomFilterLength() ? length + " bytes" : "one") + " at " + offset,
          FooterChecks.rangeBefore(file.footerOffset()));
    }
    boolean isPlain = chunk.cryptoMetadata() == null;
    long most = isPlain && chunk.hasBloomFilterLength() ? length : file.footerOffset() - offset;
    return new ChunkRange(offset, Math.min(isPlain ? HEADER_WINDOW : ENCRYPTED_WINDOW, most));
  }

  /** Null for a filter of a kind that is not known here. */
  private Located parse(int rowGroup, int column, long offset, byte[] bytes) {
    ChunkDecryptor decryptor = places.decryptor(rowGroup, column);
    BloomFilterHeader header;
    int headerLength;
    try {
      byte[] struct = decryptor == null ? bytes : decrypted(decryptor, bytes);
      CompactReader in = new CompactReader(struct);
      header = ParquetStructs.BLOOM_FILTER_HEADER.read(in);
      headerLength = decryptor == null ? in.position() : struct.length + ChunkDecryptor.OVERHEAD;
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(offset);
    }
    if (!header.isSplitBlock() || !header.isXxHash() || !header.isUncompressed()) {
      return null;
    }
    ColumnChunkView chunk = file.footer().chunk(rowGroup, column);
    boolean known = chunk.hasBloomFilterLength();
    long end = known ? offset + chunk.bloomFilterLength() : file.footerOffset();
    long bitset = offset + headerLength;
    int length = header.numBytes();
    long room = end - bitset - (decryptor == null ? 0 : ChunkDecryptor.OVERHEAD);
    boolean whole = length >= SplitBlock.BYTES && length % SplitBlock.BYTES == 0;
    if (!whole || (known ? length != room : length > room)) {
      throw corrupt(
          rowGroup,
          column,
          "numBytes",
          offset,
          Integer.toString(length),
          "a multiple of " + SplitBlock.BYTES + (known ? ", " : " up to ") + room);
    }
    return new Located(column, bitset, length / SplitBlock.BYTES, decryptor);
  }

  private static byte[] decrypted(ChunkDecryptor decryptor, byte[] bytes) {
    return decryptor.module(ModuleType.BLOOM_FILTER_HEADER, bytes, 0, bytes.length);
  }

  private CorruptFooterException corrupt(
      int rowGroup, int column, String what, long offset, String found, String expected) {
    String place = "Bloom filter of column " + file.footer().columnPath(column);
    return new CorruptFooterException(
        place + ", row group " + rowGroup + ": " + what, offset, found, expected);
  }
}
