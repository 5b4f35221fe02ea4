// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * A web server of files in memory or on a disk. What it knows of HTTP can be switched off piece by
 * piece.
 */
public final class RangeServer implements AutoCloseable {
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d*)-(\\d*)");

  private final HttpServer server;
  private final String scheme;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Content> files = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  /** What this server does not do. */
  public enum Lack {
    RANGES,
    SUFFIX_RANGES,
    ETAGS,
    CONDITIONS
  }

  private final List<Lack> lacks;

  public RangeServer(Lack... lacks) throws IOException {
    this(HttpServer.create(), "http", lacks);
  }

  /** A server of HTTPS. */
  RangeServer(SSLContext keys) throws IOException {
    this(secure(keys), "https");
  }

  private RangeServer(HttpServer server, String scheme, Lack... lacks) throws IOException {
    this.lacks = List.of(lacks);
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
  private record Content(ByteBuffer bytes, Path path, long length, String etag) {
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
    return put(path, new Content(ByteBuffer.wrap(bytes), null, bytes.length, etag));
  }

  /** Serves a file that does not change. */
  URI put(String path, Path file) throws IOException {
    return put(path, new Content(null, file, Files.size(file), "\"" + path + "\""));
  }

  private URI put(String path, Content content) {
    files.put(path, content);
    return URI.create(scheme + "://127.0.0.1:" + port() + path);
  }

  /** Method, path with query, and range of each request so far. */
  List<String> requests() {
    return requests;
  }

  private boolean has(Lack feature) {
    return !lacks.contains(feature);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String range = exchange.getRequestHeaders().getFirst("Range");
      requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + range);
      Content content = files.get(exchange.getRequestURI().getPath());
      if (content == null) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      String etag = content.etag();
      if (has(Lack.ETAGS)) {
        exchange.getResponseHeaders().set("ETag", etag);
      }
      String condition = exchange.getRequestHeaders().getFirst("If-Match");
      if (has(Lack.CONDITIONS) && condition != null && !condition.equals(etag)) {
        exchange.sendResponseHeaders(412, -1);
        return;
      }
      answer(exchange, range, content);
    }
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
    exchange
        .getResponseHeaders()
        .set("Content-Range", "bytes " + from + "-" + to + "/" + content.length());
    send(exchange, 206, content.range(from, to + 1));
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
