// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.internal.crypto.ChunkDecryptor;
import io.arrowparquet.footer.internal.crypto.ModuleType;
import io.arrowparquet.footer.internal.thrift.ColumnIndex;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.OffsetIndex;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.StructCodec;
import io.arrowparquet.footer.model.RowGroup.SortingColumn;
import io.arrowparquet.parquet.internal.encode.BloomFilterBuilder;
import io.arrowparquet.parquet.internal.write.WrittenRowGroup.WrittenChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Row groups, one after another: the open one's pages stay in memory until it is written.
 *
 * <pre>
 *   | second encodings, each with its offset index | other columns | the same columns as always |
 *                                                  ^ file_offset of the row group
 *   | Bloom filters |
 * </pre>
 *
 * <p>The first column of the schema stays the first of the row group in any case: readers that
 * split files between tasks, parquet-java among them, take its place for that of the row group.
 */
final class RowGroupWriter implements AutoCloseable {
  private final List<ColumnChunkWriter> chunks;
  private final List<ColumnChunkWriter> inFile;
  private final ModuleSeal seal;
  private int ordinal = -1;
  private boolean isOpen;
  private long rows;

  RowGroupWriter(List<ColumnChunkWriter> chunks, ModuleSeal seal) {
    this.chunks = List.copyOf(chunks);
    this.seal = seal;
    this.inFile =
        chunks.stream()
            .sorted(Comparator.comparing(c -> c.second() != null && c.column().ordinal() > 0))
            .toList();
  }

  /** Begins the next one if none is open. */
  void open() {
    if (!isOpen) {
      isOpen = true;
      rows = 0;
      ordinal++;
      chunks.forEach(chunk -> chunk.start(ordinal));
    }
  }

  boolean isOpen() {
    return isOpen;
  }

  List<ColumnChunkWriter> chunks() {
    return chunks;
  }

  /** Counts rows that every column has written. */
  void addRows(int count) {
    rows += count;
  }

  long rows() {
    return isOpen ? rows : 0;
  }

  /** Bytes held in memory, about what the row group will be in the file. */
  long bufferedBytes() {
    return isOpen ? chunks.stream().mapToLong(ColumnChunkWriter::bufferedBytes).sum() : 0;
  }

  /**
   * Writes the row group, whose chunks are finished, and closes it.
   *
   * @param sorting null for no order
   */
  WrittenRowGroup writeTo(SinkOutput out, @Nullable List<SortingColumn> sorting)
      throws IOException {
    List<byte[]> extensions = new ArrayList<>();
    for (ColumnChunkWriter chunk : chunks) {
      extensions.add(chunk.second() == null ? null : writeSecond(chunk.second(), out));
    }
    long start = out.position();
    for (ColumnChunkWriter chunk : inFile) {
      chunk.writePages(out);
    }
    List<WrittenChunk> written = new ArrayList<>();
    for (int i = 0; i < chunks.size(); i++) {
      written.add(describe(chunks.get(i), extensions.get(i), out));
    }
    close();
    return new WrittenRowGroup(written, rows, sorting, start, true);
  }

  /** Writes the pages of a second encoding and their index; the extension that says so. */
  private byte[] writeSecond(ColumnChunkWriter chunk, SinkOutput out) throws IOException {
    chunk.writePages(out);
    return new WrittenChunk(chunk.metaData(null, null), 0, null, null, offsetIndex(chunk))
        .writeSecond(out);
  }

  private WrittenChunk describe(ColumnChunkWriter chunk, byte[] extension, SinkOutput out)
      throws IOException {
    Long filterOffset = null;
    Integer filterLength = null;
    byte[] filter = chunk.bloomFilter();
    if (filter != null) {
      filterOffset = out.position();
      out.write(
          module(
              ModuleType.BLOOM_FILTER_HEADER,
              chunk,
              ParquetStructs.BLOOM_FILTER_HEADER,
              BloomFilterBuilder.header(filter.length)));
      out.write(sealed(ModuleType.BLOOM_FILTER_BITSET, chunk, filter));
      filterLength = Math.toIntExact(out.position() - filterOffset);
    }
    ColumnIndex columnIndex = chunk.columnIndex();
    return new WrittenChunk(
        chunk.metaData(filterOffset, filterLength),
        0,
        extension,
        columnIndex == null
            ? null
            : module(ModuleType.COLUMN_INDEX, chunk, ColumnIndex.CODEC, columnIndex),
        offsetIndex(chunk));
  }

  private byte[] offsetIndex(ColumnChunkWriter chunk) {
    return module(ModuleType.OFFSET_INDEX, chunk, OffsetIndex.CODEC, chunk.offsetIndex());
  }

  private <T> byte[] module(
      ModuleType module, ColumnChunkWriter chunk, StructCodec<T> codec, T value) {
    CompactWriter thrift = new CompactWriter();
    codec.write(thrift, value);
    return sealed(module, chunk, thrift.toByteArray());
  }

  private byte[] sealed(ModuleType module, ColumnChunkWriter chunk, byte[] bytes) {
    int column = chunk.column().ordinal();
    return seal.seal(module, ordinal, column, ChunkDecryptor.NO_PAGE, bytes);
  }

  /** Frees the pages. */
  @Override
  public void close() {
    isOpen = false;
    chunks.forEach(ColumnChunkWriter::close);
  }
}
