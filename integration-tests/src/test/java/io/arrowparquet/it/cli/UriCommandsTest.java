// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.examples.EventFile;
import io.arrowparquet.it.storage.RangeServer;
import io.arrowparquet.it.storage.S3Server;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that are given URIs print what they print for the file. */
class UriCommandsTest {
  @TempDir private Path folder;

  @Test
  void commands_that_read_take_uris() throws Exception {
    Path file = EventFile.write(folder.resolve("events.parquet"));
    CommandLineTool tool = new CommandLineTool(folder);
    try (RangeServer server = new RangeServer()) {
      String uri = server.put("/events.parquet", Files.readAllBytes(file)) + "?signature=secret";
      String name = uri.substring(0, uri.indexOf('?'));

      assertThat(tool.run("scan", uri, "--limit", "3").out())
          .isEqualTo(tool.run("scan", file.toString(), "--limit", "3").out())
          .hasLineCount(3);
      assertThat(tool.run("variant", "cat", uri, "--column", "event").out()).hasLineCount(20);
      assertThat(tool.run("footer", "inspect", uri).out()).contains(name).doesNotContain("secret");
      assertThat(tool.run("footer", "verify", uri, file.toString()).out())
          .isEqualTo(
              name
                  + ": in order; Thrift footer only\n"
                  + file
                  + ": in order; Thrift footer only\n");
    }
  }

  @Test
  void the_jar_has_what_s3_needs() throws Exception {
    CommandLineTool tool = new CommandLineTool(folder);
    Path file = EventFile.write(folder.resolve("events.parquet"));
    try (S3Server server = new S3Server()) {
      List<String> properties = new ArrayList<>();
      server.properties().forEach((name, value) -> properties.add("-D" + name + "=" + value));
      String uri = "s3://bucket/attached.parquet";
      CommandLineTool.Run run =
          tool.runOn(properties, "footer", "attach", file.toString(), "--output", uri);
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(server.get("attached.parquet")).hasSizeGreaterThan((int) Files.size(file));
    }
  }

  @Test
  void what_cannot_be_read_is_named_without_credentials() throws Exception {
    CommandLineTool tool = new CommandLineTool(folder);
    try (RangeServer server = new RangeServer()) {
      URI missing = server.put("/a", new byte[0]).resolve("/missing.parquet?signature=secret");
      CommandLineTool.Run run = tool.run("scan", missing.toString());

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .contains("/missing.parquet: ")
          .contains("status 404")
          .doesNotContain("secret");
      assertThat(tool.run("footer", "strip", missing.toString(), "--in-place").err())
          .contains("--in-place is for local files")
          .contains("/missing.parquet")
          .doesNotContain("secret");
    }
  }
}
