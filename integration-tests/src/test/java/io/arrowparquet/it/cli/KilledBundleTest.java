// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.it.ChildJvm;
import io.arrowparquet.it.examples.EventFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A bundle whose writer is killed at any moment is the old or the new one, and can be changed
 * afterwards.
 */
class KilledBundleTest {
  private static final int FILES = 100;
  private static final int RUNS = 5;

  @TempDir Path folder;

  private Path jar;
  private Path lake;
  private Path bundle;

  @BeforeEach
  void writeFiles() throws IOException {
    jar = Path.of("..", "variant-arrow", "target", "arrowparquet.jar");
    assumeTrue(Files.exists(jar), "arrowparquet.jar is made by mvn package");
    lake = Files.createDirectory(folder.resolve("lake"));
    Path first = EventFile.write(lake.resolve("f0.parquet"));
    for (int i = 1; i < FILES; i++) {
      Files.copy(first, lake.resolve("f" + i + ".parquet"));
    }
    bundle = folder.resolve("lake.bundle");
  }

  private BundleWriter writer() throws IOException {
    return new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults());
  }

  private List<BundleInput> inputs() throws IOException {
    List<BundleInput> inputs = new ArrayList<>();
    try (Stream<Path> files = Files.list(lake)) {
      for (Path file : files.toList()) {
        inputs.add(BundleInput.of(folder, file));
      }
    }
    return inputs;
  }

  private long files() throws IOException {
    try (FooterBundle open = FooterBundle.open(bundle)) {
      open.verify();
      return open.fileCount();
    }
  }

  @Test
  void create_leaves_nothing_or_the_whole() throws Exception {
    long uninterrupted = run(Long.MAX_VALUE, "create", "lake", "-o", "lake.bundle");
    for (int run = 0; run < RUNS; run++) {
      Files.delete(bundle);
      run(uninterrupted * (run + 1) / RUNS, "create", "lake", "-o", "lake.bundle");
      if (Files.notExists(bundle)) {
        writer().write(inputs(), false);
      }
      assertThat(files()).as("run " + run).isEqualTo(FILES);
    }
    assertThat(temporaryFiles()).isEmpty();
  }

  @Test
  void append_and_compact_leave_the_old_or_the_new() throws Exception {
    writer().write(inputs(), false);
    Files.copy(lake.resolve("f0.parquet"), lake.resolve("new.parquet"));
    long append = run(Long.MAX_VALUE, "append", "lake.bundle", "lake");
    long compact = run(Long.MAX_VALUE, "compact", "lake.bundle");
    assertThat(files()).isEqualTo(FILES + 1);
    for (int run = 0; run < RUNS; run++) {
      Files.delete(lake.resolve("new.parquet"));
      writer().sync(inputs(), BundleTrust.STAT);
      Files.copy(lake.resolve("f0.parquet"), lake.resolve("new.parquet"));
      run(append * (run + 1) / RUNS, "append", "lake.bundle", "lake");
      assertThat(files()).as("append " + run).isBetween((long) FILES, FILES + 1L);
      writer().append(inputs(), BundleTrust.STAT);
      assertThat(files()).isEqualTo(FILES + 1);
      run(compact * (run + 1) / RUNS, "compact", "lake.bundle");
      assertThat(files()).as("compact " + run).isEqualTo(FILES + 1);
    }
    writer().compact();
    assertThat(files()).isEqualTo(FILES + 1);
    assertThat(temporaryFiles()).isEmpty();
  }

  private List<String> temporaryFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(path -> path.getFileName().toString())
          .filter(name -> name.endsWith("arrowparquet-tmp"))
          .toList();
    }
  }

  /** Runs a bundle command and kills it after this many nanoseconds; returns how long it ran. */
  private long run(long endAfter, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(ChildJvm.java());
    command.addAll(List.of("-jar", jar.toRealPath().toString(), "bundle"));
    command.addAll(List.of(arguments));
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(endAfter, TimeUnit.NANOSECONDS)) {
      process.destroyForcibly();
      process.waitFor();
    }
    return System.nanoTime() - start;
  }
}
