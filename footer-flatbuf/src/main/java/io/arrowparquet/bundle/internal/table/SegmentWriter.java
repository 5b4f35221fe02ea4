// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BatchWriter;
import io.arrowparquet.bundle.internal.BlockLayout;
import io.arrowparquet.bundle.internal.BlockWriter;
import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.RecentlyUsed;
import io.arrowparquet.bundle.internal.Zstd;
import io.arrowparquet.bundle.internal.table.BundlePlace.BlockPlace;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.footer.model.BinaryValue;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;

/**
 * Writes a segment of a bundle: takes footers one after another and writes their column chunks
 * column by column.
 *
 * <pre>
 *   segment | APFB | version: u32 | heads, key-values and indexes | blocks of chunks
 *           | other fields of row groups | SchemaDefs and row groups | directory | summaries | indexes | layouts | root | trailer |
 * </pre>
 *
 * <p>Memory: footers are collected up to a limit, and then written to a temporary file column by
 * column; in the end the parts of a column are put together. For one thread.
 */
public final class SegmentWriter implements Closeable {
  private static final long MAX_REMEMBERED = 8 << 20;

  private final BundleOutput out;

  /** Heads and key-values, most of which repeat from file to file, that were written lately. */
  private final RecentlyUsed<BinaryValue, BundlePlace> texts =
      new RecentlyUsed<>(MAX_REMEMBERED, (text, place) -> text.length());

  private final BatchWriter batches = new BatchWriter();
  final Directory directory = new Directory(batches);
  final SchemaRegistry schemas = new SchemaRegistry();
  private final Map<BlockLayout, Integer> layouts = new LinkedHashMap<>();
  private final Path temporaryFolder;
  private final long memory;
  private FileChannel spill;
  private long collected;

  /**
   * Begins a segment.
   *
   * @param channel of an empty file or object; stays the caller's
   * @param memory bytes of footers to collect before they are written to a temporary file
   */
  public SegmentWriter(WritableByteChannel channel, long memory, Path temporaryFolder)
      throws IOException {
    this.out = new BundleOutput(channel);
    this.memory = memory;
    this.temporaryFolder = temporaryFolder;
    BundleBytes header = new BundleBytes(BundleFormat.HEADER_BYTES);
    header.writeInt(BundleFormat.MAGIC);
    header.writeInt(BundleFormat.VERSION);
    out.write(header.toByteArray());
  }

  /**
   * Adds a file, whose path is greater than those before.
   *
   * @param indexes by row group; fewer than there are row groups if the last ones have none
   */
  public void add(BundledFile file, SplitFooter footer, List<List<ChunkIndex.Packed>> indexes)
      throws IOException {
    int number = Math.toIntExact(directory.count());
    long rows = footer.numRows();
    int groups = footer.rowGroups().size();
    SchemaRegistry.Known schema = schemas.of(footer);
    SchemaTables tables = schema.tables();
    if (tables == null || !hasChunksOf(footer, tables.leaves.count())) {
      BundlePlace whole = writeOnce(footer.struct());
      directory.add(new FileRow(number, file, rows, groups, -1, 0, whole, List.of()));
      return;
    }
    byte[] ownHead = schema.isExact() ? footer.head() : footer.headWithSchema();
    BundlePlace head = writeOnce(ownHead);
    List<BundlePlace> keyValues = null;
    if (footer.keyValues() != null) {
      keyValues = new ArrayList<>();
      for (byte[] entry : footer.keyValues()) {
        keyValues.add(writeOnce(entry));
      }
    }
    directory.add(
        new FileRow(number, file, rows, groups, tables.number, tables.rows, head, keyValues));
    tables.files++;
    for (int i = 0; i < footer.rowGroups().size(); i++) {
      RowGroupRest.Group group = footer.rowGroups().get(i);
      List<ChunkIndex> written = i < indexes.size() ? write(indexes.get(i)) : List.of();
      addRowGroup(tables, number, i, head, group.with(written));
      tables.current.add(footer.struct(), group.chunkStarts());
      collected += (long) Integer.BYTES * group.chunkStarts().length;
    }
    collected += footer.struct().length;
    if (collected > memory) {
      spill();
    }
  }

  private List<ChunkIndex> write(List<ChunkIndex.Packed> indexes) throws IOException {
    List<ChunkIndex> written = new ArrayList<>();
    for (ChunkIndex.Packed index : indexes) {
      written.add(index.at(out.write(index.bytes())));
    }
    return written;
  }

  /** Writes bytes as they were in another segment. */
  BundlePlace writePacked(byte[] bytes) throws IOException {
    return out.write(bytes);
  }

  BundlePlace writeOnce(byte[] bytes) throws IOException {
    return texts.get(BinaryValue.of(bytes), () -> out.write(Zstd.pack(bytes)));
  }

  private static boolean hasChunksOf(SplitFooter footer, int leaves) {
    return footer.rowGroups().stream().allMatch(group -> group.chunks() == leaves);
  }

  void addRowGroup(
      SchemaTables tables, long file, int rowGroup, BundlePlace head, RowGroupRest.Group group) {
    RowGroupRest.add(tables.rowGroups, file, rowGroup, head, group);
    tables.rows++;
    if (tables.rowGroups.rows() == BundleFormat.ROWS_PER_BLOCK) {
      finishRowGroups(tables);
    }
  }

  private void finishRowGroups(SchemaTables tables) {
    tables.summaries.addBlock(tables.rowGroups);
    tables.rowGroupBlocks.add(tables.rowGroups.finish(batches, RowGroupRest.FACTS));
  }

  public long fileCount() {
    return directory.count();
  }

  private BlockPlace write(BlockWriter.Block block) throws IOException {
    return new BlockPlace(out.write(block.bytes()), layout(block.layout()));
  }

  private int layout(BlockLayout layout) {
    return layouts.computeIfAbsent(layout, added -> layouts.size());
  }

  private void spill() throws IOException {
    if (spill == null) {
      Path file = Files.createTempFile(temporaryFolder, "footer-bundle", ".spill");
      spill =
          FileChannel.open(
              file,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
    }
    for (SchemaTables tables : schemas.all) {
      if (tables.current.rows() > 0) {
        tables.runs.add(ChunkRun.Spilled.write(spill, tables.current, tables.leaves.count()));
        tables.current = new ChunkRun.InMemory();
      }
    }
    collected = 0;
  }

  /**
   * Writes what is left; the segment is whole then.
   *
   * @param older the other segments of the bundle, the oldest first
   * @param jobs how many of the workers' tasks may be under way
   */
  public void finish(List<OlderSegment> older, ExecutorService workers, int jobs)
      throws IOException {
    if (spill != null) {
      spill();
    }
    BundleBytes indexes = new BundleBytes(1 << 12);
    for (SchemaTables tables : schemas.all) {
      if (tables.current.rows() > 0) {
        tables.runs.add(tables.current);
      }
      if (tables.rowGroups.rows() > 0) {
        finishRowGroups(tables);
      }
      writeChunks(tables, indexes, workers, jobs);
      tables.restPlaces = writeAll(tables.rowGroupBlocks.stream().map(block -> block.get(1)));
    }
    long metadataOffset = out.position();
    for (SchemaTables tables : schemas.all) {
      tables.definitionPlace = out.write(tables.definition.toBytes());
      tables.rowGroupPlaces = writeAll(tables.rowGroupBlocks.stream().map(block -> block.get(0)));
    }
    List<SegmentRoot.Page> pages = new ArrayList<>();
    for (BlockWriter.Block page : directory.finish()) {
      pages.add(new SegmentRoot.Page(directory.firstPaths.get(pages.size()), write(page)));
    }
    for (SchemaTables tables : schemas.all) {
      writeSummaries(tables, indexes);
    }
    long indexOffset = out.write(indexes.toByteArray()).offset();
    List<SegmentRoot.Schema> roots =
        schemas.all.stream().map(tables -> tables.root(indexOffset)).toList();
    BundlePlace layoutPlace =
        out.write(Zstd.pack(BlockLayout.write(List.copyOf(layouts.keySet()))));
    SegmentRoot root =
        new SegmentRoot(
            directory.count(),
            metadataOffset,
            layoutPlace,
            BundleFormat.FILES_PER_PAGE,
            pages,
            BundleFormat.ROWS_PER_BLOCK,
            roots,
            older);
    writeEnd(root.toBytes());
  }

  private void writeEnd(byte[] root) throws IOException {
    BundlePlace place = out.write(root);
    long length = place.end() + SegmentRoot.SegmentTrailer.BYTES;
    out.write(new SegmentRoot.SegmentTrailer(root.length, place.crc(), length).toBytes());
    out.flush();
  }

  private void writeChunks(
      SchemaTables tables, BundleBytes indexes, ExecutorService workers, int jobs)
      throws IOException {
    IndexWriter index = new IndexWriter(indexes);
    tables.indexStart = index.start;
    if (tables.summaries.rows() > 0) {
      tables.summaryTables = new BlockSummaries.Tables(tables.summaries, tables.leaves, batches);
    }
    try (ChunkBlocks blocks = new ChunkBlocks(tables, workers, jobs)) {
      for (List<ChunkBlocks.Group> groups = blocks.next(); groups != null; groups = blocks.next()) {
        for (ChunkBlocks.Group group : groups) {
          List<BlockPlace> facts = writeAll(group.facts().stream());
          List<BlockPlace> places = writeAll(group.places().stream());
          for (int i = 0; i < facts.size(); i++) {
            index.add(facts.get(i), places.get(i));
          }
          if (tables.summaryTables != null) {
            tables.summaryTables.add(group.summaries());
          }
        }
      }
    }
    index.finish();
  }

  private void writeSummaries(SchemaTables tables, BundleBytes indexes) throws IOException {
    if (tables.summaryTables != null) {
      IndexWriter index = new IndexWriter(indexes);
      tables.summaryIndexStart = index.start;
      tables.summaryPlaces = writeAll(tables.summaryTables.rowGroups.stream());
      for (BlockPlace facts : writeAll(tables.summaryTables.chunks.stream())) {
        index.add(facts, IndexWriter.NO_BLOCK);
      }
      index.finish();
    }
  }

  private List<BlockPlace> writeAll(Stream<BlockWriter.Block> blocks) throws IOException {
    List<BlockPlace> places = new ArrayList<>();
    for (BlockWriter.Block block : blocks.toList()) {
      places.add(write(block));
    }
    return places;
  }

  @Override
  public void close() throws IOException {
    batches.close();
    if (spill != null) {
      spill.close();
    }
  }

  private static final class BundleOutput {
    private static final int BUFFER_BYTES = 1 << 20;

    private final WritableByteChannel channel;
    private final BundleBytes buffer = new BundleBytes(BUFFER_BYTES);
    private long flushed;

    BundleOutput(WritableByteChannel channel) {
      this.channel = channel;
    }

    long position() {
      return flushed + buffer.size();
    }

    BundlePlace write(byte[] bytes) throws IOException {
      int crc = Checksum.crc32(ByteBuffer.wrap(bytes));
      BundlePlace place = new BundlePlace(position(), bytes.length, crc);
      buffer.write(bytes);
      if (buffer.size() >= BUFFER_BYTES) {
        flush();
      }
      return place;
    }

    void flush() throws IOException {
      ByteBuffer rest = ByteBuffer.wrap(buffer.array(), 0, buffer.size());
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      flushed += buffer.size();
      buffer.clear();
    }
  }

  /**
   * Writes an index of blocks of chunks; {@link ChunkFetch.IndexReader} draws it. For one thread.
   */
  private static final class IndexWriter {
    /** In the place of a block that a table does not have. */
    static final BlockPlace NO_BLOCK = new BlockPlace(new BundlePlace(0, 0, 0), 0);

    private final BundleBytes out;
    final int start;
    private int pageStart;
    private int entries;

    IndexWriter(BundleBytes out) {
      this.out = out;
      this.start = out.size();
      this.pageStart = start;
    }

    void add(BlockPlace facts, BlockPlace places) {
      facts.writeEntry(out);
      places.writeEntry(out);
      if (++entries % BundleFormat.ENTRIES_PER_PAGE == 0) {
        endPage();
      }
    }

    void finish() {
      if (out.size() > pageStart) {
        endPage();
      }
    }

    private void endPage() {
      out.writeInt(Checksum.crc32(ByteBuffer.wrap(out.array(), pageStart, out.size() - pageStart)));
      pageStart = out.size();
    }
  }

  static final class Directory {
    private final BlockWriter files = new BlockWriter(FileRow.Fields.SHAPE);
    private final List<BlockWriter.Block> pages = new ArrayList<>();
    final List<String> firstPaths = new ArrayList<>();
    private final BatchWriter batches;
    private String lastPath;
    private long count;

    Directory(BatchWriter batches) {
      this.batches = batches;
    }

    long count() {
      return count;
    }

    void add(FileRow row) {
      String path = row.file().path();
      if (lastPath != null && BundleFormat.comparePaths(lastPath, path) >= 0) {
        throw new IllegalArgumentException(
            "files must come in the order of their paths, each once: " + path);
      }
      lastPath = path;
      if (files.rows() == 0) {
        firstPaths.add(path);
      }
      row.addTo(files);
      count++;
      if (files.rows() == BundleFormat.FILES_PER_PAGE) {
        pages.add(files.finish(batches));
      }
    }

    List<BlockWriter.Block> finish() {
      if (files.rows() > 0) {
        pages.add(files.finish(batches));
      }
      return pages;
    }
  }
}
