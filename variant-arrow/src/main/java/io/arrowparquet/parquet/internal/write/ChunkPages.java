// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.internal.crypto.ChunkDecryptor;
import io.arrowparquet.footer.internal.crypto.ModuleType;
import io.arrowparquet.footer.internal.thrift.PageHeader;
import io.arrowparquet.footer.internal.thrift.PageHeader.DataPageHeader;
import io.arrowparquet.footer.internal.thrift.PageHeader.DataPageHeaderV2;
import io.arrowparquet.footer.internal.thrift.PageHeader.DictionaryPageHeader;
import io.arrowparquet.footer.model.ColumnMetaData.PageEncodingStats;
import io.arrowparquet.footer.model.PageType;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.internal.codec.PageCompressor;
import io.arrowparquet.parquet.internal.encode.ByteOutput;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder.DictionaryPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** The pages of a column chunk with their headers, as the file will have them. */
final class ChunkPages implements AutoCloseable {
  private static final int RLE = ParquetEncoding.RLE.number();
  private static final int PLAIN = ParquetEncoding.PLAIN.number();

  private final LeafColumn column;
  private final ModuleSeal seal;
  private final HeldBytes dictionary;
  private final HeldBytes data;
  private final Map<ParquetEncoding, Integer> dataPages = new EnumMap<>(ParquetEncoding.class);
  private int rowGroup;
  private int count;
  private long uncompressed;

  /** The body of a page that is being made: bytes that are not compressed, then the others. */
  private byte[] front;

  private int frontLength;
  private byte[] rest;
  private int restFrom;
  private int restLength;

  ChunkPages(LeafColumn column, ModuleSeal seal, BufferAllocator allocator) {
    this.column = column;
    this.seal = seal;
    this.dictionary = new HeldBytes(allocator);
    this.data = new HeldBytes(allocator);
  }

  void start(int ofRowGroup) {
    close();
    rowGroup = ofRowGroup;
    count = 0;
    uncompressed = 0;
    dataPages.clear();
  }

  /**
   * @param values nulls included
   * @param repetitionBytes of the levels in version 2, which are not compressed
   * @param definitionBytes as {@code repetitionBytes}
   */
  record Contents(int values, int nulls, int rows, int repetitionBytes, int definitionBytes) {}

  @FunctionalInterface
  private interface HeaderOf {
    PageHeader page(int size, Integer crc);
  }

  /**
   * Adds the data page that is in the scratch, levels and values.
   *
   * @return its bytes in the file, header included
   */
  int addData(WriteScratch scratch, ParquetEncoding encoding, Contents contents) {
    dataPages.merge(encoding, 1, Integer::sum);
    int length = scratch.page.length();
    int number = encoding.number();
    HeaderOf header;
    if (column.settings().dataPageV2()) {
      int levels = contents.repetitionBytes() + contents.definitionBytes();
      boolean isCompressed = compress(scratch, scratch.page, levels);
      if (!isCompressed) {
        plain(scratch.page, levels);
      }
      DataPageHeaderV2 data =
          new DataPageHeaderV2(
              contents.values(),
              contents.nulls(),
              contents.rows(),
              number,
              contents.definitionBytes(),
              contents.repetitionBytes(),
              isCompressed,
              null);
      header =
          (size, crc) ->
              new PageHeader(
                  PageType.DATA_PAGE_V2.number(), length, size, crc, null, null, null, data);
    } else {
      compress(scratch, scratch.page, 0);
      DataPageHeader data = new DataPageHeader(contents.values(), number, RLE, RLE, null);
      header =
          (size, crc) ->
              new PageHeader(
                  PageType.DATA_PAGE.number(), length, size, crc, data, null, null, null);
    }
    uncompressed += length;
    return append(scratch, data, ModuleType.DATA_PAGE, count++, header);
  }

  void addDictionary(WriteScratch scratch, DictionaryPage page) {
    int length = page.values().length();
    compress(scratch, page.values(), 0);
    DictionaryPageHeader entries = new DictionaryPageHeader(page.entries(), PLAIN, null);
    HeaderOf header =
        (size, crc) ->
            new PageHeader(
                PageType.DICTIONARY_PAGE.number(), length, size, crc, null, null, entries, null);
    uncompressed += length;
    append(scratch, dictionary, ModuleType.DICTIONARY_PAGE, ChunkDecryptor.NO_PAGE, header);
  }

  /**
   * Makes the body of a page: the first bytes as they are, the others compressed.
   *
   * @return whether they got fewer by it
   */
  private boolean compress(WriteScratch scratch, ByteOutput page, int first) {
    plain(page, first);
    PageCompressor compressor = scratch.compressor(column.settings().compression());
    if (compressor.isIdentity()) {
      return false;
    }
    int length = restLength;
    restLength = compressor.compress(page.array(), first, length);
    rest = compressor.output();
    restFrom = 0;
    return restLength < length;
  }

  private void plain(ByteOutput page, int first) {
    front = page.array();
    frontLength = first;
    rest = front;
    restFrom = first;
    restLength = page.length() - first;
  }

  /** Appends the body that was made and its header; how many bytes both are. */
  private int append(
      WriteScratch scratch, HeldBytes to, ModuleType module, int page, HeaderOf header) {
    if (seal.isSealed(column.ordinal())) {
      byte[] body = Arrays.copyOf(front, frontLength + restLength);
      System.arraycopy(rest, restFrom, body, frontLength, restLength);
      rest = seal.seal(module, rowGroup, column.ordinal(), page, body);
      frontLength = 0;
      restFrom = 0;
      restLength = rest.length;
    }
    Integer crc = column.settings().checksums() ? (Integer) crc() : null;
    int size = Math.addExact(frontLength, restLength);
    scratch.thrift.clear();
    PageHeader.CODEC.write(scratch.thrift, header.page(size, crc));
    byte[] thrift = scratch.thrift.toByteArray();
    uncompressed += thrift.length;
    thrift = seal.seal(module.header(), rowGroup, column.ordinal(), page, thrift);
    to.append(thrift, 0, thrift.length);
    to.append(front, 0, frontLength);
    to.append(rest, restFrom, restLength);
    front = null;
    rest = null;
    return Math.addExact(thrift.length, size);
  }

  private int crc() {
    CRC32 crc = new CRC32();
    crc.update(front, 0, frontLength);
    crc.update(rest, restFrom, restLength);
    return (int) crc.getValue();
  }

  /** Bytes that the chunk takes in the file so far. */
  long size() {
    return dictionary.size() + data.size();
  }

  long dictionarySize() {
    return dictionary.size();
  }

  /** Bytes of all pages before they were compressed, and of their headers. */
  long uncompressedSize() {
    return uncompressed;
  }

  List<Integer> encodings() {
    Set<Integer> numbers = new LinkedHashSet<>();
    dataPages.keySet().forEach(encoding -> numbers.add(encoding.number()));
    if (dictionary.size() > 0) {
      numbers.add(PLAIN);
    }
    if (column.maxDefinition() > 0 || column.maxRepetition() > 0) {
      numbers.add(RLE);
    }
    return List.copyOf(numbers);
  }

  List<PageEncodingStats> encodingStats() {
    List<PageEncodingStats> stats = new ArrayList<>();
    if (dictionary.size() > 0) {
      stats.add(new PageEncodingStats(PageType.DICTIONARY_PAGE.number(), PLAIN, 1));
    }
    PageType type = column.settings().dataPageV2() ? PageType.DATA_PAGE_V2 : PageType.DATA_PAGE;
    dataPages.forEach(
        (encoding, pages) ->
            stats.add(new PageEncodingStats(type.number(), encoding.number(), pages)));
    return stats;
  }

  void writeTo(SinkOutput out) throws IOException {
    dictionary.writeTo(out);
    data.writeTo(out);
  }

  /** Frees what is held. */
  @Override
  public void close() {
    dictionary.close();
    data.close();
  }

  /**
   * Bytes that wait to be written, in the caller's memory: blocks that grow with them, up to 1 MiB
   * each, so that little of it is empty.
   */
  private static final class HeldBytes implements AutoCloseable {
    private static final long LEAST_BLOCK = 4 << 10;
    private static final long MOST_BLOCK = 1 << 20;

    private final BufferAllocator allocator;
    private final List<ArrowBuf> blocks = new ArrayList<>();
    private long size;

    /** Bytes of the last block that are in use. */
    private long used;

    HeldBytes(BufferAllocator allocator) {
      this.allocator = allocator;
    }

    long size() {
      return size;
    }

    @SuppressWarnings("resource") // blocks are closed all together
    void append(byte[] bytes, int from, int length) {
      int done = 0;
      while (done < length) {
        if (blocks.isEmpty() || used == last().capacity()) {
          long wanted = Math.max(LEAST_BLOCK, Math.min(MOST_BLOCK, size));
          blocks.add(allocator.buffer(wanted));
          used = 0;
        }
        int step = (int) Math.min(length - done, last().capacity() - used);
        last().setBytes(used, bytes, from + done, step);
        used += step;
        done += step;
      }
      size += length;
    }

    private ArrowBuf last() {
      return blocks.get(blocks.size() - 1);
    }

    void writeTo(SinkOutput out) throws IOException {
      long left = size;
      for (ArrowBuf block : blocks) {
        int length = (int) Math.min(left, block.capacity());
        out.write(block.nioBuffer(0, length));
        left -= length;
      }
    }

    /** Gives the memory back; can be filled again. */
    @Override
    public void close() {
      blocks.forEach(ArrowBuf::close);
      blocks.clear();
      size = 0;
      used = 0;
    }
  }
}
