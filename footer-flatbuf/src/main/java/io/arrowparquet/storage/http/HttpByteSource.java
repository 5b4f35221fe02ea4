// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.http;

import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.RetryPolicy;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.internal.BlockingByteSource;
import io.arrowparquet.storage.internal.PendingReads;
import io.arrowparquet.storage.internal.SourceUris;
import io.arrowparquet.storage.internal.SourceVersion;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A file over HTTP or HTTPS, read by range requests (RFC 9110, section 14) of the JDK's client.
 * Presigned URLs work: all requests are {@code GET}.
 *
 * <p>Requests that fail with status 408, 429 or 5xx, or whose connection breaks or is silent for
 * too long, are repeated as {@link RetryPolicy} says, from the first byte that is missing. A file
 * that changes while it is open is a {@link io.arrowparquet.storage.ChangedSourceException}, by its
 * length and by what each answer has of ETag and Last-Modified. A server that ignores ranges is
 * refused, unless it sends no more than was asked for, and so is one that compresses.
 *
 * <p>The version is the strong ETag; without one, the weak ETag and Last-Modified, a comma between
 * them, or the one of them that there is.
 *
 * <p>Redirects are followed, though not from HTTPS to HTTP, and remembered until their target
 * refuses a request; headers of the options and user information of the URI do not go to another
 * host. User information of the URI is sent as basic authentication.
 *
 * <p>Threads: may be shared.
 */
public final class HttpByteSource implements ByteSource {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  final SourceEntry entry;
  private final String name;
  final URI uri;
  final HttpReadOptions options;
  final SourceVersion version;
  private final AtomicLong repeated = new AtomicLong();
  private volatile boolean isClosed;

  private volatile URI redirected;

  /** Started with the first source; its threads are daemons. */
  private static final class Shared {
    static final HttpClient CLIENT =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
  }

  private HttpByteSource(SourceEntry entry, HttpReadOptions options) {
    this.entry = entry;
    this.name = SourceEntry.name(entry.uri());
    this.version = new SourceVersion(name, entry);
    URI plain = withoutUserInfo(entry.uri());
    this.uri = plain;
    this.options = withAuthentication(entry.uri(), options);
  }

  /** As {@link #open(SourceEntry, HttpReadOptions)}, of a file of which only the URI is known. */
  public static HttpByteSource open(URI uri) {
    return open(SourceEntry.of(uri), HttpReadOptions.defaults());
  }

  /**
   * A source; no request is sent yet.
   *
   * @param entry its version is one that {@link #version} gave
   * @throws IllegalArgumentException if the URI is not of HTTP or HTTPS, or has no host
   */
  public static HttpByteSource open(SourceEntry entry, HttpReadOptions options) {
    String scheme = entry.uri().getScheme();
    if (!"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme)) {
      throw new IllegalArgumentException(
          SourceEntry.name(entry.uri()) + ": not a URI of HTTP or HTTPS");
    }
    SourceUris.requireNoFragment(entry.uri());
    if (entry.uri().getHost() == null) {
      throw new IllegalArgumentException(
          SourceEntry.name(entry.uri())
              + ": has no host that requests can be sent to, a name of letters, digits, hyphens and"
              + " dots");
    }
    return new HttpByteSource(entry, options);
  }

  /** Opens all files with the same options. */
  public static SourceFactory factory(HttpReadOptions options) {
    return entry -> open(entry, options);
  }

  private static URI withoutUserInfo(URI uri) {
    String text = uri.toString();
    boolean hasUser = uri.getRawUserInfo() != null;
    String plain = hasUser ? text.replaceFirst("//[^/@]*@", "//") : text;
    return URI.create(ascii(plain, StandardCharsets.UTF_8));
  }

  /**
   * The text of a URI with other characters than those of ASCII percent-encoded, of which the JDK's
   * client makes question marks, and so another address.
   */
  static String ascii(String uri, Charset charset) {
    StringBuilder ascii = new StringBuilder(uri.length());
    for (byte b : uri.getBytes(charset)) {
      if (b < 0) {
        ascii.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      } else {
        ascii.append((char) b);
      }
    }
    return ascii.toString();
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

  URI target() {
    URI to = redirected;
    return to == null ? uri : to;
  }

  void remember(URI to) {
    redirected = to.equals(uri) ? null : to;
  }

  /** A remembered place may have expired: whether there was one, and the URI is asked again. */
  boolean forget() {
    boolean isRemembered = redirected != null;
    redirected = null;
    return isRemembered;
  }

  void settle(long total, HttpHeaders headers) throws IOException {
    version.settle(total, header(headers, "ETag"), header(headers, "Last-Modified"));
  }

  static String header(HttpHeaders headers, String header) {
    return headers.firstValue(header).orElse(null);
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
  public long knownLength() {
    return version.length();
  }

  @Override
  public @Nullable String version() {
    return version.text();
  }

  @Override
  public ReadHints hints() {
    return ReadHints.REMOTE;
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    requireOpen();
    BlockingByteSource.requireInside(name, version.length(), position, target.remaining());
    if (target.hasRemaining()) {
      PendingReads.await(HttpRead.ofRange(this, position, target).start(), name);
      target.position(target.limit());
    }
  }

  @Override
  public ByteSource.Tail readTail(int most) throws IOException {
    requireOpen();
    if (version.length() != SourceEntry.UNKNOWN) {
      return ByteSource.super.readTail(most);
    }
    ByteBuffer bytes = ByteBuffer.allocate(Math.max(1, most));
    HttpRead read = HttpRead.ofTail(this, bytes);
    PendingReads.await(read.start(), name);
    return new ByteSource.Tail(
        version.length(), bytes.position(0).limit(Math.min(most, bytes.limit())));
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
      BlockingByteSource.requireInside(name, version.length(), range.offset(), range.length());
      return HttpRead.ofRange(this, range.offset(), target).start();
    } catch (Throwable e) {
      return CompletableFuture.failedFuture(e); // others may be under way
    }
  }

  private void requireOpen() throws IOException {
    if (isClosed) {
      throw new IOException(name + ": is closed");
    }
  }

  @Override
  public long repeatedRequests() {
    return repeated.get();
  }

  void countRepeated() {
    repeated.incrementAndGet();
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
