// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * A web server of files in memory or on a disk. What it knows of HTTP can be switched off piece by
 * piece.
 */
public final class RangeServer implements AutoCloseable {
  private static final int PIECE = 64 << 10;
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d*)-(\\d*)");

  private final HttpServer server;
  private final String scheme;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Content> files = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<Map<String, List<String>>> requestHeaders = new CopyOnWriteArrayList<>();
  private final AtomicInteger puts = new AtomicInteger();

  /** What this server does not do. */
  public enum Lack {
    RANGES,
    SUFFIX_RANGES,
    ETAGS,
    CONDITIONS
  }

  /** What says which version of a file an answer is of; {@link #put} of other bytes changes it. */
  enum Validators {
    STRONG,
    WEAK,
    DATE,
    WEAK_AND_DATE,
    NONE;

    boolean hasTag() {
      return this != DATE && this != NONE;
    }

    boolean hasDate() {
      return this == DATE || this == WEAK_AND_DATE;
    }
  }

  private final List<Lack> lacks;
  private final Validators validators;

  /** Headers that are sent with each answer. */
  private final Map<String, String> headers = new ConcurrentHashMap<>();

  private volatile long mostOfPart = Long.MAX_VALUE / 2;
  private volatile String unit = "bytes";
  private volatile boolean saysTotal = true;
  private volatile int refusalStatus;
  private volatile String refusal;

  /** Paths of which others are sent for. */
  private final Map<String, String> moved = new ConcurrentHashMap<>();

  public RangeServer(Lack... lacks) throws IOException {
    this(Validators.STRONG, lacks);
  }

  RangeServer(Validators validators, Lack... lacks) throws IOException {
    this(HttpServer.create(), "http", validators, lacks);
  }

  /** A server of HTTPS. */
  RangeServer(SSLContext keys) throws IOException {
    this(secure(keys), "https", Validators.STRONG);
  }

  private RangeServer(HttpServer server, String scheme, Validators validators, Lack... lacks)
      throws IOException {
    this.lacks = List.of(lacks);
    this.validators = List.of(lacks).contains(Lack.ETAGS) ? Validators.NONE : validators;
    this.server = server;
    this.scheme = scheme;
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  private static HttpServer secure(SSLContext keys) throws IOException {
    HttpsServer server = HttpsServer.create();
    server.setHttpsConfigurator(new HttpsConfigurator(keys));
    return server;
  }

  int port() {
    return server.getAddress().getPort();
  }

  /**
   * A file that is served.
   *
   * @param bytes all of it; null if it is on a disk
   * @param path where it is then
   */
  private record Content(ByteBuffer bytes, Path path, long length, String etag, String date) {
    byte[] range(long from, long to) throws IOException {
      if (bytes != null) {
        byte[] range = new byte[(int) (to - from)];
        bytes.get((int) from, range);
        return range;
      }
      ByteBuffer range = ByteBuffer.allocate((int) (to - from));
      try (FileChannel file = FileChannel.open(path)) {
        while (range.hasRemaining() && file.read(range, from + range.position()) >= 0) {
          // goes on
        }
      }
      return range.array();
    }
  }

  public URI put(String path, byte[] bytes) {
    String etag = "\"" + Integer.toHexString(Arrays.hashCode(bytes)) + "\"";
    return put(path, new Content(ByteBuffer.wrap(bytes), null, bytes.length, etag, nextDate()));
  }

  /** Serves a file that does not change. */
  URI put(String path, Path file) throws IOException {
    return put(path, new Content(null, file, Files.size(file), "\"" + path + "\"", nextDate()));
  }

  /** A second later than the one before. */
  private String nextDate() {
    Instant time = Instant.parse("2026-01-12T03:04:05Z").plusSeconds(puts.getAndIncrement());
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atOffset(ZoneOffset.UTC));
  }

  /** Answers with no more than so much of a range from now on, and says so. */
  void limitParts(long bytes) {
    mostOfPart = bytes;
  }

  /** Has answers name the unit so from now on, and say the length of the file or not. */
  void nameRanges(String newUnit, boolean withTotal) {
    unit = newUnit;
    saysTotal = withTotal;
  }

  /** Answers with a status and a text from now on; 0 for no more. */
  void refuse(int status, String text) {
    refusal = text;
    refusalStatus = status;
  }

  /** Sends a header with each answer from now on. */
  void send(String header, String value) {
    headers.put(header, value);
  }

  /** Sends those who ask for a path elsewhere. */
  URI redirect(String path, URI to) {
    moved.put(path, to.toString());
    return to.resolve(path);
  }

  private URI put(String path, Content content) {
    files.merge(path, content, (old, now) -> old.etag().equals(now.etag()) ? old : now);
    return URI.create(scheme + "://127.0.0.1:" + port() + path);
  }

  /** Method, path with query, and range of each request so far. */
  List<String> requests() {
    return requests;
  }

  /** Headers of each request so far. */
  List<Map<String, List<String>>> requestHeaders() {
    return requestHeaders;
  }

  private boolean has(Lack feature) {
    return !lacks.contains(feature);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String range = exchange.getRequestHeaders().getFirst("Range");
      requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + range);
      requestHeaders.add(Map.copyOf(exchange.getRequestHeaders()));
      headers.forEach(exchange.getResponseHeaders()::set);
      if (refusalStatus != 0) {
        send(exchange, refusalStatus, refusal.getBytes(StandardCharsets.UTF_8));
        return;
      }
      String elsewhere = moved.get(exchange.getRequestURI().getPath());
      if (elsewhere != null) {
        exchange.getResponseHeaders().set("Location", elsewhere);
        send(exchange, 302, ("moved to " + elsewhere).getBytes(StandardCharsets.UTF_8));
        return;
      }
      if (exchange.getRequestURI().toString().contains("?list-type=2")) {
        send(exchange, 200, listed().getBytes(StandardCharsets.UTF_8));
        return;
      }
      Content content = files.get(exchange.getRequestURI().getPath());
      if (content == null) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      if (validators.hasTag()) {
        exchange.getResponseHeaders().set("ETag", tag(content));
      }
      if (validators.hasDate()) {
        exchange.getResponseHeaders().set("Last-Modified", content.date());
      }
      if (has(Lack.CONDITIONS) && !isMet(exchange.getRequestHeaders(), content)) {
        exchange.sendResponseHeaders(412, -1);
        return;
      }
      answer(exchange, range, content);
    }
  }

  private String tag(Content content) {
    return (validators == Validators.STRONG ? "" : "W/") + content.etag();
  }

  /** All files, as S3 lists a bucket: the first segment of their paths is its name. */
  private String listed() {
    StringBuilder list = new StringBuilder("<ListBucketResult><IsTruncated>false</IsTruncated>");
    files.forEach(
        (path, content) -> {
          String key = path.substring(path.indexOf('/', 1) + 1);
          list.append("<Contents><Key>" + key + "</Key>");
          list.append(validators.hasTag() ? "<ETag>" + tag(content) + "</ETag>" : "");
          list.append(
              validators.hasDate()
                  ? "<LastModified>" + time(content.date()) + "</LastModified>"
                  : "");
          list.append("<Size>" + content.length() + "</Size></Contents>");
        });
    return list.append("</ListBucketResult>").toString();
  }

  /** RFC 9110, section 13.1: of a weak tag If-Match is never met. */
  private boolean isMet(Headers request, Content content) {
    String tag = request.getFirst("If-Match");
    String since = request.getFirst("If-Unmodified-Since");
    if (tag != null) {
      return validators == Validators.STRONG && tag.equals(content.etag());
    }
    return since == null || !validators.hasDate() || !time(content.date()).isAfter(time(since));
  }

  private static Instant time(String date) {
    return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
  }

  private void answer(HttpExchange exchange, String range, Content content) throws IOException {
    Matcher matcher = RANGE.matcher(range == null ? "" : range);
    if (!has(Lack.RANGES) || !matcher.matches()) {
      send(exchange, 200, content.range(0, content.length()));
      return;
    }
    long from;
    long to;
    if (matcher.group(1).isEmpty()) {
      if (!has(Lack.SUFFIX_RANGES)) {
        exchange.sendResponseHeaders(416, -1);
        return;
      }
      from = Math.max(0, content.length() - Long.parseLong(matcher.group(2)));
      to = content.length() - 1;
    } else {
      from = Long.parseLong(matcher.group(1));
      to = Math.min(content.length() - 1, Long.parseLong(matcher.group(2)));
    }
    if (from > to) {
      exchange.getResponseHeaders().set("Content-Range", "bytes */" + content.length());
      exchange.sendResponseHeaders(416, -1);
      return;
    }
    to = Math.min(to, from + mostOfPart - 1);
    String total = saysTotal ? Long.toString(content.length()) : "*";
    exchange.getResponseHeaders().set("Content-Range", unit + " " + from + "-" + to + "/" + total);
    send(exchange, 206, content.range(from, to + 1));
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    // The server of the JDK has a buffer as large as what is written at once.
    for (int from = 0; from < body.length; from += PIECE) {
      exchange.getResponseBody().write(body, from, Math.min(PIECE, body.length - from));
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
