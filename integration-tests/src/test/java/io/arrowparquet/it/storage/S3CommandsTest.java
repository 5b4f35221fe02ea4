// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.LoadedJar;
import io.arrowparquet.it.storage.FaultProxy.Fault;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Commands that read and write objects on S3. They run with the default client of the AWS SDK,
 * which system properties lead to the server.
 */
@Timeout(60)
class S3CommandsTest {
  private static LoadedJar jar;
  private static S3Server server;
  private static byte[] plain;
  private static byte[] attached;

  @TempDir private static Path folder;

  @BeforeAll
  static void start() throws Exception {
    jar = LoadedJar.load();
    server = new S3Server();
    server.properties().forEach(System::setProperty);
    plain = StorageFile.plainBytes(folder, 2, 500, 1);
    attached = StorageFile.bytes(folder, 2, 500, 1);
  }

  @AfterAll
  static void stop() throws IOException {
    if (server == null) {
      return;
    }
    jar.close();
    server.properties().keySet().forEach(System::clearProperty);
    server.close();
  }

  @BeforeEach
  void empty_the_bucket() {
    server.clear();
    server.proxy().spoil(request -> Fault.NONE);
  }

  /** What a command printed, and its exit code. */
  private record Run(int exitCode, String out, String err) {}

  private static Run run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = jar.run(new PrintWriter(out), new PrintWriter(err), arguments);
    return new Run(exitCode, out.toString(), err.toString());
  }

  private static Run succeed(String... arguments) {
    Run run = run(arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private static Run fail(int exitCode, String... arguments) {
    Run run = run(arguments);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
    assertThat(run.err()).doesNotContain("secret");
    return run;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void options_say_where_s3_is_and_whether_credentials_are_sent(boolean anonymous)
      throws Exception {
    System.clearProperty("aws.endpointUrl");
    System.clearProperty("aws.region");
    // The default client is made once: each class loader has its own.
    try (RangeServer web = new RangeServer();
        LoadedJar fresh = LoadedJar.load()) {
      String file = web.put("/bucket/a.parquet", plain).toString();
      List<String> scan =
          new ArrayList<>(
              List.of(
                  "scan",
                  "s3://bucket/a.parquet",
                  "--s3-endpoint",
                  file.replace("/bucket/a.parquet", ""),
                  "--s3-region",
                  "eu-north-1",
                  "--s3-path-style"));
      if (anonymous) {
        scan.add("--s3-anonymous");
      }
      StringWriter out = new StringWriter();
      StringWriter err = new StringWriter();
      int exitCode =
          fresh.run(new PrintWriter(out), new PrintWriter(err), scan.toArray(new String[0]));
      assertThat(exitCode).as(err.toString()).isZero();
      assertThat(web.requestHeaders())
          .isNotEmpty()
          .allSatisfy(
              headers ->
                  assertThat(String.join("", headers.getOrDefault("Authorization", List.of())))
                      .contains(anonymous ? "" : "key-id/")
                      .contains(anonymous ? "" : "/eu-north-1/s3/")
                      .doesNotContain(anonymous ? "key-id" : "very-secret"));
      assertThat(out).hasToString(succeed("scan", file).out());
    } finally {
      List.of("arrowparquet.s3.pathStyle", "arrowparquet.s3.anonymous")
          .forEach(System::clearProperty);
      server.properties().forEach(System::setProperty);
    }
  }

  @Test
  void bundles_are_created_appended_compacted_and_read() {
    server.put("lake/a.parquet", attached);
    server.put("lake/b c.parquet", attached);
    server.put("lake/_tmp.parquet", new byte[3]);
    String lake = "s3://bucket/lake/";
    String bundle = lake + "_bundle";

    assertThat(succeed("bundle", "create", lake, "-o", bundle, "--jobs", "2").err())
        .startsWith("2 footers, ");
    assertThat(fail(1, "bundle", "create", lake, "-o", bundle).err())
        .contains(bundle + ": exists already; --overwrite replaces it");
    assertThat(succeed("scan", "--bundle", bundle).out()).isEqualTo(succeed("scan", lake).out());

    server.put("lake/d.parquet", plain);
    assertThat(succeed("bundle", "append", bundle, lake).err())
        .isEqualTo("1 added, 0 changed, 0 removed, 2 unchanged" + System.lineSeparator());
    assertThat(succeed("bundle", "inspect", bundle).out())
        .startsWith(bundle + ": 3 files, 2 segments");
    assertThat(succeed("bundle", "find", bundle, "b c.parquet").out()).startsWith("b c.parquet: ");
    server.delete("lake/a.parquet");
    server.put("lake/b c.parquet", plain);
    assertThat(fail(1, "bundle", "verify", bundle).err())
        .contains("a.parquet: cannot be read")
        .contains("b c.parquet: its footer is not the one in the bundle");
    succeed("bundle", "sync", bundle, lake, "--check-footers");
    assertThat(succeed("bundle", "compact", bundle).err()).startsWith("3 segments put into one");
    assertThat(succeed("bundle", "verify", bundle).out()).contains("2 files, 0 of them changed");
    assertThat(succeed("scan", "--bundle", bundle).out()).isEqualTo(succeed("scan", lake).out());
    succeed("bundle", "create", lake, "-o", bundle, "--overwrite");
    succeed("bundle", "inspect", bundle, "--html", lake + "page.html");
    assertThat(new String(server.get("lake/page.html"), UTF_8)).contains("2 files");
    assertThat(server.keys("lake/"))
        .containsExactly(
            "lake/_bundle",
            "lake/_tmp.parquet",
            "lake/b c.parquet",
            "lake/d.parquet",
            "lake/page.html");
  }

  @Test
  void a_local_bundle_is_about_objects_and_a_stream_goes_to_s3() throws IOException {
    server.put("lake/a.parquet", attached);
    String local = folder.resolve("local.bundle").toString();
    succeed("bundle", "create", "s3://bucket/lake/", "-o", local);
    String lake = "s3://bucket/lake/";
    assertThat(fail(1, "scan", "--bundle", local).err()).contains("found " + lake + "a.parquet");
    assertThat(succeed("bundle", "verify", local, "--files-below", lake).out())
        .contains("1 file, 0 of them changed");
    assertThat(succeed("scan", "--bundle", local, "--files-below", lake).out())
        .isEqualTo(succeed("scan", "s3://bucket/lake/").out());
    String stream = "s3://bucket/stream";
    succeed("bundle", "create", "s3://bucket/lake/", "-o", stream, "--mode", "normal");
    assertThat(server.get("stream")).hasSizeGreaterThan(100);
    fail(1, "bundle", "create", "s3://bucket/lake/", "-o", stream, "--mode", "normal");
    assertThat(
            fail(2, "bundle", "create", "s3://bucket/lake/", "-o", stream, "--context", stream)
                .err())
        .contains("expected a path: this file has to be local");
  }

  @Test
  void footers_are_attached_and_stripped_and_pages_written() throws IOException {
    server.put("plain.parquet", plain);
    String from = "s3://bucket/plain.parquet";
    String to = "s3://bucket/attached.parquet";
    succeed("footer", "attach", from, "-o", to);
    assertThat(server.get("attached.parquet")).isEqualTo(attached);
    assertThat(fail(1, "footer", "attach", from, "-o", to).err())
        .contains(to + ": exists already; --overwrite replaces it");
    succeed("footer", "attach", from, "-o", from, "--overwrite");
    assertThat(server.get("plain.parquet")).isEqualTo(attached);
    succeed("footer", "strip", from, "-o", from, "--overwrite");
    assertThat(server.get("plain.parquet")).isEqualTo(plain);

    Path local = folder.resolve("local.parquet");
    succeed("footer", "strip", to, "-o", local.toString());
    assertThat(local).hasBinaryContent(plain);
    succeed("footer", "attach", local.toString(), "-o", to, "--overwrite");
    succeed("footer", "verify", to, "s3://bucket/");
    succeed("footer", "inspect", to, "--html", "s3://bucket/page.html");
    assertThat(server.has("page.html")).isTrue();
    succeed("scan", to, "-o", "s3://bucket/rows.arrow");
    assertThat(new String(server.get("rows.arrow"), 0, 6, UTF_8)).isEqualTo("ARROW1");
    assertThat(fail(2, "scan", to, "-o", to, "--overwrite").err())
        .contains("is one of the files to read");
    Path uri = folder.resolve("by-uri.parquet");
    succeed("footer", "attach", local.toUri().toString(), "-o", uri.toUri().toString());
    succeed("footer", "strip", uri.toUri().toString(), "--in-place", "--keep-attributes");
    assertThat(uri).hasBinaryContent(plain);
  }

  @Test
  void what_is_a_local_matter_or_only_read_is_refused() throws IOException {
    String object = "s3://bucket/plain.parquet";
    server.put("plain.parquet", plain);
    for (String command : List.of("attach", "strip")) {
      assertThat(fail(2, "footer", command, object, "--in-place").err())
          .contains("--in-place is for local files")
          .contains(object);
      assertThat(
              fail(2, "footer", command, object, "-o", object, "--keep-attributes", "--overwrite")
                  .err())
          .contains("--keep-attributes is for local files");
      assertThat(fail(1, "footer", command, "s3://bucket/none/", "-o", "s3://bucket/x").err())
          .contains("s3://bucket/none/: there is no .parquet file below it");
    }
    try (RangeServer http = new RangeServer()) {
      URI web = URI.create(http.put("/a.parquet", plain) + "?signature=secret");
      succeed("footer", "attach", web.toString(), "-o", "s3://bucket/from-http.parquet");
      assertThat(server.get("from-http.parquet")).isEqualTo(attached);
      for (List<String> command :
          List.of(
              List.of("footer", "attach", object, "-o", web.toString()),
              List.of("bundle", "create", object, "-o", web.toString()),
              List.of("bundle", "create", object, "-o", web + "b", "--mode", "streaming"),
              List.of("scan", object, "-o", web.toString(), "--overwrite"),
              List.of("footer", "inspect", object, "--html", web.toString()))) {
        assertThat(fail(1, command.toArray(new String[0])).err())
            .contains("over http: files are only read; write to a path or an s3: URI");
      }
      assertThat(fail(1, "bundle", "create", web.toString(), "-o", "s3://bucket/b").err())
          .contains("has a query or user information");
    }
  }

  @Test
  void an_output_that_changes_while_it_is_written_is_left_as_it_is() {
    server.put("plain.parquet", plain);
    server.put("to.parquet", new byte[3]);
    Map<String, byte[]> others =
        Map.of("to.parquet", new byte[4], "new.parquet", new byte[5], "plain.parquet", attached);
    others.forEach(
        (key, other) -> {
          server
              .proxy()
              .spoil(
                  request -> {
                    List<String> lines = server.proxy().lines();
                    return lines.get(lines.size() - 1).startsWith("PUT ")
                        ? new Fault.After(() -> server.put(key, other))
                        : Fault.NONE;
                  });
          Run run =
              fail(
                  1,
                  "footer",
                  "attach",
                  "s3://bucket/plain.parquet",
                  "--overwrite",
                  "-o",
                  "s3://bucket/" + key);
          assertThat(run.err()).contains("s3://bucket/" + key + ": ");
          assertThat(server.get(key)).isEqualTo(other);
          server.put("plain.parquet", plain);
        });
    assertThat(server.uploadsLeft()).isZero();
  }
}
