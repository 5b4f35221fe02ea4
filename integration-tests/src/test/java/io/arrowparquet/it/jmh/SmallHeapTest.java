// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.io.FooterAttacher;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallHeapTest {
  private static final int COLUMNS = 100_000;
  private static final long ROWS_PER_GROUP = 100_000;

  @TempDir Path folder;

  @Test
  void footer_of_100_000_columns_opens_in_64_mib_from_a_mapped_file() throws Exception {
    Path file = folder.resolve("wide.parquet");
    Files.write(file, WideFooters.asFile(WideFooters.doubles(COLUMNS)));
    FooterAttacher.create().attachInPlace(file);
    Path printed = folder.resolve("printed");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeapOpen.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();

    assertThat(process.waitFor()).as(Files.readString(printed)).isZero();
    assertThat(Files.readString(printed, StandardCharsets.UTF_8).strip())
        .isEqualTo(
            "SPEC " + COLUMNS + " " + COLUMNS / 1_000 * WideFooters.ROW_GROUPS * ROWS_PER_GROUP);
  }
}
