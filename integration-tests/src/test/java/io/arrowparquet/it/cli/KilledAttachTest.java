// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterStripper;
import io.arrowparquet.footer.file.FooterVerifier;
import io.arrowparquet.it.ChildJvm;
import io.arrowparquet.it.examples.EventFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code attach --in-place} killed at any moment leaves the original or the new file, and the next
 * run removes what the dead one left behind; told to end, it leaves nothing behind.
 */
class KilledAttachTest {
  private static final int RUNS = 12;
  private static final int TERMINATED_RUNS = 4;
  private static final int PROCESSES = 4;

  /** Large enough for the copy to take a while, so that some kills come in the middle of it. */
  private static final int PADDING_BYTES = 200 << 20;

  @TempDir Path folder;

  private Path jar;

  @BeforeEach
  void findJar() {
    jar = Path.of("..", "variant-arrow", "target", "arrowparquet.jar");
    assumeTrue(Files.exists(jar), "arrowparquet.jar is made by mvn package");
  }

  @Test
  void killed_at_any_moment_leaves_a_whole_file() throws Exception {
    Path small = EventFile.write(folder.resolve("small.parquet"));
    Path original = padded(small);
    Path file = folder.resolve("data.parquet");
    long uninterrupted = attach(Files.copy(original, file), Long.MAX_VALUE, true);
    assertThat(FooterVerifier.defaults().verify(file).layout()).isEqualTo(FooterLayout.SPEC);

    for (int run = 0; run < RUNS; run++) {
      Files.delete(file);
      Files.copy(original, file);
      attach(file, uninterrupted * (run + 1) / RUNS, true);
      FooterLayout layout = FooterVerifier.defaults().verify(file).layout();
      assertThat(layout).as("run " + run).isIn(FooterLayout.THRIFT, FooterLayout.SPEC);
      if (layout == FooterLayout.SPEC) {
        FooterStripper.defaults().stripInPlace(file);
      }
      assertThat(Files.mismatch(file, original)).as("run " + run).isEqualTo(-1);
    }

    FooterAttacher.defaults().attachInPlace(file);
    assertThat(names()).noneMatch(name -> name.endsWith("arrowparquet-tmp"));
  }

  @Test
  void terminated_at_any_moment_leaves_a_whole_file_and_nothing_beside_it() throws Exception {
    Path original = padded(EventFile.write(folder.resolve("small.parquet")));
    Path file = folder.resolve("data.parquet");
    long uninterrupted = attach(Files.copy(original, file), Long.MAX_VALUE, false);

    for (int run = 0; run < TERMINATED_RUNS; run++) {
      Files.delete(file);
      Files.copy(original, file);
      attach(file, uninterrupted * (run + 1) / TERMINATED_RUNS, false);
      assertThat(names()).as("run " + run).noneMatch(name -> name.endsWith("arrowparquet-tmp"));
      FooterVerifier.defaults().verify(file);
    }
  }

  @Test
  void processes_that_attach_to_one_file_succeed_or_say_that_another_one_did() throws Exception {
    Path original = EventFile.write(folder.resolve("original.parquet"));
    Path file = Files.copy(original, folder.resolve("data.parquet"));
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      processes.add(
          command(file).redirectErrorStream(true).redirectOutput(output(i).toFile()).start());
    }
    int succeeded = 0;
    for (int i = 0; i < PROCESSES; i++) {
      if (processes.get(i).waitFor() == 0) {
        succeeded++;
      } else {
        assertThat(Files.readString(output(i)))
            .startsWith("arrowparquet: ")
            .contains("data.parquet: another process changed it while it was being rewritten");
      }
    }

    assertThat(succeeded).isPositive();
    assertThat(FooterVerifier.defaults().verify(file).layout()).isEqualTo(FooterLayout.SPEC);
    FooterStripper.defaults().stripInPlace(file);
    assertThat(Files.mismatch(file, original)).isEqualTo(-1);
    assertThat(names()).noneMatch(name -> name.endsWith("arrowparquet-tmp"));
  }

  private Path output(int process) {
    return folder.resolve("output" + process);
  }

  /** A Parquet file may have bytes that no page claims: as many in front of the footer. */
  private Path padded(Path small) throws IOException {
    byte[] bytes = Files.readAllBytes(small);
    int footer = footerStart(bytes);
    Path padded = folder.resolve("padded");
    Files.write(padded, Arrays.copyOf(bytes, footer));
    byte[] zeros = new byte[1 << 20];
    for (int done = 0; done < PADDING_BYTES; done += zeros.length) {
      Files.write(padded, zeros, StandardOpenOption.APPEND);
    }
    return Files.write(
        padded, Arrays.copyOfRange(bytes, footer, bytes.length), StandardOpenOption.APPEND);
  }

  private static int footerStart(byte[] file) {
    int end = file.length - 8;
    return end
        - ((file[end] & 0xFF)
            | ((file[end + 1] & 0xFF) << 8)
            | ((file[end + 2] & 0xFF) << 16)
            | ((file[end + 3] & 0xFF) << 24));
  }

  /** Runs the tool and ends it after this many nanoseconds; returns how long it ran. */
  private long attach(Path file, long endAfter, boolean kill) throws Exception {
    long start = System.nanoTime();
    Process process =
        command(file)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(endAfter, TimeUnit.NANOSECONDS)) {
      if (kill) {
        process.destroyForcibly();
      } else {
        process.destroy();
      }
      process.waitFor();
    }
    return System.nanoTime() - start;
  }

  private ProcessBuilder command(Path file) throws IOException {
    List<String> command = new ArrayList<>(ChildJvm.java());
    command.addAll(List.of("-jar", jar.toRealPath().toString()));
    command.addAll(List.of("footer", "attach", "--in-place", file.toString()));
    return new ProcessBuilder(command);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).toList();
    }
  }
}
