// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.bundle.stream.SchemaDef;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.internal.fetch.CountedSource;
import io.arrowparquet.parquet.internal.rowgroup.RowFooters;
import io.arrowparquet.parquet.internal.rowgroup.RowGroupSource;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One file of a set, as it was when its footer was read or put into a bundle.
 *
 * <p>A footer says where the pages of its own file are, so it is used for no other. Of a path,
 * length and time of change are compared each time the file is opened. The time is taken before the
 * footer is read, so that a change in between shows; a change within the resolution of the file
 * system's clock that leaves the length as it was does not. Of a URI, the version that was read is
 * demanded of its source.
 *
 * @param name what messages call the file
 * @param place where it is; null for a schema of which no row can be read
 * @param hints what requests to it cost
 * @param rowGroups those that are read of it
 * @param opening what was read to open it
 * @param schema what its Arrow schema is made of, for a file of a bundle; null where it is not
 *     known
 */
record SetFile(
    String name,
    Place place,
    SetFooter footer,
    ReadHints hints,
    List<Integer> rowGroups,
    ReadStatistics opening,
    SharedSchema schema) {

  /**
   * What an Arrow schema is made of: files of which it is equal have equal Arrow schemas.
   *
   * @param definition the Parquet schema
   * @param arrow value of the key {@link ArrowSchema#ARROW_SCHEMA}; null if it is absent
   */
  record SharedSchema(SchemaDef definition, String arrow) {}

  /** Where a file is, and which version of it was read. */
  sealed interface Place {
    SourceEntry entry();

    ByteSource open() throws IOException;

    /** A local file, if it is the one of that length and time. */
    record Local(Path path, long length, FileTime modified) implements Place {
      @Override
      public SourceEntry entry() {
        return new SourceEntry(path.toUri(), length, null);
      }

      @Override
      public ByteSource open() throws IOException {
        ByteSource bytes = ByteSources.path(path);
        try {
          requireUnchanged("length", bytes.length() + " bytes", length + " bytes");
          requireUnchanged("time of the last change", Files.getLastModifiedTime(path), modified);
          return bytes;
        } catch (Throwable e) {
          try (bytes) {
            throw e;
          }
        }
      }

      private void requireUnchanged(String what, Object found, Object expected)
          throws ChangedSourceException {
        if (!found.equals(expected)) {
          throw RowGroupSource.changed(
              path.toString(), what, found.toString(), expected.toString());
        }
      }
    }

    /** A file anywhere: its URI, the version that was read, and what opens it. */
    record Remote(SourceEntry entry, SourceFactory sources) implements Place {
      @Override
      public ByteSource open() throws IOException {
        return sources.open(entry);
      }
    }
  }

  static SetFile read(FooterReader reader, Path path) throws IOException {
    FileTime modified = Files.getLastModifiedTime(path);
    try (ByteSource bytes = ByteSources.path(path)) {
      ParquetFooter footer = RowFooters.forRows(reader.read(bytes), bytes);
      Place place = new Place.Local(path, footer.fileLength(), modified);
      return of(path.toString(), place, new SetFooter.Known(footer), rowGroups(footer), null);
    }
  }

  /**
   * A file of which nothing was read to open it; what requests to it cost is estimated.
   *
   * @param name what messages call the file
   */
  static SetFile of(
      String name, Place place, SetFooter footer, List<Integer> rowGroups, SharedSchema schema) {
    ReadHints hints = place instanceof Place.Remote ? ReadHints.REMOTE : ReadHints.LOCAL;
    return new SetFile(name, place, footer, hints, rowGroups, ReadStatistics.NOTHING, schema);
  }

  static SetFile of(SourceEntry entry, SourceFactory sources, ParquetFooter footer) {
    SourceEntry whole = new SourceEntry(entry.uri(), footer.fileLength(), entry.version());
    return of(
        footer.source(),
        new Place.Remote(whole, sources),
        new SetFooter.Known(footer),
        rowGroups(footer),
        null);
  }

  /** The schema of files of a bundle, of which no row can be read. */
  static SetFile ofSchema(ParquetFooter footer, SharedSchema schema) {
    return of(footer.source(), null, new SetFooter.Known(footer), List.of(), schema);
  }

  private static List<Integer> rowGroups(ParquetFooter footer) {
    return IntStream.range(0, footer.footer().rowGroupCount()).boxed().toList();
  }

  /** Reads the footer of a file anywhere: all of it, because the source is closed. */
  static SetFile read(FooterReader reader, SourceEntry entry, SourceFactory sources)
      throws IOException {
    try (ByteSource bytes = sources.open(entry)) {
      CountedSource counted = new CountedSource(bytes);
      ByteSource source = counted.orLocal();
      ParquetFooter read = reader.withCrcCheck(CrcCheck.WHOLE).read(source);
      ParquetFooter footer = RowFooters.forRows(read, source);
      SourceEntry opened = new SourceEntry(entry.uri(), footer.fileLength(), bytes.version());
      return new SetFile(
          footer.source(),
          new Place.Remote(opened, sources),
          new SetFooter.Known(footer),
          bytes.hints(),
          rowGroups(footer),
          ReadStatistics.ofFooters(
              counted.bytesRead(), counted.requests(), counted.repeatedRequests()),
          null);
    }
  }

  SourceEntry entry() {
    return place.entry();
  }

  /**
   * Opens the file to read its pages; the caller closes it.
   *
   * @throws ChangedSourceException if it is not the file that the footer was read from
   */
  ByteSource open() throws IOException {
    return place.open();
  }
}
