// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.arrowparquet.it.Corpus;
import io.arrowparquet.it.NeedsCorpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a command streams is read by the Arrow library of JavaScript, which npm installs.
 *
 * @see io.arrowparquet.cli.rows.RowOutput
 */
@NeedsCorpus
class ArrowJsTest {
  private static final String PACKAGE = "apache-arrow@21.1.0";

  /** Kept from run to run. */
  private static final Path MODULES = Path.of("target", "npm").toAbsolutePath();

  private static final String PROGRAM =
      """
      const { tableFromIPC } = require("apache-arrow");
      const table = tableFromIPC(require("fs").readFileSync(process.argv[1]));
      console.log(table.schema.fields.map(field => field.name + " " + field.type).join(", "));
      for (const row of table) console.log(Number(row.bigint_col), row.double_col, row.bool_col);
      """;

  @TempDir Path folder;

  private static String run(String... command) throws IOException, InterruptedException {
    Path out = Files.createTempFile("js", ".out");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(MODULES.toFile())
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .start();
      boolean ended = process.waitFor(120, TimeUnit.SECONDS);
      process.destroyForcibly();
      return ended && process.exitValue() == 0 ? Files.readString(out) : null;
    } catch (IOException e) {
      return null; // there is no such program
    } finally {
      Files.delete(out);
    }
  }

  @Test
  void stream_and_file_are_tables_of_apache_arrow() throws Exception {
    CommandLineTool tool = new CommandLineTool(folder);
    Files.createDirectories(MODULES);
    boolean installed =
        Files.exists(MODULES.resolve("node_modules/apache-arrow"))
            || run("npm", "install", "--no-audit", "--no-fund", PACKAGE) != null;
    assumeTrue(installed, "npm is not there, or cannot install " + PACKAGE);
    String file =
        Corpus.folder("data").resolve("alltypes_plain.snappy.parquet").toAbsolutePath().toString();
    for (String format : List.of("arrows", "arrow")) {
      Path out = folder.resolve(format);

      CommandLineTool.Run run =
          tool.runInto(
              out,
              List.of(),
              "scan",
              file,
              "--columns",
              "bigint_col,double_col,bool_col",
              "-o",
              "-",
              "--format",
              format);

      assertThat(run.err()).isEmpty();
      assertThat(run("node", "-e", PROGRAM, out.toString()))
          .isEqualTo(
              "bigint_col Int64, double_col Float64, bool_col Bool\n0 0 true\n10 10.1 false\n");
    }
  }
}
