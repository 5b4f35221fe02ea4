// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static java.util.stream.Collectors.joining;

import io.arrowparquet.footer.file.FooterCache;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.variant.internal.FirstFailure;
import io.arrowparquet.variant.internal.ParallelLoop;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

final class FileFinder {
  /** Most footers that are read at the same time; each takes memory of its own length. */
  private static final int MOST_FOOTERS = 32;

  private static final String SUFFIX = ".parquet";

  private FileFinder() {}

  /** Local files, as {@link ParquetFileSet#open(List, Executor)} has them. */
  static List<SetFile> open(List<Path> filesAndDirectories, Executor executor) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path path : filesAndDirectories) {
      if (Files.isDirectory(path)) {
        files.addAll(filesBelow(path));
      } else {
        files.add(path);
      }
    }
    if (files.isEmpty()) {
      String names = filesAndDirectories.stream().map(Path::toString).collect(joining(", "));
      throw new NoSuchFileException(names, null, "there is no " + SUFFIX + " file");
    }
    FooterReader reader = FooterReader.defaults();
    return readFiles(files, file -> SetFile.read(reader, file), executor);
  }

  /** Files anywhere, as {@link ParquetFileSet#open(List, SourceFactory, Executor)} has them. */
  static List<SetFile> open(List<URI> files, SourceFactory sources, Executor executor)
      throws IOException {
    return read(entries(files, sources), sources, null, executor);
  }

  static List<SetFile> read(
      List<SourceEntry> files,
      SourceFactory sources,
      @Nullable FooterCache footers,
      Executor executor)
      throws IOException {
    return readFiles(files, entry -> SetFile.read(entry, sources, footers), executor);
  }

  /** The first files, as {@link ParquetFileSet#openFirst} has them. */
  static List<SetFile> openFirst(
      List<URI> files, SourceFactory sources, long rows, Executor executor) throws IOException {
    List<SourceEntry> entries = entries(files, sources);
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
              entry -> SetFile.read(entry, sources, null),
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

  private static List<SourceEntry> entries(List<URI> files, SourceFactory sources)
      throws IOException {
    List<SourceEntry> entries = new ArrayList<>();
    for (URI uri : files) {
      if (uri.getPath() != null && uri.getPath().endsWith("/")) {
        sources.list(uri).stream()
            .filter(entry -> entry.uri().getPath().endsWith(SUFFIX) && !entry.isHiddenBelow(uri))
            .forEach(entries::add);
      } else {
        entries.add(SourceEntry.of(uri));
      }
    }
    if (entries.isEmpty()) {
      String names = files.stream().map(SourceEntry::name).collect(joining(", "));
      throw new NoSuchFileException(names, null, "there is no " + SUFFIX + " file");
    }
    return entries;
  }

  @FunctionalInterface
  private interface FileOpener<T> {
    SetFile read(T file) throws IOException;
  }

  private static <T> List<SetFile> readFiles(List<T> files, FileOpener<T> opener, Executor executor)
      throws IOException {
    SetFile[] read = new SetFile[files.size()];
    FirstFailure[] failures = new FirstFailure[files.size()];
    ParallelLoop.run(
        executor,
        MOST_FOOTERS,
        read.length,
        file -> {
          failures[file] = new FirstFailure();
          try {
            read[file] = opener.read(files.get(file));
          } catch (Exception e) {
            failures[file].set(e);
          }
        });
    FirstFailure failure = new FirstFailure();
    Arrays.stream(failures).forEach(failure::addFrom);
    failure.throwIfSet();
    return List.of(read);
  }

  private static List<Path> filesBelow(Path directory) throws IOException {
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.filter(file -> file.toString().endsWith(SUFFIX) && Files.isRegularFile(file))
          .filter(file -> !SourceEntry.of(file.toUri()).isHiddenBelow(directory.toUri()))
          .sorted()
          .toList();
    }
  }
}
