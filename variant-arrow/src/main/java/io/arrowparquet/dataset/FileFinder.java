// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static java.util.stream.Collectors.joining;

import io.arrowparquet.footer.file.FooterCache;
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
    return readFiles(files, file -> SetFile.read(reader, file), executor);
  }

  /** Files anywhere, as {@link ParquetFileSet#open(List, SourceFactory, Executor)} has them. */
  static List<SetFile> open(List<URI> files, SourceFactory sources, Executor executor)
      throws IOException {
    return open(files, sources, DiscoveryOptions.defaults(), executor).files();
  }

  /**
   * What was found.
   *
   * @param files those that could be read and are not ruled out
   * @param schemas of which the schema is made: one file, if all are ruled out
   * @param partitions of the files; null for none
   */
  record Found(List<SetFile> files, List<SetFile> schemas, @Nullable PartitionColumns partitions) {
    BundledFiles.Contents contents() {
      return new BundledFiles.Contents(files, schemas, files.size() == 1, null);
    }
  }

  /** As {@link ParquetFileSet#open(List, SourceFactory, DiscoveryOptions, Executor)} has them. */
  static Found open(
      List<URI> files, SourceFactory sources, DiscoveryOptions options, Executor executor)
      throws IOException {
    List<SourceEntry> entries = entries(files, sources, options);
    PartitionColumns partitions =
        options.partitions() == null ? null : PartitionColumns.of(options.partitions(), entries);
    List<Integer> possible =
        partitions == null
            ? IntStream.range(0, entries.size()).boxed().toList()
            : partitions.possible(options.filter());
    boolean isNone = possible.isEmpty();
    List<SourceEntry> chosen =
        isNone ? entries.subList(0, 1) : possible.stream().map(entries::get).toList();
    ReadFooters<SourceEntry> read =
        new ReadFooters<>(
            chosen, entry -> SetFile.read(entry, sources, null, options.decryption()), executor);
    List<Integer> readable = read.readable(options.unreadable());
    List<SetFile> found = readable.stream().map(file -> read.files[file]).toList();
    if (isNone) {
      return new Found(List.of(), found, partitions.of(List.of()));
    }
    return new Found(
        found,
        found,
        partitions == null ? null : partitions.of(readable.stream().map(possible::get).toList()));
  }

  static List<SetFile> read(
      List<SourceEntry> files,
      SourceFactory sources,
      @Nullable FooterCache footers,
      Executor executor)
      throws IOException {
    return readFiles(files, entry -> SetFile.read(entry, sources, footers, null), executor);
  }

  /** The first files, as {@link ParquetFileSet#openFirst} has them. */
  static List<SetFile> openFirst(
      List<URI> files, SourceFactory sources, long rows, Executor executor) throws IOException {
    List<SourceEntry> entries = entries(files, sources, DiscoveryOptions.defaults());
    List<SetFile> read = new ArrayList<>();
    long left = rows;
    long most = 0;
    do {
      // As many as are needed even if each has as many rows as the largest so far.
      long needed = most == 0 ? 1 : (left - 1) / most + 1;
      int end = (int) Math.min(entries.size(), read.size() + needed);
      List<SetFile> next =
          readFiles(
              entries.subList(read.size(), end),
              entry -> SetFile.read(entry, sources, null, null),
              executor);
      for (SetFile file : next) {
        long found = file.footer().schema().footer().numRows();
        most = Math.max(most, found);
        left -= found;
      }
      read.addAll(next);
    } while (read.size() < entries.size() && left > 0);
    return List.copyOf(read);
  }

  private static List<SourceEntry> entries(
      List<URI> files, SourceFactory sources, DiscoveryOptions options) throws IOException {
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

  private static <T> List<SetFile> readFiles(List<T> files, FileOpener<T> opener, Executor executor)
      throws IOException {
    ReadFooters<T> read = new ReadFooters<>(files, opener, executor);
    read.readable(null);
    return List.of(read.files);
  }

  /** Files of which all were tried. */
  private static final class ReadFooters<T> {
    private final List<T> asked;
    private final SetFile[] files;
    private final Exception[] failures;

    ReadFooters(List<T> asked, FileOpener<T> opener, Executor executor) throws IOException {
      this.asked = asked;
      this.files = new SetFile[asked.size()];
      this.failures = new Exception[asked.size()];
      ParallelLoop.run(
          executor,
          MOST_FOOTERS,
          files.length,
          file -> {
            try {
              files[file] = opener.read(asked.get(file));
            } catch (Exception e) {
              failures[file] = e;
            }
          });
    }

    /** The numbers of those that could be read; {@code told} of the others, if there is one. */
    List<Integer> readable(@Nullable Consumer<FileDiagnostic<Exception>> told) throws IOException {
      FirstFailure failure = new FirstFailure();
      List<Integer> readable = new ArrayList<>();
      boolean isAnyRead = Arrays.stream(files).anyMatch(Objects::nonNull);
      for (int file = 0; file < files.length; file++) {
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
