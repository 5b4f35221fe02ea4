// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.bundle.stream.SchemaDef;
import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.file.FooterCache;
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
import io.arrowparquet.storage.internal.FileIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
 * @param rowGroups those that are read of it; null for all of a file whose footer may not be read
 *     yet
 * @param schema what its Arrow schema is made of, for a file of a bundle; null where it is not
 *     known
 */
record SetFile(
    String name, Place place, Footer footer, List<Integer> rowGroups, SharedSchema schema) {

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

    /**
     * The footer, or that of a cache: what keys decrypt is not for one.
     *
     * @param asked the key in the cache
     */
    default ParquetFooter read(
        SourceEntry asked, @Nullable FooterCache footers, @Nullable DecryptionKeys keys)
        throws IOException {
      return footers == null || keys != null ? read(keys) : footers.get(asked, () -> read(null));
    }

    /** All of the footer, because the file is closed then; {@code keys} may be null. */
    default ParquetFooter read(@Nullable DecryptionKeys keys) throws IOException {
      try (ByteSource bytes = open()) {
        return read(bytes, keys);
      }
    }

    private static ParquetFooter read(ByteSource bytes, @Nullable DecryptionKeys keys)
        throws IOException {
      FooterReader reader =
          FooterReader.defaults().withCrcCheck(CrcCheck.WHOLE).withDecryption(keys);
      return RowFooters.forRows(reader.read(bytes), bytes);
    }

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

    /**
     * A file anywhere. Once its footer was read from it, the version that was read is demanded.
     * Threads may share it; two may read at once.
     */
    final class Remote implements Place {
      private final SourceFactory sources;
      private volatile SourceEntry entry;
      private volatile ReadHints hints;
      private volatile ReadStatistics opening = ReadStatistics.NOTHING;

      Remote(SourceEntry entry, SourceFactory sources) {
        this.entry = entry;
        this.sources = sources;
        this.hints = "file".equals(entry.uri().getScheme()) ? ReadHints.LOCAL : ReadHints.REMOTE;
      }

      @Override
      public SourceEntry entry() {
        return entry;
      }

      @Override
      public ByteSource open() throws IOException {
        return sources.open(entry);
      }

      @Override
      public ParquetFooter read(@Nullable DecryptionKeys keys) throws IOException {
        try (ByteSource bytes = open()) {
          CountedSource counted = new CountedSource(bytes);
          ParquetFooter footer = Place.read(counted.orLocal(), keys);
          String version = bytes.version() == null ? entry.version() : bytes.version();
          entry = new SourceEntry(entry.uri(), footer.fileLength(), version);
          hints = bytes.hints();
          add(
              ReadStatistics.ofFooters(
                  counted.bytesRead(), counted.requests(), counted.repeatedRequests()));
          return footer;
        }
      }

      private synchronized void add(ReadStatistics read) {
        opening = opening.plus(read);
      }
    }
  }

  /** The footer of a file of a set, which may be got when a reader comes to the file. */
  interface Footer {
    /** The footer; asking again may take as long as the first time. */
    ParquetFooter get() throws IOException;

    /**
     * A footer with the schema of the file, which may have no row groups, and the key-values and
     * the name of another file of that schema. It is in memory.
     */
    ParquetFooter schema();

    long rows(int rowGroup);

    /**
     * The file with what else is in memory of it.
     *
     * @param rowGroups those that are going to be read; null for all
     * @param bytes closed with the result
     */
    default ByteSource known(@Nullable List<Integer> rowGroups, ByteSource bytes)
        throws IOException {
      return bytes;
    }

    /** What was passed over when the footer was read; none of one that is not read yet. */
    default List<FooterDiagnostic> diagnostics() {
      return List.of();
    }

    record Known(ParquetFooter get) implements Footer {
      @Override
      public ParquetFooter schema() {
        return get;
      }

      @Override
      public long rows(int rowGroup) {
        return get.footer().rowGroup(rowGroup).numRows();
      }

      @Override
      public List<FooterDiagnostic> diagnostics() {
        return get.diagnostics();
      }
    }

    /**
     * A footer that is read when a reader comes to its file: of a bundle that is too large for
     * footers to be put together from it in memory, or of a set that is given its schema.
     */
    static class OwnFooter implements Footer {
      private final ParquetFooter schema;
      private final FooterCache.Loader loader;
      private final IntToLongFunction rows;

      /** Kept when the footer is not. */
      private volatile List<FooterDiagnostic> diagnostics = List.of();

      /** Two threads may read it at once. */
      private volatile SoftReference<ParquetFooter> last = new SoftReference<>(null);

      /**
       * @param schema null if it has to be read for that
       * @param rows null if it has to be read for that
       */
      OwnFooter(
          @Nullable ParquetFooter schema,
          FooterCache.Loader loader,
          @Nullable IntToLongFunction rows) {
        this.schema = schema;
        this.loader = loader;
        this.rows = rows;
      }

      @Override
      public ParquetFooter get() throws IOException {
        ParquetFooter known = last.get();
        if (known == null) {
          known = loader.load();
          diagnostics = known.diagnostics();
          last = new SoftReference<>(known);
        }
        return known;
      }

      private ParquetFooter known() {
        try {
          return get();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public ParquetFooter schema() {
        return schema == null ? known() : schema;
      }

      @Override
      public long rows(int rowGroup) {
        return rows == null ? new Known(known()).rows(rowGroup) : rows.applyAsLong(rowGroup);
      }

      @Override
      public List<FooterDiagnostic> diagnostics() {
        return diagnostics;
      }
    }
  }

  private SetFile(Place place, ParquetFooter footer) {
    this(
        footer.source(),
        place,
        new Footer.Known(footer),
        IntStream.range(0, footer.footer().rowGroupCount()).boxed().toList(),
        null);
  }

  static SetFile read(FooterReader reader, Path path) throws IOException {
    FileTime modified = Files.getLastModifiedTime(path);
    try (ByteSource bytes = ByteSources.path(path)) {
      ParquetFooter footer = RowFooters.forRows(reader.read(bytes), bytes);
      return new SetFile(new Place.Local(path, footer.fileLength(), modified), footer);
    }
  }

  static SetFile of(SourceEntry entry, SourceFactory sources, ParquetFooter footer) {
    SourceEntry whole = new SourceEntry(entry.uri(), footer.fileLength(), entry.version());
    return new SetFile(new Place.Remote(whole, sources), footer);
  }

  /** The schema of files of a bundle, of which no row can be read. */
  static SetFile ofSchema(ParquetFooter footer, SharedSchema schema) {
    return new SetFile(footer.source(), null, new Footer.Known(footer), List.of(), schema);
  }

  /** A file anywhere, whose footer is read now, with the keys and from the cache of options. */
  static SetFile read(SourceEntry entry, SourceFactory sources, DiscoveryOptions options)
      throws IOException {
    Place.Remote place = new Place.Remote(entry, sources);
    return new SetFile(place, place.read(entry, options.footers(), options.decryption()));
  }

  /** A file anywhere, whose footer is read when it is needed, and whenever it left the cache. */
  static SetFile unread(SourceEntry entry, SourceFactory sources, DiscoveryOptions options) {
    Place.Remote place = new Place.Remote(entry, sources);
    Footer footer =
        new Footer.OwnFooter(
            null, () -> place.read(entry, options.footers(), options.decryption()), null);
    return new SetFile(SourceEntry.name(entry.uri()), place, footer, null, null);
  }

  SourceEntry entry() {
    return place.entry();
  }

  /** With the time of change as its version where it is local, which a set compares by itself. */
  SourceEntry versioned() {
    SourceEntry entry = entry();
    return place instanceof Place.Local local
        ? new SourceEntry(
            entry.uri(),
            entry.length(),
            new FileIdentity(entry.length(), local.modified(), null).toString())
        : entry;
  }

  /** What requests to it cost: an estimate until its footer was read from it. */
  ReadHints hints() {
    return place instanceof Place.Remote remote ? remote.hints : ReadHints.LOCAL;
  }

  /** What was read for its footer so far. */
  ReadStatistics opening() {
    return place instanceof Place.Remote remote ? remote.opening : ReadStatistics.NOTHING;
  }

  /**
   * Opens the file to read pages of some row groups, or all where these are null; the caller closes
   * it.
   *
   * @throws ChangedSourceException if it is not the file that the footer was read from
   */
  ByteSource open(@Nullable List<Integer> chosen) throws IOException {
    return known(chosen, place.open());
  }

  /** The file, which is open, with what else is known of it; it is closed if that fails. */
  ByteSource known(@Nullable List<Integer> chosen, ByteSource bytes) throws IOException {
    try {
      return footer.known(chosen, bytes);
    } catch (Throwable e) {
      try (bytes) {
        throw e;
      }
    }
  }
}
