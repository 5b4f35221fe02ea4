// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static java.util.stream.Collectors.joining;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.internal.SourceUris;
import io.arrowparquet.variant.internal.FirstFailure;
import io.arrowparquet.variant.internal.ParallelLoop;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

final class FileFinder {
  /** Most footers that are read at the same time; each takes memory of its own length. */
  static final int MOST_FOOTERS = 32;

  private FileFinder() {}

  /** Local files, as {@link ParquetFileSet#open(List, Executor)} has them. */
  static List<SetFile> open(List<Path> filesAndDirectories, Executor executor) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path path : filesAndDirectories) {
      if (Files.isDirectory(path)) {
        files.addAll(DiscoveryOptions.defaults().filesBelow(path));
      } else {
        files.add(path);
      }
    }
    if (files.isEmpty()) {
      String names = filesAndDirectories.stream().map(Path::toString).collect(joining(", "));
      throw new NoSuchFileException(names, null, "there is no .parquet file");
    }
    FooterReader reader = FooterReader.defaults();
    ReadFooters<Path> read = new ReadFooters<>(files, file -> SetFile.read(reader, file), null);
    read.read(files.size(), executor);
    read.readable();
    return List.of(read.files);
  }

  /**
   * As {@link ParquetFileSet#ofEntries} has them: the files that could be read and are not ruled
   * out; the schema of one, if all are.
   */
  static SetDefinition open(
      List<SourceEntry> entries, SourceFactory sources, DiscoveryOptions options, Executor executor)
      throws IOException {
    PartitionColumns partitions =
        options.partitions() == null ? null : PartitionColumns.of(options.partitions(), entries);
    List<Integer> possible =
        partitions == null
            ? IntStream.range(0, entries.size()).boxed().toList()
            : partitions.possible(options.filter());
    boolean isNone = possible.isEmpty() && !entries.isEmpty();
    List<SourceEntry> chosen =
        isNone ? entries.subList(0, 1) : possible.stream().map(entries::get).toList();
    ReadFooters<SourceEntry> read =
        new ReadFooters<>(
            chosen, entry -> SetFile.read(entry, sources, options), options.unreadable());
    read.readRows(options.firstRows(), executor);
    List<Integer> readable = read.readable();
    List<SetFile> found = readable.stream().map(file -> read.files[file]).toList();
    if (isNone) {
      return SetDefinition.of(List.of(), found, partitions.of(List.of()));
    }
    return SetDefinition.of(
        found,
        found,
        partitions == null ? null : partitions.of(readable.stream().map(possible::get).toList()));
  }

  /** The files that are named, and those below folders. */
  static List<SourceEntry> entries(List<URI> files, SourceFactory sources, DiscoveryOptions options)
      throws IOException {
    List<SourceEntry> entries = new ArrayList<>();
    for (URI uri : files) {
      if (SourceUris.isFolder(uri) || SourceUris.isGlob(uri)) {
        entries.addAll(options.filesBelow(uri, sources));
      } else {
        entries.add(SourceEntry.of(uri));
      }
    }
    if (entries.isEmpty()) {
      String names = files.stream().map(SourceEntry::name).collect(joining(", "));
      throw new NoSuchFileException(names, null, "there is no " + options.wanted());
    }
    return entries;
  }

  @FunctionalInterface
  private interface FileOpener<T> {
    SetFile read(T file) throws IOException;
  }

  /** Files of which the first ones were tried. */
  private static final class ReadFooters<T> {
    private final List<T> asked;
    private final FileOpener<T> opener;

    /** Of files that cannot be read; null if such a file is an exception. */
    private final Consumer<FileDiagnostic<Exception>> told;

    private final SetFile[] files;
    private final Exception[] failures;
    private int tried;

    ReadFooters(
        List<T> asked, FileOpener<T> opener, @Nullable Consumer<FileDiagnostic<Exception>> told) {
      this.asked = asked;
      this.opener = opener;
      this.told = told;
      this.files = new SetFile[asked.size()];
      this.failures = new Exception[asked.size()];
    }

    /** Tries as many files as have a number of rows together. */
    void readRows(long rows, Executor executor) throws IOException {
      long left = rows;
      long most = rows == Long.MAX_VALUE ? 1 : 0;
      do {
        // As many as are needed even if each has as many rows as the largest so far.
        long needed = most == 0 ? 1 : (left - 1) / most + 1;
        int from = tried;
        read(from + (int) Math.min(files.length - from, needed), executor);
        for (int file = from; file < tried; file++) {
          if (failures[file] == null) {
            long found = files[file].footer().schema().footer().numRows();
            most = Math.max(most, found);
            left -= found;
          } else if (told == null) {
            return;
          }
        }
      } while (tried < files.length && left > 0);
    }

    /** Tries those before {@code end}. */
    void read(int end, Executor executor) throws IOException {
      int from = tried;
      ParallelLoop.run(
          executor,
          MOST_FOOTERS,
          end - from,
          step -> {
            int file = from + step;
            try {
              files[file] = opener.read(asked.get(file));
            } catch (Exception e) {
              failures[file] = e;
            }
          });
      tried = end;
    }

    List<Integer> readable() throws IOException {
      FirstFailure failure = new FirstFailure();
      List<Integer> readable = new ArrayList<>();
      boolean isAnyRead = Arrays.stream(files).anyMatch(Objects::nonNull);
      for (int file = 0; file < tried; file++) {
        if (failures[file] == null) {
          readable.add(file);
        } else if (told != null && isAnyRead && isOfFile(failures[file])) {
          SourceEntry entry = (SourceEntry) asked.get(file);
          told.accept(new FileDiagnostic<>(SourceEntry.name(entry.uri()), entry, failures[file]));
        } else {
          failure.add(failures[file]);
        }
      }
      failure.throwIfSet();
      return readable;
    }

    private static boolean isOfFile(Exception failure) {
      return failure instanceof DiagnosedException
          || (failure instanceof IOException && !(failure instanceof InterruptedIOException));
    }
  }
}
