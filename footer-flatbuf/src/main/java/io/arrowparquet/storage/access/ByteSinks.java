// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.access;

import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.internal.ChannelPieces;
import io.arrowparquet.storage.internal.FileReplacement;
import io.arrowparquet.storage.s3.S3Storage;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sinks by path and stream; as an object, by the scheme of the URI: {@code file:} and every other
 * scheme of an installed file system, {@code s3:} and {@code s3a:} where the AWS SDK is on the
 * class path. {@code http:} and {@code https:} can only be read. Other schemes, and other clients
 * for these, are added with {@link #with}.
 *
 * <p>Immutable; may be shared between threads.
 */
public final class ByteSinks implements SinkFactory {
  private static final ByteSinks DEFAULT =
      new ByteSinks(Map.of("s3", S3Storage.defaults(), "s3a", S3Storage.defaults()));
  private static final SinkFactory PATHS = new Paths();

  private final Map<String, SinkFactory> schemes;

  private ByteSinks(Map<String, SinkFactory> schemes) {
    this.schemes = schemes;
  }

  private static final class Paths implements SinkFactory {
    @Override
    public ByteSink create(URI uri) throws IOException {
      return path(ByteSources.toPath(uri), false);
    }

    @Override
    public ByteSink replace(URI uri, @Nullable String version) throws IOException {
      return PathSink.begin(ByteSources.toPath(uri), true, version);
    }

    @Override
    public void copy(URI from, String version, URI to) throws IOException {
      try (ByteSource source = ByteSources.path(ByteSources.toPath(from));
          ByteSink sink = path(ByteSources.toPath(to), true)) {
        PathSink.requireVersion(source, version);
        sink.writeFrom(source, source.length());
        sink.commit();
      }
    }

    @Override
    public void delete(URI uri) throws IOException {
      Files.deleteIfExists(ByteSources.toPath(uri));
    }
  }

  /** Writes the schemes above, objects of S3 by the default client. */
  public static ByteSinks defaults() {
    return DEFAULT;
  }

  /** Also writes a scheme, or writes it in another way. */
  public ByteSinks with(String scheme, SinkFactory factory) {
    Map<String, SinkFactory> more = new HashMap<>(schemes);
    more.put(scheme.toLowerCase(Locale.ROOT), factory);
    return new ByteSinks(Map.copyOf(more));
  }

  @Override
  public ByteSink create(URI uri) throws IOException {
    return factory(uri).create(uri);
  }

  @Override
  public ByteSink replace(URI uri, @Nullable String version) throws IOException {
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

  /**
   * A file that is written beside its place and put there, in one step, by {@link ByteSink#commit}.
   * Symbolic links are followed, and permissions of a file that is replaced kept.
   *
   * @param overwrite whether a file that is there is replaced
   * @throws java.nio.file.FileAlreadyExistsException if there is one and it must not be replaced
   * @throws IOException if the file cannot be made
   */
  public static ByteSink path(Path path, boolean overwrite) throws IOException {
    return PathSink.begin(path, overwrite, null);
  }

  /**
   * @param version that the file at the path must have when it is replaced; null for any, or none
   */
  private record PathSink(Path path, FileReplacement.Pending pending, String version)
      implements ByteSink {
    static PathSink begin(Path path, boolean overwrite, String version) throws IOException {
      return new PathSink(path, new FileReplacement(path, overwrite).begin(), version);
    }

    @Override
    public String name() {
      return path.toString();
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      ChannelPieces.write(pending.channel(), bytes);
    }

    @Override
    public void commit() throws IOException {
      if (version == null) {
        pending.commit();
        return;
      }
      // Before it is compared: writing to the disk takes long, and others may commit meanwhile.
      pending.channel().force(true);
      synchronized (PathSink.class) {
        try (ByteSource source = ByteSources.path(path)) {
          requireVersion(source, version);
        } catch (NoSuchFileException e) {
          throw new ChangedSourceException(name(), "version", "no file", version);
        }
        pending.commit();
      }
    }

    private static void requireVersion(ByteSource source, String expected)
        throws ChangedSourceException {
      if (expected != null && !expected.equals(source.version())) {
        throw new ChangedSourceException(source.name(), "version", source.version(), expected);
      }
    }

    @Override
    public void close() throws IOException {
      pending.close();
    }
  }

  /**
   * A sink as a channel. Closing the channel closes the sink, which is committed by its owner
   * before.
   */
  public static WritableByteChannel channel(ByteSink sink) {
    return new WritableByteChannel() {
      private boolean isClosed;

      @Override
      public int write(ByteBuffer bytes) throws IOException {
        if (isClosed) {
          throw new ClosedChannelException();
        }
        int count = bytes.remaining();
        sink.write(bytes);
        return count;
      }

      @Override
      public boolean isOpen() {
        return !isClosed;
      }

      @Override
      public void close() throws IOException {
        isClosed = true;
        sink.close();
      }
    };
  }

  /**
   * A stream, which is flushed by {@link ByteSink#commit} and closed with the sink, committed or
   * not: what was written cannot be taken back, but without its end it is not a Parquet file.
   *
   * @param name what error messages call it
   */
  public static ByteSink stream(String name, OutputStream stream) {
    return new StreamSink(name, stream);
  }

  private static final class StreamSink implements ByteSink {
    private static final int PIECE = 64 << 10;

    private final String name;
    private final OutputStream stream;
    private byte[] piece;
    private boolean isClosed;

    StreamSink(String name, OutputStream stream) {
      this.name = name;
      this.stream = stream;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      if (bytes.hasArray()) {
        stream.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
        bytes.position(bytes.limit());
        return;
      }
      piece = piece == null ? new byte[PIECE] : piece;
      while (bytes.hasRemaining()) {
        int step = Math.min(piece.length, bytes.remaining());
        bytes.get(piece, 0, step);
        stream.write(piece, 0, step);
      }
    }

    @Override
    public void commit() throws IOException {
      stream.flush();
      close();
    }

    @Override
    public void close() throws IOException {
      if (!isClosed) {
        isClosed = true;
        stream.close();
      }
    }
  }
}
