// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.Seekable;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/**
 * A file of a web server as callers' libraries read one: by blocking sockets, without any time-out,
 * and deaf to interrupts.
 */
record DeafFile(URI uri, long length) implements InputFile {
  @Override
  public long getLength() {
    return length;
  }

  @Override
  public SeekableInputStream newStream() {
    Bytes bytes = new Bytes(uri);
    return new DelegatingSeekableInputStream(bytes) {
      @Override
      public long getPos() {
        return bytes.getPos();
      }

      @Override
      public void seek(long position) {
        bytes.seek(position);
      }
    };
  }

  /** Each read is a request; one at a time, and closing waits for it. */
  private static final class Bytes extends InputStream implements Seekable, PositionedReadable {
    private final URI uri;
    private long position;

    Bytes(URI uri) {
      this.uri = uri;
    }

    @Override
    public synchronized int read(byte[] bytes, int offset, int count) throws IOException {
      HttpURLConnection request = (HttpURLConnection) uri.toURL().openConnection();
      request.setRequestProperty("Range", "bytes=" + position + "-" + (position + count - 1));
      try (InputStream body = request.getInputStream()) {
        int read = body.readNBytes(bytes, offset, count);
        position += read;
        return read == 0 ? -1 : read;
      }
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }

    @Override
    public synchronized int read(long from, byte[] bytes, int offset, int count)
        throws IOException {
      seek(from);
      return read(bytes, offset, count);
    }

    @Override
    public synchronized void readFully(long from, byte[] bytes, int offset, int count)
        throws IOException {
      seek(from);
      if (readNBytes(bytes, offset, count) < count) {
        throw new IOException("too few bytes");
      }
    }

    @Override
    public void readFully(long from, byte[] bytes) throws IOException {
      readFully(from, bytes, 0, bytes.length);
    }

    @Override
    public void seek(long newPosition) {
      position = newPosition;
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }

    @Override
    public synchronized void close() {
      position = -1;
    }
  }

  /** Files of URIs {@code deaf://host:port/path?length} of Hadoop. */
  static final class Files extends RawLocalFileSystem {
    private URI root;

    /** As Hadoop makes it. */
    @Override
    public void initialize(URI uri, org.apache.hadoop.conf.Configuration configuration)
        throws IOException {
      root = uri;
      super.initialize(uri, configuration);
    }

    @Override
    public URI getUri() {
      return root == null ? URI.create("deaf:///") : root;
    }

    @Override
    public FileStatus getFileStatus(Path path) {
      // The path begins with the length.
      long length = Long.parseLong(path.toUri().getPath().split("/", -1)[1]);
      return new FileStatus(length, false, 1, 1 << 20, 1, path);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) {
      String file = path.toUri().getPath().replaceFirst("/\\d+", "");
      return new FSDataInputStream(
          new Bytes(URI.create("http://" + getUri().getAuthority() + file)));
    }
  }

  /** A source of a caller that has the methods alone that it must have, and blocks in them. */
  static final class Source implements ByteSource {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private final DeafFile file;

    Source(DeafFile file) {
      this.file = file;
    }

    @Override
    public String name() {
      return file.uri().toString();
    }

    @Override
    public long length() {
      return file.length();
    }

    @Override
    public ReadHints hints() {
      return ReadHints.REMOTE;
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
      long last = position + target.remaining() - 1;
      HttpRequest request =
          HttpRequest.newBuilder(file.uri())
              .header("Range", "bytes=" + position + "-" + last)
              .build();
      try {
        HttpResponse<byte[]> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() != 206) {
          throw new FileNotFoundException(name());
        }
        target.put(answer.body());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException(name() + ": interrupted");
      }
    }

    @Override
    public void close() {
      // holds nothing
    }
  }
}
