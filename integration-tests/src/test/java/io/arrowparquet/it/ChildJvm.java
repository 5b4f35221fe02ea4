// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own, with another class path or module path than the tests'. */
public final class ChildJvm {
  private static final long TIMEOUT_SECONDS = 120;

  private final Path javaHome;
  private final Path folder;

  /** Of the tests' own Java; {@code folder} keeps what is printed. */
  public ChildJvm(Path folder) {
    this(Path.of(System.getProperty("java.home")), folder);
  }

  /** Of the Java installed in {@code javaHome}. */
  public ChildJvm(Path javaHome, Path folder) {
    this.javaHome = javaHome;
    this.folder = folder;
  }

  /**
   * How a command line that runs for seconds starts: the tests' own {@code java}, without C2, whose
   * compilations are most of the work of a JVM that ends so soon.
   */
  public static List<String> java() {
    return java(Path.of(System.getProperty("java.home")));
  }

  private static List<String> java(Path javaHome) {
    return List.of(javaHome.resolve("bin").resolve("java").toString(), "-XX:TieredStopAtLevel=1");
  }

  /** Runs {@code java}; what it printed. Its exit code has to be 0. */
  public String run(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(java(javaHome));
    command.addAll(arguments);
    Path printed = folder.resolve("printed");
    Path complaints = folder.resolve("complaints");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(printed.toFile())
            .redirectError(complaints.toFile())
            .start();
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running after " + TIMEOUT_SECONDS + " s: " + command);
    }
    assertThat(process.exitValue()).as(Files.readString(complaints)).isZero();
    return Files.readString(printed);
  }
}
