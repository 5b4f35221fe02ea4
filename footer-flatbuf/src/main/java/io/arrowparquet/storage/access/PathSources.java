// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.access;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.internal.FileIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Files of all installed file systems, by URI. */
final class PathSources implements SourceFactory {
  static final PathSources INSTANCE = new PathSources();

  private PathSources() {}

  @Override
  public ByteSource open(URI uri) throws IOException {
    return ByteSources.path(UriSources.path(uri));
  }

  @Override
  public ByteSource open(SourceEntry entry) throws IOException {
    ByteSource source = open(entry.uri());
    String expected = entry.version();
    if (expected == null || source.version() == null || expected.equals(source.version())) {
      return source;
    }
    try (source) {
      throw new ChangedSourceException(source.name(), "version", source.version(), expected);
    }
  }

  @Override
  public List<SourceEntry> list(URI folder) throws IOException {
    List<SourceEntry> found = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(UriSources.path(folder))) {
      for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
        FileIdentity now = FileIdentity.of(file);
        found.add(new SourceEntry(file.toUri(), now.length(), now.toString()));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return found;
  }
}
