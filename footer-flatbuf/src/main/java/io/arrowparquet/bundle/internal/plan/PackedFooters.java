// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.plan;

import io.arrowparquet.bundle.internal.RecentlyUsed;
import io.arrowparquet.bundle.internal.table.ChunkIndex;
import io.arrowparquet.bundle.internal.table.FileRow;
import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.footer.convert.ConvertedFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.flat.RowGroupSpan;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.KnownBytesSource;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The footers of some files of a bundle, in memory and nearly as small as there. What they are made
 * of has been read, so the bundle may be closed; a footer is put together when it is asked for, and
 * those of the next files with it. So files should be asked for about in their order.
 *
 * <p>Indexes of columns, if the bundle has them, can be read with them.
 *
 * <p>Memory: at most an eighth of the heap for what was read, files beyond that are {@linkplain
 * #has left out}; a quarter for what is decoded of it; a sixteenth for footers that were put
 * together. Threads may share it.
 */
public final class PackedFooters {
  private static final int PACKED_PART = 8;
  private static final int FOOTERS_PART = 16;

  /**
   * Of many row groups Bloom filters are large, and asking the files themselves for the few bytes
   * that a value needs takes less time.
   */
  private static final long MOST_OF_BLOOM_FILTERS = 32 << 20;

  /** Chunks of the footers that are put together at once: it takes some milliseconds. */
  private static final int BATCH_CHUNKS = 16 << 10;

  /** How many chunks are stepped over in the time that one is converted in, at least. */
  private static final int STEPPED_OVER = 32;

  private final String name;
  private final List<File> files;
  private final List<String> columns;

  /** By segment; null of one that has none of the files. */
  private final FooterAssembler[] segments;

  /** By file: its batch; null where it is left out. */
  private final Batch[] batches;

  private final int[] before;

  /** Bytes that may still be read. */
  private long left;

  public record File(int segment, FileRow row) {}

  private final RecentlyUsed<Batch, FlatFooter> footers =
      new RecentlyUsed<>(
          Runtime.getRuntime().maxMemory() / FOOTERS_PART, (batch, footer) -> batch.bytes);

  private static final class Batch {
    final FooterAssembler segment;
    final List<FileRow> files = new ArrayList<>();
    int rowGroups;

    /** What its footer holds: its whole array, however much of that is used. */
    long bytes;

    /** For those who use the footer while it is kept no longer. */
    WeakReference<FlatFooter> last = new WeakReference<>(null);

    Batch(FooterAssembler segment) {
      this.segment = segment;
    }
  }

  private record Kind(int segment, FileRow.Metadata metadata) {}

  private PackedFooters(
      String name, List<File> files, List<String> columns, FooterAssembler[] segments) {
    this.name = name;
    this.files = files;
    this.columns = columns;
    this.segments = segments;
    this.batches = new Batch[files.size()];
    this.before = new int[files.size()];
  }

  public static PackedFooters load(
      List<SegmentReader> segments, List<File> files, Collection<String> columns)
      throws IOException {
    List<String> paths = columns == null ? null : List.copyOf(columns);
    FooterAssembler[] assemblers = new FooterAssembler[segments.size()];
    long left = Runtime.getRuntime().maxMemory() / PACKED_PART;
    for (int i = 0; i < assemblers.length; i++) {
      int segment = i;
      List<FileRow> rows =
          files.stream().filter(file -> file.segment == segment).map(File::row).toList();
      if (!rows.isEmpty()) {
        assemblers[i] = FooterAssembler.load(segments.get(i), paths, rows, left);
        left -= assemblers[i].bytes();
      }
    }
    PackedFooters footers =
        new PackedFooters(segments.get(0).name(), List.copyOf(files), paths, assemblers);
    footers.left = left;
    footers.group(segments);
    return footers;
  }

  /**
   * Puts files that differ in their row groups alone into batches. They need not be neighbours:
   * those of several schemas often come by turns. A number of neighbours is done with before the
   * next batches begin, so that few footers are in use at a time.
   */
  private void group(List<SegmentReader> readers) throws IOException {
    Map<Kind, Batch> open = new HashMap<>();
    long chunks = 0;
    for (int i = 0; i < batches.length; i++) {
      File file = files.get(i);
      if (!segments[file.segment].has(file.row)) {
        continue;
      }
      int columns = readers.get(file.segment).columnsOf(file.row.schema());
      int chosen = file.row.schema() < 0 ? columns : segments[file.segment].columns(file.row);
      // A row group counts as well: schemas may have no columns. Other chunks are stepped over.
      long more = file.row.rowGroups() * (1L + chosen + (columns - chosen) / STEPPED_OVER);
      if (chunks + more > BATCH_CHUNKS) {
        open.clear();
        chunks = 0;
      }
      Kind kind = new Kind(file.segment, file.row.metadata());
      Batch batch = open.get(kind);
      if (batch == null) {
        batch = new Batch(segments[file.segment]);
        open.put(kind, batch);
        // The schema, in each footer once.
        chunks += columns;
      }
      chunks += more;
      before[i] = batch.rowGroups;
      batch.rowGroups += file.row.rowGroups();
      batch.files.add(file.row);
      batches[i] = batch;
    }
  }

  public int count() {
    return batches.length;
  }

  /** Whether the footer of a file, by its place in the list, is here. */
  public boolean has(int file) {
    return batches[file] != null;
  }

  /**
   * The number of rows of a row group, without a footer: also of a file whose footer is not here.
   *
   * @throws IndexOutOfBoundsException if there is no such row group
   */
  public long rows(int file, int rowGroup) {
    File entry = files.get(file);
    Objects.checkIndex(rowGroup, entry.row.rowGroups());
    return segments[entry.segment].rows(entry.row, rowGroup);
  }

  /** The value of the first key-value of a file with this key; null if there is none. */
  public String findValue(int file, String key) throws IOException {
    File entry = files.get(file);
    return segments[entry.segment].findValue(entry.row, key);
  }

  /**
   * The footer of a file. Its {@link FlatFooter#flatbuffer} may have row groups of other files too.
   */
  public FlatFooter footer(int file) throws IOException {
    Batch batch = batches[file];
    FlatFooter footer = footer(batch);
    if (batch.files.size() == 1) {
      return footer;
    }
    File entry = files.get(file);
    return footer.part(new RowGroupSpan(before[file], entry.row.rowGroups(), entry.row.rows()));
  }

  /**
   * Reads the indexes of the wanted columns that are in the bundle, while it is open: page indexes
   * first, then Bloom filters, each as far as there is room.
   *
   * @param rowGroups by file
   * @param compared columns and groups whose Bloom filters may be asked
   */
  public void loadIndexes(List<List<Integer>> rowGroups, Collection<String> compared)
      throws IOException {
    for (Collection<String> filters : Arrays.asList(null, compared)) {
      for (int segment = 0; segment < segments.length; segment++) {
        List<ChunkIndex> wanted = new ArrayList<>();
        for (int i = 0; i < batches.length; i++) {
          File file = files.get(i);
          if (file.segment == segment && has(i)) {
            wanted.addAll(segments[segment].indexes(file.row, rowGroups.get(i), filters));
          }
        }
        long most = filters == null ? left : Math.min(left, MOST_OF_BLOOM_FILTERS);
        left -= wanted.isEmpty() ? 0 : segments[segment].load(wanted, most);
      }
    }
  }

  /**
   * A file whose indexes are answered from memory, as far as they were read.
   *
   * @param rowGroups whose indexes may be asked for; null for all
   * @param bytes the file, of the version that the bundle is about; closed with the result
   * @throws io.arrowparquet.footer.CorruptFooterException if they are damaged in the bundle
   */
  public ByteSource withIndexes(int file, @Nullable List<Integer> rowGroups, ByteSource bytes) {
    File entry = files.get(file);
    List<Integer> some =
        rowGroups == null ? IntStream.range(0, entry.row.rowGroups()).boxed().toList() : rowGroups;
    NavigableMap<Long, ByteBuffer> known = segments[entry.segment].known(entry.row, some);
    return known.isEmpty() ? bytes : new KnownBytesSource(bytes, known);
  }

  private FlatFooter footer(Batch batch) throws IOException {
    // Held while it is put together: others that need it wait for it, instead of doing it too.
    synchronized (batch) {
      return footers.get(
          batch,
          () -> {
            FlatFooter known = batch.last.get();
            if (known == null) {
              known = convert(batch);
              batch.last = new WeakReference<>(known);
            }
            return known;
          });
    }
  }

  private FlatFooter convert(Batch batch) throws IOException {
    ConvertedFooter converted =
        FooterAssembler.converted(batch.segment.thrift(batch.files), columns);
    batch.bytes = converted.flatbuffer().capacity();
    return converted.footer(name);
  }
}
