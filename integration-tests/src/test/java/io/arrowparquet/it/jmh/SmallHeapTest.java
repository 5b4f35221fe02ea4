// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterAttacher;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallHeapTest {
  private static final int COLUMNS = 100_000;
  private static final long ROWS_PER_GROUP = 100_000;
  private static final int FILES = 2_000;
  private static final int FEW_COLUMNS = 5;

  /** More than is read from the end of a file at first. */
  private static final int PAGE_BYTES = 128 << 10;

  private static final int MAGIC_BYTES = 4;

  @TempDir Path folder;

  @Test
  void footer_of_100_000_columns_opens_in_64_mib_from_a_mapped_file() throws Exception {
    Path file = folder.resolve("wide.parquet");
    Files.write(file, WideFooters.asFile(WideFooters.doubles(COLUMNS)));
    FooterAttacher.defaults().withForce(true).attachInPlace(file);

    assertThat(printedWithSmallHeap(SmallHeapOpen.class, file))
        .isEqualTo(
            "SPEC " + COLUMNS + " " + COLUMNS / 1_000 * WideFooters.ROW_GROUPS * ROWS_PER_GROUP);
  }

  @Test
  void footers_of_2_000_attached_files_are_held_in_64_mib() throws Exception {
    byte[] footer = WideFooters.asFile(WideFooters.doubles(FEW_COLUMNS));
    Path pages = folder.resolve("pages.parquet");
    // Bytes in front of the footer that no page claims: the tail of the file is full of them.
    ByteBuffer bytes = ByteBuffer.allocate(PAGE_BYTES + footer.length);
    bytes.put(footer, 0, MAGIC_BYTES).position(PAGE_BYTES + MAGIC_BYTES);
    bytes.put(footer, MAGIC_BYTES, footer.length - MAGIC_BYTES);
    Files.write(pages, bytes.array());
    FooterAttacher.defaults().withForce(true).attachInPlace(pages);
    Path files = Files.createDirectory(folder.resolve("files"));
    for (int i = 0; i < FILES; i++) {
      Files.createLink(files.resolve(i + ".parquet"), pages);
    }

    assertThat(printedWithSmallHeap(SmallHeapFooters.class, files))
        .isEqualTo(FILES + " " + FILES * FEW_COLUMNS);
  }

  private String printedWithSmallHeap(Class<?> main, Path argument) throws Exception {
    Path printed = folder.resolve("printed");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // To compile with C2 takes no heap, and longer than the reading.
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                argument.toString())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    int exitCode = process.waitFor();
    String text = Files.readString(printed, StandardCharsets.UTF_8).strip();

    assertThat(exitCode).as(text).isZero();
    return text;
  }
}
