// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.it.ChildJvm;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writers that are killed at any moment, or whose disk is full: what is there under its name is
 * whole.
 *
 * @see io.arrowparquet.parquet.ParquetArrowWriter
 * @see io.arrowparquet.dataset.ParquetSetWriter
 */
class KilledWriterTest {
  private static final int KILLS = 5;
  private static final int THREADS = 8;
  private static final int MOST_MILLIS = 300;

  private static final int GROWING = 12;

  /** Which about half of the growing files exceed. */
  private static final int LIMIT_KIB = 40;

  @TempDir Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  private static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>(ChildJvm.java());
    command.addAll(
        List.of(
            "-XX:-UsePerfData",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            WritingProcess.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  private List<Path> files(boolean temporary) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.getFileName().toString().endsWith("arrowparquet-tmp") == temporary)
          .toList();
    }
  }

  /** Reads all files to their ends. */
  private void requireWhole(List<Path> files) throws IOException {
    for (Path file : files) {
      long rows = 0;
      long expected = FooterReader.defaults().read(file).footer().numRows();
      try (ParquetArrowReader reader =
          ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
        while (reader.loadNextBatch()) {
          rows += reader.getVectorSchemaRoot().getRowCount();
        }
        assertThat(rows).as(file.toString()).isPositive().isEqualTo(expected);
      }
    }
  }

  @Test
  void files_of_a_killed_process_are_whole_or_not_there() throws Exception {
    Random random = new Random(3);
    int whole = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      Process process =
          new ProcessBuilder(command("endless", folder.toString(), Integer.toString(THREADS)))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      assertThat(process.inputReader().readLine()).isEqualTo("a file");
      process.waitFor(random.nextInt(MOST_MILLIS), TimeUnit.MILLISECONDS);
      process.destroyForcibly().waitFor();
      List<Path> files = files(false);
      requireWhole(files);
      whole += files.size();
      for (Path leftover : files(true)) {
        if (leftover.getFileName().toString().startsWith(".one.")) {
          WritingProcess.file(leftover.resolveSibling("one"), 1, allocator);
          assertThat(leftover).doesNotExist();
        }
      }
      deleteAll();
    }
    assertThat(whole).isPositive();
  }

  private void deleteAll() throws IOException {
    for (boolean temporary : new boolean[] {false, true}) {
      for (Path file : files(temporary)) {
        Files.delete(file);
      }
    }
  }

  @Test
  void files_that_the_disk_has_no_room_for_are_not_there() throws Exception {
    Path bash = Path.of("/bin/bash");
    assumeTrue(Files.isExecutable(bash), "ulimit is a word of a shell");
    Path out = Files.createDirectory(folder.resolve("out"));
    String script = "ulimit -f " + LIMIT_KIB + " && exec \"$@\"";
    List<String> limited = new ArrayList<>(List.of(bash.toString(), "-c", script, "writer"));
    limited.addAll(command("growing", out.toString(), Integer.toString(GROWING)));

    Process process =
        new ProcessBuilder(limited).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    int failed = Integer.parseInt(process.inputReader().readLine());

    assertThat(process.waitFor()).as("the allocator is closed, which throws for a leak").isZero();
    assertThat(failed).isBetween(GROWING / 4, 2 * GROWING - GROWING / 4);
    assertThat(files(true)).isEmpty();
    List<Path> files = files(false);
    requireWhole(files);
    for (Path file : files) {
      assertThat(Files.size(file)).isLessThanOrEqualTo(LIMIT_KIB << 10);
    }
  }
}
