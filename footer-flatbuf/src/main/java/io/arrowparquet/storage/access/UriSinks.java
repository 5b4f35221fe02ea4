// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.access;

import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.s3.S3SinkFactory;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Writes by the scheme of the URI: {@code file:} and every other scheme of an installed file
 * system, {@code s3:} and {@code s3a:} where the AWS SDK is on the class path. {@code http:} and
 * {@code https:} can only be read. Other schemes, and other clients for these, are added with
 * {@link #with}.
 *
 * <p>Immutable; may be shared between threads.
 */
public final class UriSinks implements SinkFactory {
  private static final UriSinks DEFAULT =
      new UriSinks(Map.of("s3", S3SinkFactory.create(), "s3a", S3SinkFactory.create()));

  private static final SinkFactory PATHS = new Paths();

  private final Map<String, SinkFactory> schemes;

  private UriSinks(Map<String, SinkFactory> schemes) {
    this.schemes = schemes;
  }

  /** Files of all installed file systems. */
  private static final class Paths implements SinkFactory {
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

  /** The schemes above. */
  public static UriSinks create() {
    return DEFAULT;
  }

  /** Also writes a scheme, or writes it in another way. */
  public UriSinks with(String scheme, SinkFactory factory) {
    Map<String, SinkFactory> more = new HashMap<>(schemes);
    more.put(scheme.toLowerCase(Locale.ROOT), factory);
    return new UriSinks(Map.copyOf(more));
  }

  @Override
  public ByteSink create(URI uri) throws IOException {
    return factory(uri).create(uri);
  }

  @Override
  public ByteSink replace(URI uri, String version) throws IOException {
    return factory(uri).replace(uri, version);
  }

  @Override
  public void copy(URI from, String version, URI to) throws IOException {
    factory(from).copy(from, version, to);
  }

  @Override
  public void delete(URI uri) throws IOException {
    factory(uri).delete(uri);
  }

  private SinkFactory factory(URI uri) throws FileSystemException {
    String scheme = uri.getScheme();
    if (scheme == null) {
      throw new IllegalArgumentException(
          SourceEntry.name(uri) + ": has no scheme; a path is written as a path");
    }
    SinkFactory own = schemes.get(scheme.toLowerCase(Locale.ROOT));
    if (own == null && scheme.toLowerCase(Locale.ROOT).matches("https?")) {
      // HTTP has no way to publish a file whole that all servers know.
      throw new FileSystemException(
          SourceEntry.name(uri),
          null,
          "over " + scheme + ": files are only read; write to a path or an s3: URI");
    }
    return own != null ? own : PATHS;
  }
}
