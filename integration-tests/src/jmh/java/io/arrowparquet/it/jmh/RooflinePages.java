// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import com.github.luben.zstd.Zstd;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.PageHeader;
import io.arrowparquet.footer.internal.thrift.PageHeader.DataPageHeaderV2;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.internal.codec.PageDecompressor;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.xerial.snappy.Snappy;

/** The pages of a column, and the least work that makes vectors of them. For one thread. */
final class RooflinePages implements AutoCloseable {
  private final ByteBuffer file;
  private final ParquetReadOptions options;
  private final PageDecompressor decompressor;
  private final Lz4Decompressor lz4 = new Lz4Decompressor();
  private final List<Compressed> compressed = new ArrayList<>();
  private final Set<ParquetEncoding> encodings = new TreeSet<>();

  /** Bytes of the vectors of each batch. */
  private final long[] batches;

  private final ArrowBuf page;
  private final ArrowBuf vectors;
  private final ArrowBuf batch;

  /** Bytes in the file that are compressed, and what they become. */
  private record Compressed(int offset, int length, int size) {}

  private RooflinePages(
      ByteBuffer file, ParquetCodec codec, String column, BufferAllocator allocator)
      throws IOException {
    this.file = file;
    this.options = ParquetReadOptions.defaults().withColumns(List.of(column));
    this.decompressor = PageDecompressor.of(codec, true);
    this.batches = batches(allocator);
    FlatFooter footer = FooterReader.defaults().read(ByteSources.memory(column, file)).footer();
    List<Integer> leaves = new ArrayList<>(footer.findColumns(column));
    leaves.addAll(footer.findColumnsBelow(column));
    for (int leaf : leaves) {
      for (int group = 0; group < footer.rowGroupCount(); group++) {
        addChunk(footer.chunk(group, leaf));
      }
    }
    int largest = compressed.stream().mapToInt(Compressed::size).max().orElse(1);
    this.page = allocator.buffer(largest);
    this.vectors = allocator.buffer(vectorBytes());
    this.batch = allocator.buffer(LongStream.of(batches).max().orElse(1));
    vectors.setZero(0, vectors.capacity());
  }

  static RooflinePages of(Path path, ParquetCodec codec, String column, BufferAllocator allocator)
      throws IOException {
    return new RooflinePages(read(path), codec, column, allocator);
  }

  /** Of columns of one file. */
  static List<RooflinePages> of(
      Path path, ParquetCodec codec, List<String> columns, BufferAllocator allocator)
      throws IOException {
    ByteBuffer file = read(path);
    List<RooflinePages> pages = new ArrayList<>();
    for (String column : columns) {
      pages.add(new RooflinePages(file, codec, column, allocator));
    }
    return pages;
  }

  private static ByteBuffer read(Path path) throws IOException {
    byte[] bytes = Files.readAllBytes(path);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  private void addChunk(ColumnChunkView chunk) {
    int position = (int) chunk.startOffset();
    int end = position + (int) chunk.totalCompressedSize();
    byte[] bytes = new byte[end - position];
    file.get(position, bytes);
    CompactReader in = new CompactReader(bytes);
    while (in.position() < bytes.length) {
      PageHeader header = PageHeader.CODEC.read(in);
      int plain = 0;
      DataPageHeaderV2 v2 = header.dataPageHeaderV2();
      if (v2 != null) {
        plain = v2.repetitionLevelsByteLength() + v2.definitionLevelsByteLength();
      }
      addEncoding(header);
      int length = header.compressedPageSize();
      if (!decompressor.isIdentity()) {
        compressed.add(
            new Compressed(
                position + in.position() + plain,
                length - plain,
                header.uncompressedPageSize() - plain));
      }
      in.position(in.position() + length);
    }
  }

  private void addEncoding(PageHeader header) {
    if (header.dataPageHeader() != null) {
      encodings.add(header.dataPageHeader().encoding());
    } else if (header.dataPageHeaderV2() != null) {
      encodings.add(header.dataPageHeaderV2().encoding());
    }
  }

  private long[] batches(BufferAllocator allocator) throws IOException {
    List<Long> bytes = new ArrayList<>();
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(ByteSources.memory("roofline", file), options, allocator)) {
      while (reader.loadNextBatch()) {
        long sum = 0;
        for (FieldVector vector : reader.getVectorSchemaRoot().getFieldVectors()) {
          sum += vector.getBufferSize();
        }
        bytes.add(sum);
      }
    }
    return bytes.stream().mapToLong(Long::longValue).toArray();
  }

  ByteBuffer file() {
    return file.duplicate();
  }

  ParquetReadOptions options() {
    return options;
  }

  String encodings() {
    return encodings.toString().replaceAll("[\\[\\]]", "");
  }

  long vectorBytes() {
    return LongStream.of(batches).sum();
  }

  /** Decompresses each page and copies the vectors of each batch. */
  void floor() throws IOException {
    floor(0, 1);
  }

  /** As {@link #floor()}, for one of several threads, each of which has pages of its own. */
  void floor(int thread, int threads) throws IOException {
    long start = MemoryUtil.getByteBufferAddress(file);
    for (int i = thread; i < compressed.size(); i += threads) {
      Compressed one = compressed.get(i);
      decompress(start + one.offset, one.length, one.size);
    }
    long from = vectors.memoryAddress();
    for (int i = 0; i < batches.length; i++) {
      if (i % threads == thread) {
        MemoryUtil.copyMemory(from, batch.memoryAddress(), batches[i]);
      }
      from += batches[i];
    }
  }

  private void decompress(long input, int length, int size) throws IOException {
    switch (decompressor.codec()) {
      case SNAPPY -> Snappy.rawUncompress(input, length, page.memoryAddress());
      case ZSTD -> Zstd.decompressUnsafe(page.memoryAddress(), size, input, length);
      case LZ4_RAW ->
          lz4.decompress(MemoryUtil.directBuffer(input, length), page.nioBuffer(0, size));
      default -> decompressor.decompress(input, length, page.memoryAddress(), size);
    }
  }

  @Override
  public void close() {
    decompressor.close();
    page.close();
    vectors.close();
    batch.close();
  }
}
