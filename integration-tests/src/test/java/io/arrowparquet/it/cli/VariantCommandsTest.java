// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.Corpus;
import io.arrowparquet.it.NeedsCorpus;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsCorpus
class VariantCommandsTest {
  @TempDir Path folder;
  private CommandLineTool tool;

  @BeforeEach
  void makeTool() {
    tool = new CommandLineTool(folder);
  }

  private static String file(int number) {
    String name = String.format("case-%03d.parquet", number);
    return Corpus.folder("shredded_variant").resolve(name).toAbsolutePath().toString();
  }

  @Test
  void cat_prints_a_line_of_json_a_row_and_null_for_a_null_row() throws Exception {
    CommandLineTool.Run run = tool.run("variant", "cat", file(83), "--column", "var");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines())
        .containsExactly(
            "null",
            "{\"c\":{\"b\":\"iceberg\"}}",
            "{\"c\":8,\"d\":-0.0}",
            "{\"c\":{\"a\":34,\"b\":\"\"},\"d\":0.0}");
  }

  @Test
  void cat_prints_metadata_and_value_in_hex() throws Exception {
    CommandLineTool.Run run =
        tool.run("variant", "cat", file(83), "--column", "var", "--format", "hex");

    assertThat(run.out().lines().limit(2))
        .containsExactly("-", "11050001020304056162636465 020102000d02010100081d69636562657267");
  }

  @Test
  void invalid_shredding_names_file_column_row_and_rule() throws Exception {
    CommandLineTool.Run run = tool.run("variant", "cat", file(87), "--column", "var");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("case-087.parquet: var: row 0, $: ");
  }

  @Test
  void column_that_is_not_there_is_named() throws Exception {
    CommandLineTool.Run run = tool.run("variant", "cat", file(83), "--column", "nothing");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("case-083.parquet").contains("nothing");
  }

  @Test
  void column_that_is_no_variant_is_named() throws Exception {
    CommandLineTool.Run run = tool.run("variant", "cat", file(83), "--column", "id");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("case-083.parquet").contains("id");
  }
}
