// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Footers that one command refuses: the others say the same of them. */
class RefusedFootersTest {
  @TempDir Path folder;
  private CommandLineTool tool;

  @BeforeEach
  void findTool() {
    tool = new CommandLineTool(folder);
  }

  private void copy(String name) throws IOException {
    Files.copy(OtherWritersFiles.find(name), folder.resolve("file.parquet"));
  }

  @Test
  void attach_and_verify_say_of_a_damaged_schema_what_scan_says() throws Exception {
    copy("schema_lint16_optional.parquet");
    CommandLineTool.Run scan = tool.run("scan", "file.parquet");
    CommandLineTool.Run verify = tool.run("footer", "verify", "file.parquet");
    CommandLineTool.Run attach = tool.run("footer", "attach", "--in-place", "file.parquet");

    assertThat(scan.exitCode()).isEqualTo(1);
    assertThat(withoutOffset(scan.err()))
        .startsWith("arrowparquet: file.parquet: Thrift struct IntType ending: found no field");
    assertThat(verify.exitCode()).isEqualTo(1);
    assertThat(verify.out()).isEmpty();
    assertThat(withoutOffset(verify.err())).isEqualTo(withoutOffset(scan.err()));
    assertThat(attach.exitCode()).isEqualTo(1);
    assertThat(attach.err()).isEqualTo(verify.err());
  }

  /** Scan has the footer in another form, in which things have other places. */
  private static String withoutOffset(String text) {
    return text.replaceAll(" at offset \\d+", "");
  }

  @Test
  void layout_par3_is_refused_where_strip_would_fail_unless_told_to_be_lossy() throws Exception {
    copy("par3_fastparquet_bools_0.parquet");
    CommandLineTool.Run refused =
        tool.run("footer", "attach", "--layout", "par3", "--in-place", "file.parquet");

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err())
        .startsWith(
            "arrowparquet: file.parquet: layout par3 could not give back the bytes of row_groups");
    assertThat(folder.resolve("file.parquet"))
        .hasSameBinaryContentAs(OtherWritersFiles.find("par3_fastparquet_bools_0.parquet"));
    assertThat(
            tool.run(
                    "footer", "attach", "--layout", "par3", "--lossy", "--in-place", "file.parquet")
                .exitCode())
        .isZero();
    assertThat(tool.run("footer", "verify", "file.parquet").out())
        .isEqualTo("file.parquet: in order; FlatBuffers footer (par3)\n");
  }
}
