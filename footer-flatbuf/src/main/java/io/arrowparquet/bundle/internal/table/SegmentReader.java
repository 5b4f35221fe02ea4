// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockLayout;
import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BlockRows.Slice;
import io.arrowparquet.bundle.internal.BlockShape;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.bundle.internal.RecentlyUsed;
import io.arrowparquet.bundle.internal.Zstd;
import io.arrowparquet.bundle.internal.table.BundlePlace.BlockPlace;
import io.arrowparquet.bundle.stream.SchemaDef;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Reads a segment by part. {@link SegmentWriter} draws it. Threads may share it; the source stays
 * the caller's.
 */
public final class SegmentReader {
  public static final int TAIL_BYTES = SegmentBytes.TAIL_BYTES;
  private static final int KEPT = 16;

  /** Columns whose blocks are in memory at once where all is read. */
  private static final int VERIFIED_COLUMNS = 64;

  private final SegmentBytes bytes;
  private final SegmentRoot root;
  private final int rootCrc;
  private final RecentlyUsed<Integer, BlockRows> pages = new RecentlyUsed<>(KEPT);
  private final RecentlyUsed<Integer, SegmentSchema> schemas = new RecentlyUsed<>(KEPT);
  private volatile List<BlockLayout> layouts;

  private SegmentReader(SegmentBytes bytes, SegmentRoot root, int rootCrc) {
    this.rootCrc = rootCrc;
    this.bytes = bytes;
    this.root = root;
  }

  /**
   * Opens a segment with one request, or two where its root is large.
   *
   * @param maximum bytes that any part of it may have, as it is and unpacked
   */
  public static SegmentReader open(ByteSource source, int maximum) throws IOException {
    SegmentBytes bytes = new SegmentBytes(source, maximum);
    try {
      SegmentRoot.SegmentTrailer trailer =
          SegmentRoot.SegmentTrailer.read(bytes.end(), bytes.length());
      long start = bytes.length() - SegmentRoot.SegmentTrailer.BYTES - trailer.rootLength();
      Slice slice = bytes.read(new BundlePlace(start, trailer.rootLength(), trailer.rootCrc()));
      int end = slice.start() + slice.length();
      ByteCursor in = new ByteCursor(slice.array(), slice.start(), end, start);
      SegmentRoot root = SegmentRoot.read(in, bytes.length(), maximum);
      bytes.metadataFrom(root.metadataOffset());
      return new SegmentReader(bytes, root, trailer.rootCrc());
    } catch (CorruptFooterException e) {
      throw e.in(source.name());
    }
  }

  public String name() {
    return bytes.name();
  }

  public long length() {
    return bytes.length();
  }

  public long requests() {
    return bytes.requests();
  }

  public long bytesRead() {
    return bytes.bytesRead();
  }

  public long fileCount() {
    return root.files();
  }

  /** Of all that the segment has, since its root has the checksums of the rest. */
  public int rootCrc() {
    return rootCrc;
  }

  /** The first path of each page of the directory, in order. */
  public List<String> firstPaths() {
    return root.pages().stream().map(SegmentRoot.Page::firstPath).toList();
  }

  /** How many files have a lesser path. */
  public int filesBelow(String path) throws IOException {
    int page = Math.max(0, pageOf(path));
    long low = (long) page * root.filesPerPage();
    long high = Math.min(root.files(), low + root.filesPerPage());
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (BundleFormat.comparePaths(file((int) middle).file().path(), path) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return (int) low;
  }

  public List<OlderSegment> older() {
    return root.older();
  }

  public boolean hasFilesWithoutSchema() {
    return root.schemas().stream().mapToLong(SegmentRoot.Schema::files).sum() < root.files();
  }

  public int schemaCount() {
    return root.schemas().size();
  }

  public long filesOf(int schema) {
    return root(schema).files();
  }

  public long rowGroupsOf(int schema) {
    return root(schema).tables().rows();
  }

  public int columnsOf(int schema) {
    return root(schema).tables().leaves();
  }

  /** Column chunks of all files that have a schema. */
  public long chunks() {
    return root.schemas().stream()
        .map(SegmentRoot.Schema::tables)
        .mapToLong(tables -> (long) tables.rows() * tables.leaves())
        .sum();
  }

  public int rowsPerBlock() {
    return root.rowsPerBlock();
  }

  SegmentRoot root() {
    return root;
  }

  SegmentBytes bytes() {
    return bytes;
  }

  /** The file with this path; null if there is none. One request at most. */
  public FileRow find(String path) throws IOException {
    int page = pageOf(path);
    if (page < 0) {
      return null;
    }
    BlockRows rows = page(page);
    byte[] wanted = BundleFormat.utf8(path);
    int low = 0;
    int high = rows.rows() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      var found = rows.bytes(FileRow.Fields.PATH, middle);
      int order = found == null ? -1 : Arrays.compareUnsigned(found.toByteArray(), wanted);
      if (order == 0) {
        return row(rows, page, middle);
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return null;
  }

  /** The page whose first path is the last one not greater than a path; -1 if all are greater. */
  private int pageOf(String path) {
    int low = 0;
    int high = root.pages().size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (BundleFormat.comparePaths(root.pages().get(middle).firstPath(), path) <= 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  public FileRow file(int number) throws IOException {
    int page = pageOf(number);
    return row(page(page), page, number % root.filesPerPage());
  }

  /** Files by their numbers, ascending: what is needed of the directory is read at once. */
  public List<FileRow> files(Collection<Integer> numbers) throws IOException {
    Map<Integer, List<Integer>> byPage = new TreeMap<>();
    for (int number : numbers) {
      byPage.computeIfAbsent(pageOf(number), page -> new ArrayList<>()).add(number);
    }
    List<BundlePlace> places =
        byPage.keySet().stream().map(page -> root.pages().get(page).block().place()).toList();
    List<Slice> slices = bytes.readScattered(places);
    List<FileRow> files = new ArrayList<>();
    int next = 0;
    for (Map.Entry<Integer, List<Integer>> entry : byPage.entrySet()) {
      int page = entry.getKey();
      BlockRows rows = page(page, slices.get(next++));
      for (int number : entry.getValue()) {
        files.add(row(rows, page, number % root.filesPerPage()));
      }
    }
    return files;
  }

  private int pageOf(int number) {
    requireBelow("number of a file", CorruptFooterException.NO_OFFSET, number, root.files());
    return number / root.filesPerPage();
  }

  private void requireBelow(String what, long offset, int number, long count) {
    if (number < 0 || number >= count) {
      throw new CorruptFooterException(what, offset, number, "less than " + count).in(name());
    }
  }

  private FileRow row(BlockRows rows, int page, int row) {
    long offset = root.pages().get(page).block().place().offset();
    return located(() -> FileRow.of(rows, row, page * root.filesPerPage(), root, offset));
  }

  private BlockRows page(int page) throws IOException {
    return pages.get(page, () -> page(page, bytes.read(root.pages().get(page).block().place())));
  }

  private BlockRows page(int page, Slice slice) throws IOException {
    long before = (long) page * root.filesPerPage();
    int rows = (int) Math.min(root.filesPerPage(), root.files() - before);
    return block(FileRow.Fields.SHAPE, root.pages().get(page).block(), slice, rows, before);
  }

  private SegmentRoot.Schema root(int number) {
    int count = schemaCount();
    requireBelow("number of a schema", CorruptFooterException.NO_OFFSET, number, count);
    return root.schemas().get(number);
  }

  public SegmentSchema schema(int number) throws IOException {
    SegmentRoot.Schema schema = root(number);
    return schemas.get(
        number,
        () -> {
          Slice slice = bytes.read(schema.definition());
          int end = slice.start() + slice.length();
          SchemaDef definition = located(() -> SchemaDef.read(slice.array(), slice.start(), end));
          SchemaLeaves leaves = SchemaLeaves.of(definition.schema());
          if (leaves.count() != schema.tables().leaves()) {
            throw new CorruptFooterException(
                    "columns of a schema",
                    schema.definition().offset(),
                    leaves.count(),
                    schema.tables().leaves())
                .in(name());
          }
          return new SegmentSchema(number, schema.tables(), schema.summaries(), definition, leaves);
        });
  }

  public SchemaDef definition(int schema) throws IOException {
    return schema(schema).definition();
  }

  /** The row groups of some blocks, without what planning does not need. */
  public List<BlockRows> rowGroups(SegmentSchema schema, int[] numbers) throws IOException {
    return rowGroups(schema, schema.tables().rowGroups(), numbers);
  }

  /** The row groups of a block with all of their fields. */
  public BlockRows wholeRowGroups(SegmentSchema schema, int block) throws IOException {
    return wholeRowGroups(schema, new int[] {block}).get(0);
  }

  public List<BlockRows> wholeRowGroups(SegmentSchema schema, int[] numbers) throws IOException {
    List<BlockRows> facts = rowGroups(schema, numbers);
    List<BlockRows> rest = rowGroups(schema, schema.tables().rest(), numbers);
    return IntStream.range(0, numbers.length)
        .mapToObj(i -> facts.get(i).with(rest.get(i)))
        .toList();
  }

  private List<BlockRows> rowGroups(SegmentSchema schema, List<BlockPlace> all, int[] numbers)
      throws IOException {
    List<BlockPlace> places = Arrays.stream(numbers).mapToObj(all::get).toList();
    List<Slice> slices = bytes.read(places.stream().map(BlockPlace::place).toList());
    List<BlockRows> blocks = new ArrayList<>();
    for (int i = 0; i < slices.size(); i++) {
      int rows = rowsOf(schema, numbers[i]);
      long before = (long) numbers[i] * root.rowsPerBlock();
      blocks.add(block(RowGroupRest.SHAPE, places.get(i), slices.get(i), rows, before));
    }
    return blocks;
  }

  public int rowsOf(SegmentSchema schema, int block) {
    long before = (long) block * root.rowsPerBlock();
    return (int) Math.min(root.rowsPerBlock(), schema.tables().rows() - before);
  }

  public List<ChunkRows> chunks(SegmentSchema schema, int[] columns, int block, boolean withPlaces)
      throws IOException {
    return chunks(schema, columns, new int[] {block}, withPlaces).get(0);
  }

  /**
   * The chunks of columns in the row groups of some blocks, block by block and column by column.
   *
   * @param columns numbers of leaves, ascending
   * @param withPlaces whether more than the facts is wanted
   */
  public List<List<ChunkRows>> chunks(
      SegmentSchema schema, int[] columns, int[] numbers, boolean withPlaces) throws IOException {
    ChunkFetch fetch = new ChunkFetch(this, schema, columns, numbers, withPlaces);
    List<Slice> fetched = fetch.fetch(numbers);
    int perBlock = fetched.size() / Math.max(1, numbers.length);
    List<List<ChunkRows>> chunks = new ArrayList<>();
    for (int i = 0; i < numbers.length; i++) {
      chunks.add(fetch.decode(numbers[i], fetched.subList(i * perBlock, (i + 1) * perBlock)));
    }
    return chunks;
  }

  /** {@code before}: rows of the table in the blocks before. */
  BlockRows block(BlockShape shape, BlockPlace place, Slice slice, int rows, long before)
      throws IOException {
    List<BlockLayout> known = layouts();
    requireBelow("layout of a block", place.place().offset(), place.layout(), known.size());
    return located(
        () ->
            BlockRows.read(
                shape,
                known.get(place.layout()),
                slice.array(),
                slice.start(),
                slice.start() + slice.length(),
                place.place().offset(),
                rows,
                before,
                bytes.maximum()));
  }

  List<BlockLayout> layouts() throws IOException {
    if (layouts == null) {
      byte[] section = unpacked(root.layouts());
      layouts = located(() -> BlockLayout.read(new ByteCursor(section, 0, section.length, 0)));
    }
    return layouts;
  }

  public List<Slice> read(List<BundlePlace> places) throws IOException {
    return bytes.read(places);
  }

  public byte[] unpacked(BundlePlace place) throws IOException {
    return unpacked(place, bytes.read(place));
  }

  public byte[] unpacked(BundlePlace place, Slice packed) {
    Slice found =
        located(
            () ->
                Zstd.prefixed(
                    packed.array(),
                    packed.start(),
                    packed.length(),
                    bytes.maximum(),
                    place.offset()));
    return Arrays.copyOfRange(found.array(), found.start(), found.start() + found.length());
  }

  /** Reads all of the segment, so that damage anywhere shows. */
  public void verify() throws IOException {
    Set<BundlePlace> texts = new HashSet<>();
    for (int number = 0; number < fileCount(); number++) {
      for (BundlePlace text : file(number).texts()) {
        if (texts.add(text)) {
          unpacked(text);
        }
      }
    }
    for (int number = 0; number < schemaCount(); number++) {
      SegmentSchema schema = schema(number);
      verify(schema, true);
      if (schema.summaries() != null) {
        verify(schema.summaries(), false);
      }
    }
  }

  private void verify(SegmentSchema schema, boolean withPlaces) throws IOException {
    for (int block = 0; block < schema.blocks(); block++) {
      BlockRows groups =
          withPlaces ? wholeRowGroups(schema, block) : rowGroups(schema, new int[] {block}).get(0);
      for (int row = 0; withPlaces && row < groups.rows(); row++) {
        verifyIndexes(groups, row);
      }
      for (int from = 0; from < schema.leaves().count(); from += VERIFIED_COLUMNS) {
        int to = Math.min(from + VERIFIED_COLUMNS, schema.leaves().count());
        chunks(schema, IntStream.range(from, to).toArray(), block, withPlaces);
      }
    }
  }

  private void verifyIndexes(BlockRows groups, int row) throws IOException {
    List<ChunkIndex> indexes = indexes(groups, row);
    List<Slice> packed = bytes.read(indexes.stream().map(ChunkIndex::place).toList());
    for (int i = 0; i < packed.size(); i++) {
      FileRow file = file(located(() -> groups.count(RowGroupRest.FILE, row)));
      unpacked(indexes.get(i), packed.get(i), file);
    }
  }

  /** The indexes of the chunks of a row group. */
  public List<ChunkIndex> indexes(BlockRows groups, int row) {
    return located(() -> ChunkIndex.of(groups, row));
  }

  /** The bytes of a file that are an index, which has been read. */
  public ByteBuffer unpacked(ChunkIndex index, Slice packed, FileRow file) {
    byte[] unpacked = unpacked(index.place(), packed);
    return located(
        () -> {
          index.requireInside(unpacked.length, file.file().length());
          return ByteBuffer.wrap(unpacked);
        });
  }

  /** What may find damage, which is told with the name of the segment. */
  public interface Reading<T, E extends Exception> {
    T read() throws E;
  }

  public <T, E extends Exception> T located(Reading<T, E> reading) throws E {
    try {
      return reading.read();
    } catch (CorruptFooterException e) {
      throw e.in(name());
    }
  }

  public record SegmentSchema(
      int number,
      SegmentRoot.Tables tables,
      SegmentRoot.Tables summaryTables,
      SchemaDef definition,
      SchemaLeaves leaves) {

    public int blocks() {
      return tables.rowGroups().size();
    }

    public byte[] thrift() {
      return SchemaRegistry.thrift(definition);
    }

    /** What sums up the blocks, as a schema whose files they are; null if there is none. */
    public SegmentSchema summaries() {
      return summaryTables == null
          ? null
          : new SegmentSchema(number, summaryTables, null, definition, leaves);
    }
  }
}
