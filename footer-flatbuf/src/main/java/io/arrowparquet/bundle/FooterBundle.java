// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.bundle.internal.plan.FactsAssembler;
import io.arrowparquet.bundle.internal.plan.FooterAssembler;
import io.arrowparquet.bundle.internal.plan.PackedFooters;
import io.arrowparquet.bundle.internal.table.FileRow;
import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.bundle.stream.SchemaDef;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The footers of many Parquet files in one object, read by part: a file is found, a footer put
 * together, or some columns of all files compared with a filter without reading the rest (section
 * 11.3 of {@code FORMAT.md}).
 *
 * <p>What it says of a file is what the file's footer said when the bundle was written. Whether the
 * file is still the same is the caller's to find out, by {@link
 * io.arrowparquet.bundle.stream.BundledFile.Version#isSame}, or with {@link BundleTrust}.
 *
 * <p>Immutable; threads may share it. Damage is found when the damaged part is read: a {@link
 * CorruptFooterException} that names the bundle.
 */
@SuppressWarnings("exports") // what is for the library itself
public final class FooterBundle implements Closeable {
  /** Type of the blob that a bundle is in a Puffin file; it is not compressed. */
  public static final String PUFFIN_BLOB_TYPE = "io.arrowparquet.footer-bundle-v2";

  /** Blocks of a column that are read at once: of some hundred thousand row groups. */
  private static final int BLOCKS = 64;

  private static final int ATTEMPTS = 3;

  private final BundleSegments segments;

  private FooterBundle(BundleSegments segments) {
    this.segments = segments;
  }

  /**
   * Opens a local bundle with its older segments; the caller closes it.
   *
   * @throws FileNotFoundException if there is none
   * @throws IOException if reading fails
   * @throws CorruptFooterException if the file is not a bundle, or its end is damaged
   */
  public static FooterBundle open(Path path) throws IOException {
    return open(BundleStore.of(path));
  }

  /**
   * Opens what a store has published now; the caller closes the bundle.
   *
   * @throws FileNotFoundException if there is none
   * @throws IOException if reading fails
   * @throws CorruptFooterException if the object is not a bundle, or its end is damaged
   */
  public static FooterBundle open(BundleStore store) throws IOException {
    return open(store, BundleOptions.defaults());
  }

  /**
   * As {@link #open(BundleStore)}.
   *
   * @param options whose {@code maximum} bounds what parts of the bundle may have
   */
  public static FooterBundle open(BundleStore store, BundleOptions options) throws IOException {
    for (int attempt = 1; ; attempt++) {
      BundleStore.Published published = store.current();
      if (published == null) {
        throw new FileNotFoundException(store.name() + ": there is no footer bundle");
      }
      try {
        return new FooterBundle(BundleSegments.open(published.source(), store, options.maximum()));
      } catch (NoSuchFileException | ChangedSourceException e) {
        // Compacted between the two requests: there are other segments now.
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /**
   * Opens a bundle that is one object.
   *
   * @param source closed with the bundle, also if this fails
   * @throws IOException if reading fails, or if the bundle has other segments
   */
  public static FooterBundle open(ByteSource source) throws IOException {
    return open(source, BundleOptions.defaults());
  }

  /** As {@link #open(ByteSource)}, with options as of {@link #open(BundleStore, BundleOptions)}. */
  public static FooterBundle open(ByteSource source, BundleOptions options) throws IOException {
    return new FooterBundle(BundleSegments.open(source, null, options.maximum()));
  }

  /**
   * Opens a bundle that is a part of an object, such as a blob of a Puffin file.
   *
   * @param source closed with the bundle, also if this fails
   * @param offset where the bundle begins
   * @param length of the bundle in bytes
   * @throws IOException if reading fails, or if the bundle has other segments
   * @throws CorruptFooterException if there is no bundle at this place
   */
  public static FooterBundle open(ByteSource source, long offset, long length) throws IOException {
    ByteSource part;
    try {
      part = BundleSegments.SourcePart.of(source, offset, length);
    } catch (Throwable e) {
      try (source) {
        throw e;
      }
    }
    return open(part);
  }

  /** Number of files. */
  public long fileCount() {
    return segments.liveFiles();
  }

  /**
   * Row groups of all files. Of the directory only the rows of files that no longer count are read,
   * and all rows if a file has no schema in the bundle.
   */
  public long rowGroupCount() throws IOException {
    long rowGroups = 0;
    try {
      for (int i = 0; i < segments.count(); i++) {
        SegmentReader segment = segments.get(i);
        for (int schema = 0; schema < segment.schemaCount(); schema++) {
          rowGroups += segment.rowGroupsOf(schema);
        }
        for (int file : segments.removed().get(i).stream().toArray()) {
          FileRow row = segment.file(file);
          rowGroups -= row.schema() < 0 ? 0 : row.rowGroups();
        }
      }
      for (BundleEntry file : filesWithoutSchema()) {
        rowGroups += file.rowGroups();
      }
      return rowGroups;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Objects that the bundle consists of. */
  public int segmentCount() {
    return segments.count();
  }

  /** Bytes of all these objects. */
  public long length() {
    return segments.sum(SegmentReader::length);
  }

  /** Reads of the sources so far. */
  public long requests() {
    return segments.sum(SegmentReader::requests);
  }

  /** Bytes that these reads have read. */
  public long bytesRead() {
    return segments.sum(SegmentReader::bytesRead);
  }

  /** The distinct schemas of each segment. */
  public List<BundledSchema> schemas() {
    List<BundledSchema> schemas = new ArrayList<>();
    for (int segment = 0; segment < segments.count(); segment++) {
      for (int schema = 0; schema < segments.get(segment).schemaCount(); schema++) {
        schemas.add(segments.schema(segment, schema));
      }
    }
    return schemas;
  }

  /** The definition of a schema. */
  public SchemaDef definition(BundledSchema schema) throws IOException {
    return segments.get(schema.segment()).definition(schema.number());
  }

  /** The schema of a file; null where it is not a tree, and so in its footer alone. */
  public @Nullable BundledSchema schema(BundleEntry file) {
    return file.row.schema() < 0 ? null : segments.schema(file.segment, file.row.schema());
  }

  /**
   * All files, segment by segment, in the order of their paths; read page by page, so an iterator
   * may throw {@link UncheckedIOException}.
   */
  public Iterable<BundleEntry> files() {
    return Files::new;
  }

  private final class Files implements Iterator<BundleEntry> {
    private int segment;
    private int number = -1;

    Files() {
      advance();
    }

    private void advance() {
      number++;
      while (segment < segments.count()) {
        number = segments.removed().get(segment).nextClearBit(number);
        if (number < segments.get(segment).fileCount()) {
          return;
        }
        segment++;
        number = 0;
      }
    }

    @Override
    public boolean hasNext() {
      return segment < segments.count();
    }

    @Override
    public BundleEntry next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      BundleEntry file = file(segment, number);
      advance();
      return file;
    }
  }

  /**
   * The first file of each schema and key-value metadata, in the order of the files: all that their
   * common schema can be made of.
   *
   * @param files of one bundle; all of them by {@link #files}, which reads the directory
   */
  public static List<BundleEntry> ofDistinctSchemas(Iterable<BundleEntry> files)
      throws IOException {
    Map<Integer, Set<FileRow.Metadata>> seen = new HashMap<>();
    List<BundleEntry> first = new ArrayList<>();
    try {
      for (BundleEntry file : files) {
        if (seen.computeIfAbsent(file.segment, segment -> new HashSet<>())
            .add(file.row.metadata())) {
          first.add(file);
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return first;
  }

  BundleEntry file(int segment, int number) {
    try {
      return new BundleEntry(segment, segments.get(segment).file(number));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A file by its path; one request for each segment at most, as far as its end is read.
   *
   * @return null if there is none
   */
  public @Nullable BundleEntry find(String path) throws IOException {
    return segments.find(path);
  }

  /** The footer of a file. */
  public FlatFooter footer(BundleEntry file) throws IOException {
    return footers(null).footer(file);
  }

  /**
   * The footer of a file with the chunks of some columns; no others are read.
   *
   * @param columns dotted paths of columns, or of groups for all columns below; those that the file
   *     does not have are passed over
   * @return as of {@link io.arrowparquet.footer.file.FooterReader#withColumns}
   */
  public FlatFooter footer(BundleEntry file, Collection<String> columns) throws IOException {
    return footers(columns).footer(file);
  }

  /**
   * A reader of the footers of many files: what several footers need is read once.
   *
   * @param columns as for {@link #footer(BundleEntry, Collection)}; null for all
   */
  public Footers footers(@Nullable Collection<String> columns) {
    return new Footers(columns);
  }

  /**
   * Puts together the footers of many files. A part of the bundle has the row groups of many files;
   * it is kept for the next file, up to a quarter of the heap. So files should come in the order of
   * {@link FooterBundle#files}.
   *
   * <p>For one thread; of no use once the bundle is closed.
   */
  public final class Footers {
    private final List<String> columns;
    private final Map<Integer, FooterAssembler> assemblers = new HashMap<>();

    private Footers(Collection<String> columns) {
      this.columns = columns == null ? null : List.copyOf(columns);
    }

    /**
     * The Thrift footer of a file: the struct {@code FileMetaData}, equal to the file's field by
     * field, without extensions. If some columns are wanted, chunks of others have no metadata.
     *
     * @throws CorruptFooterException if a part that is needed is damaged
     */
    public byte[] thrift(BundleEntry file) throws IOException {
      return assemblers
          .computeIfAbsent(
              file.segment, segment -> new FooterAssembler(segments.get(segment), columns))
          .thrift(file.row);
    }

    /** The end of a file, as {@link io.arrowparquet.footer.file.ParquetFooter#toTail}. */
    public ByteSource.Tail tail(BundleEntry file) throws IOException {
      return FooterFrame.tail(thrift(file), file.file().length(), file.file().footerLength());
    }

    /**
     * The footer of a file, with the chunks of the columns that are wanted.
     *
     * @throws CorruptFooterException if a part that is needed is damaged
     */
    public FlatFooter footer(BundleEntry file) throws IOException {
      return FooterAssembler.converted(thrift(file), columns).footer(file.file().path());
    }
  }

  /**
   * Reads what the footers of some files are made of, to put them together later, when this bundle
   * may be closed.
   *
   * @param files of this bundle, in the order in which they are going to be needed; each has a
   *     {@linkplain #schema schema}
   * @param columns as for {@link #footer(BundleEntry, Collection)}; null for all
   * @throws IllegalArgumentException if a file has no schema in the bundle
   * @throws CorruptFooterException if the bundle is damaged there
   */
  public PackedFooters pack(List<BundleEntry> files, @Nullable Collection<String> columns)
      throws IOException {
    List<PackedFooters.File> rows = new ArrayList<>();
    for (BundleEntry file : files) {
      if (file.row.schema() < 0) {
        throw new IllegalArgumentException(file + " has no schema in the bundle");
      }
      rows.add(new PackedFooters.File(file.segment, file.row));
    }
    return PackedFooters.load(segments.readers(), rows, columns);
  }

  /**
   * Row groups of the files with a schema, as far as facts of some columns do not exclude them.
   * Only these columns' facts are read, and row groups are excluded by the block where they can be.
   *
   * @param columns dotted paths of columns, or of groups for all columns below; those that the
   *     schema does not have are passed over
   * @param possible which row groups may matter: of facts of row groups, and of facts that each sum
   *     up the row groups of a block. It is called by this thread
   * @return by file, the numbers of its row groups
   * @throws CorruptFooterException if the bundle is damaged there
   */
  public Map<BundleEntry, List<Integer>> rowGroups(
      BundledSchema schema,
      Collection<String> columns,
      Function<FactsAssembler.Facts, BitSet> possible)
      throws IOException {
    FactsAssembler assembler = facts(schema, columns);
    int[] blocks = assembler.blocks(possible);
    Map<BundleEntry, List<Integer>> found = new LinkedHashMap<>();
    for (int from = 0; from < blocks.length; from += BLOCKS) {
      int[] some = Arrays.copyOfRange(blocks, from, Math.min(from + BLOCKS, blocks.length));
      Map<Integer, List<Integer>> byFile = assembler.rowGroups(some, possible);
      byFile.keySet().removeIf(file -> !segments.isLive(schema.segment(), file));
      for (FileRow row : segments.get(schema.segment()).files(byFile.keySet())) {
        BundleEntry file = new BundleEntry(schema.segment(), row);
        List<Integer> numbers = byFile.get(row.number());
        numbers.forEach(number -> having(file, number));
        found.computeIfAbsent(file, added -> new ArrayList<>()).addAll(numbers);
      }
    }
    return found;
  }

  private BundleEntry having(BundleEntry file, int rowGroup) {
    if (rowGroup >= file.rowGroups()) {
      throw new CorruptFooterException(
              "row group of " + file, rowGroup, "less than " + file.rowGroups())
          .in(segments.get(file.segment).name());
    }
    return file;
  }

  /** What reads facts of columns with these dotted paths; null for all. */
  public FactsAssembler facts(BundledSchema schema, @Nullable Collection<String> columns)
      throws IOException {
    return new FactsAssembler(segments.get(schema.segment()), schema.number(), columns);
  }

  /** The file of a row group with a schema; null if the file is not in the bundle any more. */
  public @Nullable BundleEntry file(BundledSchema schema, FactsAssembler.RowGroup rowGroup) {
    boolean isLive = segments.isLive(schema.segment(), rowGroup.file());
    return isLive ? having(file(schema.segment(), rowGroup.file()), rowGroup.number()) : null;
  }

  /** Files whose schema is in their own footer alone, as it is not a tree. */
  public List<BundleEntry> filesWithoutSchema() {
    List<BundleEntry> found = new ArrayList<>();
    if (segments.sum(segment -> segment.hasFilesWithoutSchema() ? 1 : 0) > 0) {
      for (BundleEntry file : files()) {
        if (file.row.schema() < 0) {
          found.add(file);
        }
      }
    }
    return found;
  }

  /**
   * Reads all of the bundle.
   *
   * @throws CorruptFooterException naming the first part that is damaged
   */
  public void verify() throws IOException {
    for (int segment = 0; segment < segments.count(); segment++) {
      segments.get(segment).verify();
    }
  }

  /** Closes the sources; reading afterwards fails. */
  @Override
  public void close() throws IOException {
    segments.close();
  }

  /**
   * A schema of a {@link FooterBundle}; of use with that bundle only.
   *
   * <p>Immutable.
   *
   * @param segment segment that has it, the newest is 0
   * @param number in the segment
   * @param columns leaf columns
   * @param uses of it in the segment, those in files that were changed or removed later included
   */
  public record BundledSchema(int segment, int number, int columns, Uses uses) {
    /** How many files have a schema, and how many row groups these files. Immutable. */
    public record Uses(long files, long rowGroups) {}

    // By hand, as of BundlePlace.
    @Override
    public int hashCode() {
      return 31 * segment + number;
    }
  }
}
