// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.access;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.hadoop.HadoopByteSource;
import io.arrowparquet.storage.http.HttpByteSource;
import io.arrowparquet.storage.http.HttpReadOptions;
import io.arrowparquet.storage.internal.BlockingByteSource;
import io.arrowparquet.storage.internal.BufferByteSource;
import io.arrowparquet.storage.internal.FileIdentity;
import io.arrowparquet.storage.internal.KnownBytesSource;
import io.arrowparquet.storage.internal.PathByteSource;
import io.arrowparquet.storage.internal.SourceUris;
import io.arrowparquet.storage.s3.S3Storage;
import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Sources by path, channel and buffer; as an object, by the scheme of the URI: {@code file:} and
 * every other scheme of an installed file system, {@code http:} and {@code https:}, {@code s3:} and
 * {@code s3a:} where the AWS SDK is on the class path, and each scheme that Hadoop knows there,
 * {@code hdfs:}, {@code gs:} or {@code abfss:} for example. Other schemes, and other clients for
 * these, are added with {@link #with}.
 *
 * <pre>{@code
 * SourceFactory sources = ByteSources.defaults()
 *     .with("s3", S3Storage.of(client))
 *     .with("hdfs", HadoopByteSource.factory(configuration));
 * }</pre>
 *
 * <p>Immutable; may be shared between threads.
 */
public final class ByteSources implements SourceFactory {
  private static final ByteSources DEFAULT = ofSchemes();
  private static final SourceFactory PATHS = new Paths();

  private final Map<String, SourceFactory> schemes;

  private ByteSources(Map<String, SourceFactory> schemes) {
    this.schemes = schemes;
  }

  private static final class Paths implements SourceFactory {
    @Override
    public ByteSource open(SourceEntry entry) throws IOException {
      ByteSource source = path(toPath(entry.uri()));
      String expected = entry.version();
      String found = source.version();
      // What was planned elsewhere has length and time alone: devices have other numbers there.
      if (expected == null || found == null || (found + " ").startsWith(expected + " ")) {
        return source;
      }
      try (source) {
        throw new ChangedSourceException(source.name(), "version", found, expected);
      }
    }

    @Override
    public List<SourceEntry> list(URI folder) throws IOException {
      List<SourceEntry> found = new ArrayList<>();
      FileIdentity.below(toPath(folder))
          .forEach(
              (file, now) ->
                  found.add(new SourceEntry(file.toUri(), now.length(), now.toString())));
      return found;
    }
  }

  private static ByteSources ofSchemes() {
    SourceFactory http = HttpByteSource.factory(HttpReadOptions.defaults());
    SourceFactory s3 = S3Storage.defaults();
    return new ByteSources(Map.of("http", http, "https", http, "s3", s3, "s3a", s3));
  }

  /** Opens the schemes above, with the defaults of their clients. */
  public static ByteSources defaults() {
    return DEFAULT;
  }

  /** Also opens a scheme, or opens it in another way. */
  public ByteSources with(String scheme, SourceFactory factory) {
    Map<String, SourceFactory> more = new HashMap<>(schemes);
    more.put(scheme.toLowerCase(Locale.ROOT), factory);
    return new ByteSources(Map.copyOf(more));
  }

  @Override
  public ByteSource open(SourceEntry entry) throws IOException {
    return factory(entry.uri()).open(entry);
  }

  @Override
  public List<SourceEntry> list(URI folder) throws IOException {
    return factory(folder).list(folder);
  }

  private SourceFactory factory(URI uri) throws IOException {
    String scheme = uri.getScheme();
    if (scheme == null) {
      throw new IllegalArgumentException(
          SourceEntry.name(uri) + ": has no scheme; a path is opened as a path");
    }
    SourceFactory own = schemes.get(scheme.toLowerCase(Locale.ROOT));
    if (own != null) {
      return own;
    }
    boolean isInstalled =
        FileSystemProvider.installedProviders().stream()
            .anyMatch(provider -> provider.getScheme().equalsIgnoreCase(scheme));
    SourceFactory hadoop = isInstalled ? null : HadoopByteSource.factory(scheme);
    return hadoop == null ? PATHS : hadoop;
  }

  /**
   * The path of a URI whose scheme is that of an installed file system.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Path toPath(URI uri) {
    SourceUris.requireNoFragment(uri);
    try {
      return Path.of(uri);
    } catch (FileSystemNotFoundException | IllegalArgumentException e) {
      String name = SourceEntry.name(uri);
      throw new IllegalArgumentException(
          name + ": nothing is known that opens " + uri.getScheme() + ": URIs", e);
    }
  }

  /**
   * A file of any file system: through its {@link java.nio.channels.FileChannel}, or the plain
   * channel where it has no other. The caller closes the source.
   *
   * @throws FileSystemException if it is a folder, or its file system has no channel that can be
   *     positioned; it names what is missing
   * @throws IOException if the file cannot be opened
   */
  public static ByteSource path(Path path) throws IOException {
    try {
      return PathByteSource.open(path);
    } catch (FileSystemException e) {
      if (!(e.getCause() instanceof UnsupportedOperationException)) {
        throw e;
      }
      return plain(path, e);
    }
  }

  private static ByteSource plain(Path path, FileSystemException noFileChannel) throws IOException {
    SeekableByteChannel channel;
    try {
      channel = Files.newByteChannel(path);
    } catch (UnsupportedOperationException | ProviderNotFoundException e) {
      noFileChannel.addSuppressed(e);
      throw noFileChannel;
    }
    try {
      long size = channel.size();
      channel.position(Math.min(1, size)).position(0);
      return new ChannelSource(path.toString(), channel);
    } catch (UnsupportedOperationException e) {
      try (channel) {
        noFileChannel.addSuppressed(e);
        throw noFileChannel;
      }
    } catch (Throwable e) {
      try (channel) {
        throw e;
      }
    }
  }

  /**
   * A channel, whose position the source changes; closing the source closes the channel.
   *
   * @param name what error messages call it
   * @throws IOException if the channel does not give its size
   */
  public static ByteSource channel(String name, SeekableByteChannel channel) throws IOException {
    return new ChannelSource(name, channel);
  }

  /**
   * The bytes from the buffer's position to its limit, which are borrowed and must not change.
   *
   * @param name what error messages call them
   */
  public static ByteSource memory(String name, ByteBuffer bytes) {
    return new BufferByteSource(name, bytes);
  }

  /**
   * A source whose last bytes, and whose length, are answered from memory, so that a footer that is
   * at hand costs no request: {@code ParquetFooter.toTail} and the footers of bundles give it to
   * readers that know Thrift only.
   *
   * @param source closed with this one; never asked for the bytes of {@code tail}, which may differ
   *     from those that it has there
   * @param tail the length of the source as it is to appear, and its last bytes: borrowed, and not
   *     to be changed
   */
  public static ByteSource withTail(ByteSource source, ByteSource.Tail tail) {
    return new KnownBytesSource(source, tail);
  }

  /**
   * A channel that can be positioned, as a source: what file systems without {@link
   * java.nio.channels.FileChannel} have. Its bytes must not change while it is open.
   *
   * <p>Reads one after the other, since a channel has one position. Threads: may be shared. An
   * interrupt closes many kinds of channels, and so ends the reads of all threads.
   */
  private static final class ChannelSource implements ByteSource {
    private final String name;
    private final SeekableByteChannel channel;
    private final long length;

    ChannelSource(String name, SeekableByteChannel channel) throws IOException {
      this.name = name;
      this.channel = channel;
      this.length = channel.size();
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public long length() {
      return length;
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
      BlockingByteSource.requireInside(name, length, position, target.remaining());
      synchronized (channel) {
        channel.position(position);
        while (target.hasRemaining()) {
          if (channel.read(target) < 0) {
            throw new EOFException(name + ": ends " + target.remaining() + " bytes early");
          }
        }
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
