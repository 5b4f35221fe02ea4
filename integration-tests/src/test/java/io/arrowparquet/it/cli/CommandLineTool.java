// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The runnable jar, run as users run it: {@code java -jar}, from another directory. */
final class CommandLineTool {
  private static final Path JAR = Path.of("..", "variant-arrow", "target", "arrowparquet.jar");
  private static final long TIMEOUT_SECONDS = 600;

  /** From here on the JVM warns, on stderr, that Arrow uses {@code sun.misc.Unsafe}. */
  private static final int JDK_THAT_WARNS = 24;

  private final Path folder;

  /**
   * Runs in {@code folder}, where it also keeps what the tool prints. Skips the calling test where
   * the jar has not been built.
   */
  CommandLineTool(Path folder) {
    assumeTrue(
        Files.exists(JAR) && Files.isDirectory(JAR.resolveSibling("lib")),
        "arrowparquet.jar is made by mvn package");
    this.folder = folder;
  }

  /** What a run printed, and its exit code. */
  record Run(int exitCode, String out, String err) {}

  Run run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= JDK_THAT_WARNS) {
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add("-jar");
    command.add(JAR.toRealPath().toString());
    command.addAll(List.of(arguments));
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running after " + TIMEOUT_SECONDS + " s: " + command);
    }
    return new Run(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }
}
