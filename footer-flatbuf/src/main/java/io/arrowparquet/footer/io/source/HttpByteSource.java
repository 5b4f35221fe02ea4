// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io.source;

import io.arrowparquet.footer.ByteRange;
import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.PendingReads;
import io.arrowparquet.footer.ReadHints;
import io.arrowparquet.footer.SourceEntry;
import io.arrowparquet.footer.SourceFactory;
import io.arrowparquet.footer.SourceNames;
import io.arrowparquet.footer.SourceTail;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * A file behind HTTP or HTTPS, read by range requests (RFC 9110, section 14) of the JDK's client.
 * Presigned URLs work: all requests are {@code GET}.
 *
 * <p>Requests that fail with status 408, 429 or 5xx, or whose connection breaks or stalls, are
 * repeated as {@link RetryPolicy} says, from the first byte that is missing. A file that changes
 * while it is open is a {@link io.arrowparquet.footer.ChangedSourceException}, by its ETag, else by
 * its time of change, and by its length. A server that ignores ranges is refused, unless it sends
 * no more than was asked for.
 *
 * <p>Redirects are followed, though not from HTTPS to HTTP; headers of the options and user
 * information of the URI do not go to another host. User information of the URI is sent as basic
 * authentication.
 *
 * <p>Threads: may be shared.
 */
public final class HttpByteSource implements ByteSource {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  private final String name;
  private final URI uri;
  private final HttpReadOptions options;
  private final HttpVersion version;
  private volatile boolean isClosed;

  /** Started with the first source; its threads are daemons. */
  private static final class Shared {
    static final HttpClient CLIENT =
        HttpClient.newBuilder()
            // One connection for each request under way: faster than the streams of one.
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
  }

  private HttpByteSource(SourceEntry entry, HttpReadOptions options) {
    this.name = SourceNames.of(entry.uri());
    this.version = new HttpVersion(name, entry);
    URI plain = withoutUserInfo(entry.uri());
    this.uri = plain;
    this.options = withAuthentication(entry.uri(), options);
  }

  /** As {@link #open(SourceEntry, HttpReadOptions)}, of a file of which only the URI is known. */
  public static HttpByteSource open(URI uri) {
    return open(SourceEntry.of(uri), HttpReadOptions.DEFAULT);
  }

  /**
   * A source; no request is sent yet.
   *
   * @param entry its version is the ETag with its quotation marks
   * @throws IllegalArgumentException if the URI is not of HTTP or HTTPS, or has no host
   */
  public static HttpByteSource open(SourceEntry entry, HttpReadOptions options) {
    String scheme = entry.uri().getScheme();
    if (!"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme)) {
      throw new IllegalArgumentException(
          SourceNames.of(entry.uri()) + ": not a URI of HTTP or HTTPS");
    }
    if (entry.uri().getHost() == null) {
      throw new IllegalArgumentException(SourceNames.of(entry.uri()) + ": has no host");
    }
    return new HttpByteSource(entry, options);
  }

  /** Opens all files with the same options. */
  public static SourceFactory factory(HttpReadOptions options) {
    return new SourceFactory() {
      @Override
      public ByteSource open(URI uri) {
        return HttpByteSource.open(SourceEntry.of(uri), options);
      }

      @Override
      public ByteSource open(SourceEntry entry) {
        return HttpByteSource.open(entry, options);
      }
    };
  }

  private static URI withoutUserInfo(URI uri) {
    String user = uri.getRawUserInfo();
    if (user == null && uri.getRawFragment() == null) {
      return uri;
    }
    String text = uri.toString();
    int fragment = text.indexOf('#');
    text = fragment < 0 ? text : text.substring(0, fragment);
    return URI.create(user == null ? text : text.replaceFirst("//[^/@]*@", "//"));
  }

  private static HttpReadOptions withAuthentication(URI uri, HttpReadOptions options) {
    if (uri.getUserInfo() == null) {
      return options;
    }
    byte[] user = uri.getUserInfo().getBytes(StandardCharsets.UTF_8);
    return options.withHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(user));
  }

  @Override
  public String name() {
    return name;
  }

  /** The URI to send requests to, without user information. */
  URI uri() {
    return uri;
  }

  HttpReadOptions options() {
    return options;
  }

  HttpVersion resource() {
    return version;
  }

  HttpClient client() {
    return options.client() != null ? options.client() : Shared.CLIENT;
  }

  /** One request, unless it is known. */
  @Override
  public long length() throws IOException {
    return version.length() != SourceEntry.UNKNOWN ? version.length() : readTail(1).length();
  }

  @Override
  public String version() {
    return version.etag();
  }

  @Override
  public ReadHints hints() {
    return options.hints();
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    requireOpen();
    SourceBounds.require(name, version.length(), position, target.remaining());
    if (target.hasRemaining()) {
      PendingReads.await(HttpRead.ofRange(this, position, target).start(), name);
      target.position(target.limit());
    }
  }

  @Override
  public SourceTail readTail(int most) throws IOException {
    requireOpen();
    long length = version.length();
    if (length != SourceEntry.UNKNOWN) {
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(most, length));
      readFully(length - bytes.remaining(), bytes);
      return new SourceTail(length, bytes.flip());
    }
    ByteBuffer bytes = ByteBuffer.allocate(Math.max(1, most));
    HttpRead read = HttpRead.ofTail(this, bytes);
    PendingReads.await(read.start(), name);
    return new SourceTail(version.length(), bytes.position(0).limit(Math.min(most, bytes.limit())));
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    List<ByteBuffer> targets = ByteRange.allocate(ranges, memory);
    List<CompletableFuture<ByteBuffer>> reads = new ArrayList<>(targets.size());
    for (int i = 0; i < targets.size(); i++) {
      reads.add(read(ranges.get(i), targets.get(i)));
    }
    return reads;
  }

  private CompletableFuture<ByteBuffer> read(ByteRange range, ByteBuffer target) {
    if (!target.hasRemaining()) {
      return CompletableFuture.completedFuture(target);
    }
    try {
      requireOpen();
      SourceBounds.require(name, version.length(), range.offset(), range.length());
      return HttpRead.ofRange(this, range.offset(), target).start();
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void requireOpen() throws IOException {
    if (isClosed) {
      throw new IOException(name + ": is closed");
    }
  }

  /** Reads that are under way end by themselves. */
  @Override
  public void close() {
    isClosed = true;
  }

  @Override
  public String toString() {
    return name;
  }
}
