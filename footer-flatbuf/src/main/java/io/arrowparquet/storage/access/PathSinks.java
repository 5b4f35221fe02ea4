// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.access;

import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.SinkFactory;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Files of all installed file systems, by URI. */
final class PathSinks implements SinkFactory {
  static final PathSinks INSTANCE = new PathSinks();

  private PathSinks() {}

  @Override
  public ByteSink create(URI uri) throws IOException {
    return ByteSinks.path(UriSources.path(uri), false);
  }

  @Override
  public ByteSink replace(URI uri, String version) throws IOException {
    Path path = UriSources.path(uri);
    ByteSink sink = ByteSinks.path(path, true);
    return version == null ? sink : new Versioned(sink, path, version);
  }

  /** A file whose version is compared just before it is replaced. */
  private record Versioned(ByteSink sink, Path path, String version) implements ByteSink {
    @Override
    public String name() {
      return sink.name();
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      sink.write(bytes);
    }

    @Override
    public void commit() throws IOException {
      try (ByteSource source = ByteSources.path(path)) {
        requireVersion(source, version);
      } catch (NoSuchFileException e) {
        throw new ChangedSourceException(name(), "version", "no file", version);
      }
      sink.commit();
    }

    @Override
    public void close() throws IOException {
      sink.close();
    }
  }

  private static void requireVersion(ByteSource source, String expected)
      throws ChangedSourceException {
    if (expected != null && !expected.equals(source.version())) {
      throw new ChangedSourceException(source.name(), "version", source.version(), expected);
    }
  }

  @Override
  public void copy(URI from, String version, URI to) throws IOException {
    try (ByteSource source = ByteSources.path(UriSources.path(from));
        ByteSink sink = ByteSinks.path(UriSources.path(to), true)) {
      requireVersion(source, version);
      sink.writeFrom(source, source.length());
      sink.commit();
    }
  }

  @Override
  public void delete(URI uri) throws IOException {
    Files.deleteIfExists(UriSources.path(uri));
  }
}
