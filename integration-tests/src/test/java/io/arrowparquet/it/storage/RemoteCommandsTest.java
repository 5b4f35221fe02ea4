// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.LoadedJar;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command line asks of servers, and what it says when they do not answer. */
@Timeout(120)
class RemoteCommandsTest {
  private static final int FILES = 100;
  private static final int ROWS = 20;

  @AutoClose private static LoadedJar jar;
  private static byte[] plain;

  @TempDir private static Path folder;

  @AutoClose private RangeServer server;

  @BeforeAll
  static void load() throws Exception {
    jar = LoadedJar.load();
    plain = StorageFile.plainBytes(folder, 1, ROWS, 1);
  }

  @BeforeEach
  void start() throws IOException {
    server = new RangeServer();
  }

  /** What a command printed, and its exit code. */
  private record Run(int exitCode, String out, String err) {}

  private static Run run(List<String> arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        jar.run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(new String[0]));
    return new Run(exitCode, out.toString(), err.toString());
  }

  private static Run succeed(String... arguments) {
    Run run = run(List.of(arguments));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  /** The paths that were asked for, without queries. */
  private long filesAsked() {
    return server.requests().stream()
        .map(line -> line.split(" ", -1)[1].replaceAll("\\?.*", ""))
        .distinct()
        .count();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, ROWS, ROWS + 1, 3 * ROWS, 2_000, 3_000})
  void a_limit_opens_as_many_files_as_have_the_rows(int limit) {
    List<String> scan = new ArrayList<>(List.of("scan", "--limit", Integer.toString(limit)));
    for (int file = 0; file < FILES; file++) {
      scan.add(server.put("/f" + file + ".parquet", plain).toString());
    }
    Run run = run(scan);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out().lines()).hasSize(Math.min(limit, FILES * ROWS));
    int needed = Math.max(1, (limit + ROWS - 1) / ROWS);
    assertThat(filesAsked()).isEqualTo(Math.min(FILES, needed));
  }

  @Test
  void headers_are_sent_with_each_request_and_not_printed() {
    URI uri = server.put("/a.parquet", plain);
    Map.Entry<String, String> variable =
        System.getenv().entrySet().stream()
            .filter(entry -> entry.getValue().matches("[ -~]*\\S"))
            .min(Map.Entry.comparingByKey())
            .orElseThrow();
    String bundle = folder.resolve("headers.bundle").toString();
    for (List<String> command :
        List.of(
            List.of("scan", uri.toString()),
            List.of("bundle", "create", uri.toString(), "-o", bundle),
            List.of("bundle", "verify", bundle, "--files-below", uri.resolve(".").toString()),
            List.of("scan", "--bundle", bundle, "--files-below", uri.resolve(".").toString()))) {
      List<String> sending = new ArrayList<>(command);
      sending.addAll(List.of("--header", "X-One: first", "--header=Authorization: Bearer secret"));
      sending.addAll(List.of("--header-env", "X-Two: " + variable.getKey()));
      succeed(sending.toArray(new String[0]));
    }
    assertThat(server.requestHeaders())
        .isNotEmpty()
        .allSatisfy(
            headers -> {
              Map<String, String> sent = new HashMap<>();
              headers.forEach(
                  (name, values) -> sent.put(name.toLowerCase(Locale.ROOT), values.get(0)));
              assertThat(sent)
                  .containsEntry("x-one", "first")
                  .containsEntry("authorization", "Bearer secret")
                  .containsEntry("x-two", variable.getValue().strip());
            });
    for (String wrong : List.of("secret", ": secret", "a b: secret", "X:")) {
      Run run = run(List.of("scan", uri.toString(), "--header", wrong));
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).contains("--header").doesNotContain("secret");
    }
    Run run = run(List.of("scan", uri.toString(), "--header-env", "X: NO_SUCH_VARIABLE_"));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("NO_SUCH_VARIABLE_");
    for (String option : List.of("--timeout", "--attempts")) {
      assertThat(run(List.of("scan", uri.toString(), option, "0")).exitCode()).isEqualTo(2);
    }
  }

  @Test
  void attempts_and_the_time_out_are_kept() throws IOException {
    String uri = server.put("/a.parquet", plain).toString();
    server.refuse(503, "");
    assertThat(run(List.of("scan", uri, "--attempts", "3")).exitCode()).isEqualTo(1);
    assertThat(server.requests()).hasSize(3);

    try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      String unheard = "http://127.0.0.1:" + silent.getLocalPort() + "/a.parquet";
      Run run = run(List.of("scan", unheard, "--attempts", "1", "--timeout", "1"));
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains(unheard + ": the answer takes too long");
    }
  }

  @Test
  void a_scan_opens_several_files_at_once() throws IOException {
    try (FaultProxy proxy = new FaultProxy(server.port())) {
      proxy.delay(50);
      List<String> scan = new ArrayList<>(List.of("scan"));
      for (int file = 0; file < 40; file++) {
        String path = "/f" + file + ".parquet";
        server.put(path, plain);
        scan.add("http://127.0.0.1:" + proxy.port() + path);
      }
      Run run = run(scan);
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.out().lines()).hasSize(40 * ROWS);
      assertThat(proxy.mostUnderWay()).isGreaterThan(4);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sig=secret&se=2030", "token=a%2Fb"})
  void the_token_of_a_bundle_is_sent_for_its_files(String token) throws IOException {
    Path lake = Files.createDirectories(folder.resolve("lake-" + token.length()));
    for (String name : List.of("a.parquet", "b.parquet")) {
      Files.write(lake.resolve(name), plain);
      server.put("/lake/" + name, plain);
    }
    Path bundle = lake.resolve("x.bundle");
    succeed("bundle", "create", lake.toString(), "-o", bundle.toString());
    assertThat(lake).isDirectoryNotContaining("glob:**.lock");
    String uri = server.put("/lake/x.bundle", Files.readAllBytes(bundle)).toString();
    Run run = succeed("scan", "--bundle", uri + "?" + token);
    assertThat(run.out().lines()).hasSize(2 * ROWS);
    assertThat(run.err()).doesNotContain("secret");
    assertThat(server.requests())
        .allMatch(line -> line.contains("?" + token))
        .anyMatch(line -> line.contains("a.parquet"))
        .anyMatch(line -> line.contains("b.parquet"));
  }

  @Test
  void the_signature_of_one_object_is_not_sent_for_others() throws IOException {
    Path lake = Files.createDirectories(folder.resolve("signed"));
    Files.write(lake.resolve("a.parquet"), plain);
    server.put("/lake/a.parquet", plain);
    Path bundle = lake.resolve("x.bundle");
    succeed("bundle", "create", lake.toString(), "-o", bundle.toString());
    String uri = server.put("/lake/x.bundle", Files.readAllBytes(bundle)).toString();
    succeed("scan", "--bundle", uri + "?X-Amz-Date=1&X-Amz-Signature=secret");
    assertThat(server.requests())
        .anyMatch(line -> line.contains("x.bundle?X-Amz"))
        .anyMatch(line -> line.contains("a.parquet"))
        .noneMatch(line -> line.contains("a.parquet?"));
  }

  /** Each command that reads, at a URI. */
  private static List<List<String>> readers(String uri) {
    return List.of(
        List.of("scan", uri),
        List.of("scan", uri, "--limit", "5"),
        List.of("scan", "--bundle", uri),
        List.of("footer", "inspect", uri),
        List.of("footer", "verify", uri),
        List.of("footer", "attach", uri, "-o", folder.resolve("out").toString()),
        List.of("footer", "strip", uri, "-o", folder.resolve("out").toString()),
        List.of("variant", "cat", uri, "--column", "v"),
        List.of("variant", "get", uri, "--column", "v", "--path", "$.a"),
        List.of("variant", "schema", uri, "--column", "v"),
        List.of("variant", "unshred", uri, "--column", "v", "-o", folder + "/out"),
        List.of("bundle", "create", uri, "-o", folder.resolve("b").toString()),
        List.of("bundle", "inspect", uri),
        List.of("bundle", "verify", uri),
        List.of("bundle", "find", uri, "x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://no-such-host.invalid/a.parquet",
        "http://127.0.0.1:REFUSED/a.parquet",
        "http://a_b.invalid/a.parquet",
        "SERVER/none.parquet",
        "SERVER/lake/",
        "SERVER/%FF.parquet",
        "http:///a.parquet",
        "s3://lake",
        "s3a://lake",
        "s3://a_b/c.parquet?x=1",
        "gs://bucket/a.parquet",
        "abfss://box@account.dfs.core.windows.net/a.parquet",
        "wasbs://box@account.blob.core.windows.net/lake/",
        "hdfs://host/a.parquet",
        "nothing://host/a.parquet",
        "SERVER/a.parquet#part"
      })
  void what_cannot_be_opened_is_a_sentence_that_names_it(String pattern) throws IOException {
    int refused;
    try (ServerSocket socket = new ServerSocket(0)) {
      refused = socket.getLocalPort();
    }
    String own = server.put("/a.parquet", plain).resolve("/").toString();
    String uri = pattern.replace("SERVER/", own).replace("REFUSED", Integer.toString(refused));
    for (List<String> command : readers(uri)) {
      List<String> once = new ArrayList<>(command);
      once.addAll(List.of("--attempts", "1", "--timeout", "5"));
      Run run = run(once);
      assertThat(run.exitCode()).as("%s: %s", command, run.err()).isBetween(1, 2);
      assertSentences(command + "", run.err());
      if (run.exitCode() == 1) {
        assertThat(run.err())
            .as("%s", command)
            .contains(uri.substring(0, uri.indexOf(':') + 1).replace("s3a", "s3"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "403, <Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>,"
        + " Request has expired",
    "401, <Error><Code>InvalidToken</Code></Error>, status 401",
    "412, '', status 412",
    "503, 'please wait', status 503"
  })
  void a_refusal_is_told_with_the_reason_that_the_server_gives(
      int status, String body, String reason) {
    String uri = server.put("/a.parquet", plain).toString();
    server.refuse(status, body);
    for (List<String> command : readers(uri)) {
      List<String> once = new ArrayList<>(command);
      once.addAll(List.of("--attempts", "1"));
      Run run = run(once);
      assertThat(run.exitCode()).as("%s: %s", command, run.err()).isEqualTo(1);
      assertSentences(command + "", run.err());
      assertThat(run.err()).as("%s", command).contains(reason).contains("a.parquet");
    }
  }

  @Test
  void redirects_that_lead_nowhere_are_told() throws IOException {
    URI plainFile = server.put("/a.parquet", plain);
    URI circle = server.redirect("/circle.parquet", plainFile.resolve("/circle.parquet"));
    URI gone = server.redirect("/gone.parquet", plainFile.resolve("/none.parquet"));
    for (URI uri : List.of(circle, gone)) {
      for (List<String> command : readers(uri.toString())) {
        List<String> once = new ArrayList<>(command);
        once.addAll(List.of("--attempts", "1"));
        Run run = run(once);
        assertThat(run.exitCode()).as("%s: %s", command, run.err()).isEqualTo(1);
        assertSentences(command + "", run.err());
        assertThat(run.err()).as("%s", command).contains(uri.getPath());
      }
    }
  }

  /** One line for one thing that is wrong: no class, no number that stands for none. */
  static void assertSentences(String what, String err) {
    assertThat(err)
        .as(what)
        .startsWith("arrowparquet: ")
        .doesNotContainPattern("\\b(java|javax|jdk|sun|org|io|com|software)(\\.[a-z0-9]+)+\\.[A-Z]")
        .doesNotContainPattern("Exception|Error\\b|\\bnull\\b|--debug")
        .doesNotContainPattern("[ =:]-1\\b");
    // A bundle of files elsewhere is warned of first.
    assertThat(err.lines().filter(line -> line.startsWith("arrowparquet: ")))
        .as(what)
        .filteredOn(line -> !line.contains("--files-below"))
        .hasSize(1);
    assertThat(err.lines().filter(line -> !line.startsWith("arrowparquet: ")))
        .as(what)
        .allMatch(line -> line.startsWith("Try: ") || line.matches("0 \\w+, \\d+ failed"));
  }
}
