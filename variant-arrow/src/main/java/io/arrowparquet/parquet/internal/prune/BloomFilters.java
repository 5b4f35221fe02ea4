// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.internal.thrift.BloomFilterHeader;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.parquet.internal.encoding.SplitBlock;
import io.arrowparquet.parquet.internal.fetch.ChunkBytes;
import io.arrowparquet.parquet.internal.fetch.ChunkFetcher;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

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

  private record Located(int column, long bitset, int blocks) {
    ChunkRange block(int number) {
      return new ChunkRange(bitset + (long) SplitBlock.BYTES * number, SplitBlock.BYTES);
    }
  }

  public boolean has(int rowGroup, int column) {
    return file.footer().chunk(rowGroup, column).hasBloomFilterOffset();
  }

  /**
   * By column whether the chunk may have a value of one of the hashes; nothing where no filter is
   * used.
   */
  public Map<Integer, LongPredicate> load(int rowGroup, Map<Integer, long[]> hashes, long most)
      throws IOException {
    List<Located> filters = new ArrayList<>();
    for (Located filter : locate(rowGroup, hashes)) {
      long blocks = blocks(filter, hashes).count();
      long bytes = SplitBlock.BYTES * blocks + gap * (blocks - 1);
      if (Math.min(bytes, (long) SplitBlock.BYTES * filter.blocks()) <= most) {
        filters.add(filter);
      }
    }
    List<ChunkRange> ranges = new ArrayList<>();
    for (Located filter : filters) {
      blocks(filter, hashes).forEach(number -> ranges.add(filter.block((int) number)));
    }
    Map<ChunkRange, byte[]> blocks = fetch(ranges);
    Map<Integer, LongPredicate> found = new HashMap<>();
    for (Located filter : filters) {
      found.put(
          filter.column(),
          hash ->
              SplitBlock.mayContain(
                  blocks.get(filter.block(SplitBlock.number(hash, filter.blocks()))), hash));
    }
    return found;
  }

  private static LongStream blocks(Located filter, Map<Integer, long[]> hashes) {
    return LongStream.of(hashes.get(filter.column()))
        .map(hash -> SplitBlock.number(hash, filter.blocks()))
        .distinct();
  }

  private Map<ChunkRange, byte[]> fetch(List<ChunkRange> ranges) throws IOException {
    Map<ChunkRange, byte[]> bytes = new HashMap<>();
    List<ChunkBytes> fetched = fetcher.fetch(ranges);
    try {
      fetched.forEach(range -> bytes.put(range.range(), range.copy()));
    } finally {
      fetched.forEach(ChunkBytes::close);
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
    return new ChunkRange(offset, Math.min(HEADER_WINDOW, file.footerOffset() - offset));
  }

  /** Null for a filter of a kind that is not known here. */
  private Located parse(int rowGroup, int column, long offset, byte[] bytes) {
    CompactReader in = new CompactReader(bytes);
    BloomFilterHeader header;
    try {
      header = ParquetStructs.BLOOM_FILTER_HEADER.read(in);
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(offset);
    }
    if (!header.isSplitBlock() || !header.isXxHash() || !header.isUncompressed()) {
      return null;
    }
    ColumnChunkView chunk = file.footer().chunk(rowGroup, column);
    boolean known = chunk.hasBloomFilterLength();
    long end = known ? offset + chunk.bloomFilterLength() : file.footerOffset();
    long bitset = offset + in.position();
    int length = header.numBytes();
    boolean whole = length >= SplitBlock.BYTES && length % SplitBlock.BYTES == 0;
    if (!whole || (known ? length != end - bitset : length > end - bitset)) {
      throw corrupt(
          rowGroup,
          column,
          "numBytes",
          offset,
          Integer.toString(length),
          "a multiple of " + SplitBlock.BYTES + (known ? ", " : " up to ") + (end - bitset));
    }
    return new Located(column, bitset, length / SplitBlock.BYTES);
  }

  private CorruptFooterException corrupt(
      int rowGroup, int column, String what, long offset, String found, String expected) {
    String place = "Bloom filter of column " + file.footer().columnPath(column);
    return new CorruptFooterException(
        place + ", row group " + rowGroup + ": " + what, offset, found, expected);
  }
}
