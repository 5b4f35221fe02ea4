// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.Report;
import io.arrowparquet.cli.lab.CountedReads.Place;
import io.arrowparquet.cli.lab.LabMeasure.Workload;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.BufferByteSource;
import io.arrowparquet.storage.internal.PendingReads;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The server answers this machine alone, and has nothing but the page and what it paints. */
@Command(
    name = "explore",
    description =
        "Serve a page, for this machine alone, that paints which bytes of a footer are read to get"
            + " some columns, in every design, and which reads wait for others.")
public final class FooterExploreCommand extends CliCommand {
  private static final String TEMPLATE = "/io/arrowparquet/cli/lab/footer-explore.html";
  private static final String READS = "/reads.json";

  /** Columns whose names the page offers; others can be typed. */
  private static final int OFFERED = 1_000;

  /** Bytes of Thrift; each design of a larger footer would take seconds to be written. */
  private static final int LARGEST = 32 << 20;

  @Parameters(
      paramLabel = "FILE",
      converter = FileArgument.Converter.class,
      description = "A Parquet file: a path or a URI, which is read by range requests.")
  private FileArgument file;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "Where to listen (default: a free port, which is printed).")
  private int port;

  private ByteSource source;
  private LabShape shape;
  private Set<String> names;
  private ParquetFooter footer;

  /** The end of a file in each design, by its label; made once. */
  private final Map<FooterDesign, byte[]> written = new LinkedHashMap<>();

  private final Map<FooterDesign, String> refused = new LinkedHashMap<>();

  /** Serves until the process is ended or the thread interrupted. */
  @Override
  public Integer call() throws Exception {
    if (port < 0 || port > 0xFFFF) {
      throw wrong("--port takes 0 to 65535");
    }
    try (ByteSource opened = file.open()) {
      source = opened;
      footer = FooterReader.defaults().read(opened);
      shape = LabShape.of(opened);
      names = new HashSet<>(shape.columns());
      FooterDesign.ALL.forEach(this::write);
      InetAddress loopback = InetAddress.getLoopbackAddress();
      HttpServer server = HttpServer.create(new InetSocketAddress(loopback, port), 0);
      server.createContext("/", this::answer);
      // A thread for each request: one that does not come to its end holds up no other.
      ExecutorService requests = Executors.newCachedThreadPool();
      server.setExecutor(requests);
      server.start();
      try {
        int bound = server.getAddress().getPort();
        out().println("http://127.0.0.1:" + bound + "/ until this is ended: " + file);
        out().flush();
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        server.stop(0);
        PendingReads.end(requests); // before the file is closed
      }
    }
    return DONE;
  }

  private void write(FooterDesign design) {
    if (shape.thrift().length > LARGEST) {
      refused.put(design, "a footer of " + shape.thrift().length + " bytes: see footer lab");
      return;
    }
    try {
      written.put(design, LabMeasure.file(design, design.ending(shape.thrift(), shape.offset())));
    } catch (IllegalArgumentException e) {
      refused.put(design, e.getMessage());
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getRawPath();
      // A name that another site has pointed here must not read the file through a browser.
      if (!isOurs(exchange.getRequestHeaders().getFirst("Host"), exchange.getLocalAddress())) {
        send(exchange, 403, "text/plain", "this server answers to 127.0.0.1 alone");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        send(exchange, 405, "text/plain", "GET only");
      } else if (path.equals("/")) {
        send(exchange, 200, "text/html", Report.embedded(TEMPLATE, Report.json(facts())));
      } else if (path.equals(READS)) {
        reads(exchange);
      } else {
        send(exchange, 404, "text/plain", "nothing is here");
      }
    }
  }

  private static boolean isOurs(String host, InetSocketAddress local) {
    return host != null
        && Set.of("127.0.0.1:" + local.getPort(), "localhost:" + local.getPort()).contains(host);
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.getResponseHeaders().set("Cross-Origin-Resource-Policy", "same-origin");
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  private Map<String, Object> facts() throws IOException {
    int offered = Math.min(OFFERED, shape.columns().size());
    return Report.fields(
        "file",
        source.name(),
        "length",
        source.length(),
        "columns",
        shape.columns().size(),
        "row_groups",
        shape.rowGroups(),
        "names",
        shape.columns().subList(0, offered));
  }

  private void reads(HttpExchange exchange) throws IOException {
    List<Workload> wanted;
    try {
      wanted = wanted(exchange.getRequestURI().getRawQuery());
    } catch (IllegalArgumentException e) {
      send(exchange, 400, "text/plain", e.getMessage());
      return;
    }
    String json;
    try {
      json = Report.json(Report.fields("designs", rows(wanted)));
    } catch (IOException | CorruptFooterException e) {
      // Not of the request: the file is damaged where nothing was read before, or is gone.
      send(exchange, 500, "text/plain", e.getMessage());
      return;
    }
    send(exchange, 200, "application/json", json);
  }

  /** The columns that a query names, as {@code column=a.b}; what the lab measures without one. */
  private List<Workload> wanted(String query) {
    if (query == null) {
      return new LabMeasure(shape, 0, null).workloads();
    }
    List<String> columns = new ArrayList<>();
    for (String field : query.split("&", -1)) {
      if (!field.startsWith("column=")) {
        throw new IllegalArgumentException("a query is column=NAME&column=NAME");
      }
      String name =
          URLDecoder.decode(field.substring(field.indexOf('=') + 1), StandardCharsets.UTF_8);
      if (!names.contains(name)) {
        throw new IllegalArgumentException("there is no column " + name);
      }
      columns.add(name);
    }
    return List.of(new Workload("these columns", columns, null));
  }

  private synchronized List<Object> rows(List<Workload> wanted) throws IOException {
    List<Object> rows = new ArrayList<>();
    LabMeasure measure = new LabMeasure(shape, 0, null);
    long start = footer.footerOffset();
    Map<String, Object> own = Report.fields("design", "this file", "note", footer.layout().label());
    long size = source.length() - start;
    own.put("parts", List.of(form(footer.layout().label(), size)));
    rows.add(filled(own, FooterDesign.ALL.get(0), source, start, wanted));
    for (FooterDesign design : FooterDesign.ALL) {
      Map<String, Object> row = Report.fields("design", design.label(), "note", design.note());
      byte[] bytes = written.get(design);
      if (bytes == null) {
        row.put("refused", refused.get(design));
        rows.add(row);
        continue;
      }
      List<Object> forms = new ArrayList<>();
      for (Object part : measure.parts(design, bytes.length - Integer.BYTES)) {
        Map<?, ?> form = (Map<?, ?>) part;
        long sum =
            ((List<?>) form.get("parts"))
                .stream().mapToLong(each -> (Long) ((Map<?, ?>) each).get("bytes")).sum();
        forms.add(form((String) form.get("form"), sum));
      }
      row.put("parts", forms);
      ByteSource memory = new BufferByteSource(design.label(), ByteBuffer.wrap(bytes));
      rows.add(filled(row, design, memory, Integer.BYTES, wanted));
    }
    return rows;
  }

  private static Map<String, Object> form(String name, long bytes) {
    return Report.fields("form", name, "bytes", bytes);
  }

  private static Map<String, Object> filled(
      Map<String, Object> row,
      FooterDesign design,
      ByteSource from,
      long start,
      List<Workload> wanted)
      throws IOException {
    row.put("bytes", from.length() - start);
    List<Object> workloads = new ArrayList<>();
    for (Workload workload : wanted) {
      workloads.add(
          Report.fields(
              "workload",
              workload.name(),
              "remote",
              list(CountedReads.of(design, from, Place.REMOTE, workload), start),
              "local",
              list(CountedReads.of(design, from, Place.LOCAL, workload), start)));
    }
    row.put("workloads", workloads);
    return row;
  }

  /** Each read as its round, where it begins in the footer, and its length. */
  private static List<Object> list(CountedReads from, long start) {
    List<Object> reads = new ArrayList<>();
    from.reads()
        .forEach(
            read -> {
              long first = Math.max(read.offset(), start);
              long end = read.offset() + read.length();
              reads.add(List.of(read.round(), first - start, Math.max(0, end - first)));
            });
    return reads;
  }
}
