// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.arrowparquet.cli.Main;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.wire.FooterEnding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FooterExploreCommandTest {
  private static final int PAGES = 100_000;

  @TempDir static Path folder;
  private static Thread server;
  private static int exitCode = -1;
  private static int port;
  private static long footerBytes;

  @BeforeAll
  static void serve() throws IOException {
    byte[] thrift = FileMetaDataCodec.write(KitFooters.all().get("columns-1000"), chunk -> null);
    ByteBuffer ending = new FooterEnding(FooterLayout.SPEC).of("file", thrift, 4L + PAGES);
    footerBytes = ending.remaining();
    byte[] bytes = new byte[4 + PAGES + ending.remaining()];
    ByteBuffer.wrap(bytes)
        .put("PAR1".getBytes(StandardCharsets.US_ASCII))
        .position(4 + PAGES)
        .put(ending);
    Path file = Files.write(folder.resolve("<b>.parquet"), bytes);
    PipedWriter out = new PipedWriter();
    BufferedReader printed = new BufferedReader(new PipedReader(out));
    server =
        new Thread(
            () ->
                exitCode =
                    Main.run(
                        new PrintWriter(out),
                        new PrintWriter(new StringWriter()),
                        "footer",
                        "explore",
                        file.toString()));
    server.start();
    String line = printed.readLine();
    assertThat(line).matches("http://127\\.0\\.0\\.1:\\d+/ .*<b>\\.parquet");
    port = Integer.parseInt(line.split("[:/]", -1)[4]);
  }

  @AfterAll
  static void interrupting_it_ends_it() throws InterruptedException {
    server.interrupt();
    server.join();
    assertThat(exitCode).isZero();
  }

  /** An answer as it comes: status line, header, body. */
  private static String ask(String request, String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String header = host == null ? "" : "Host: " + host + "\r\n";
      socket
          .getOutputStream()
          .write(
              (request + " HTTP/1.1\r\n" + header + "Connection: close\r\n\r\n")
                  .getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String ask(String request) throws IOException {
    return ask(request, "127.0.0.1:" + port);
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", ""})
  void other_hosts_are_refused(String host) throws IOException {
    assertThat(ask("GET /", host.replace("PORT", Integer.toString(port))))
        .startsWith("HTTP/1.1 403 ");
    assertThat(ask("GET /", "localhost:" + port)).startsWith("HTTP/1.1 200 ");
  }

  @ParameterizedTest
  @CsvSource({
    "GET /../../etc/passwd, 404",
    "GET /%2e%2e/etc/passwd, 404",
    "GET //reads.json, 404",
    "GET /reads.json/, 404",
    "GET /reads.jsonx, 404",
    "GET /index.html, 404",
    "POST /, 405",
    "PUT /reads.json, 405",
    "GET /reads.json?column=none, 400",
    "GET /reads.json?column=%, 400",
    "GET /reads.json?file=/etc/passwd, 400",
    "GET /reads.json?, 400"
  })
  void nothing_but_the_page_and_its_reads_is_served(String request, int status) throws IOException {
    assertThat(ask(request)).startsWith("HTTP/1.1 " + status + " ").doesNotContain("root:");
  }

  @Test
  void half_a_request_holds_up_no_other_one() throws IOException {
    try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), port)) {
      slow.getOutputStream().write("GET / HT".getBytes(StandardCharsets.UTF_8));

      assertTimeoutPreemptively(
          Duration.ofSeconds(30), () -> assertThat(ask("GET /")).startsWith("HTTP/1.1 200 "));
    }
  }

  @Test
  void page_loads_nothing_from_elsewhere_and_names_are_data() throws IOException {
    assertThat(ask("GET /"))
        .contains("default-src 'none'", "\\u003cb>.parquet", "nosniff")
        .doesNotContain("https:", "src=", "@import", "url(", "@STYLE@");
  }

  private static JsonNode designs(String query) throws IOException {
    String answer = ask("GET /reads.json" + query);
    assertThat(answer).startsWith("HTTP/1.1 200 ");
    return new ObjectMapper()
        .readTree(answer.substring(answer.indexOf("\r\n\r\n") + 4))
        .get("designs");
  }

  @Test
  void reads_of_columns_are_listed_for_the_file_and_every_design() throws IOException {
    JsonNode designs = designs("?column=column_3&column=column_997");

    assertThat(designs).hasSize(1 + FooterDesign.ALL.size());
    for (JsonNode design : designs) {
      long bytes = design.get("bytes").longValue();
      long parts = 0;
      for (JsonNode part : design.get("parts")) {
        parts += part.get("bytes").longValue();
      }
      assertThat(parts).isEqualTo(bytes);
      for (String place : new String[] {"remote", "local"}) {
        JsonNode reads = design.at("/workloads/0/" + place);
        assertThat(reads).isNotEmpty();
        for (JsonNode read : reads) {
          assertThat(read.get(0).intValue()).isBetween(1, 3);
          assertThat(read.get(1).longValue()).isNotNegative();
          assertThat(read.get(1).longValue() + read.get(2).longValue()).isLessThanOrEqualTo(bytes);
        }
      }
    }
  }

  @Test
  void file_is_read_as_the_layout_that_it_has() throws IOException {
    JsonNode designs = designs("");

    assertThat(designs.get(0).get("note").textValue()).isEqualTo("spec");
    assertThat(designs.get(0).get("bytes").longValue()).isEqualTo(footerBytes);
    assertThat(designs.get(0).get("workloads")).hasSize(5);
    JsonNode spec = designs.get(2);
    assertThat(spec.get("design").textValue()).isEqualTo("spec");
    assertThat(designs.get(0).get("workloads")).isEqualTo(spec.get("workloads"));
  }
}
