// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Our command line, in another process: its libraries are others than Spark's. */
final class RunnableJar {
  static final Path PATH = Path.of("..", "variant-arrow", "target", "arrowparquet.jar");
  private static final long TIMEOUT_SECONDS = 600;

  private RunnableJar() {}

  /** What a command prints; it has to succeed without a message. */
  static String run(Path folder, List<String> arguments) throws Exception {
    return run(folder, arguments, "");
  }

  /** What a command prints; it has to succeed, and its messages are of the given form. */
  static String run(Path folder, List<String> arguments, String messages) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 24) {
      // Otherwise the JVM says that Arrow reads memory by it.
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(ClusterTest.QUICK);
    command.addAll(List.of("-jar", PATH.toRealPath().toString()));
    command.addAll(arguments);
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(ended).as("ended in time").isTrue();
    assertThat(Files.readString(err)).matches(messages);
    assertThat(process.exitValue()).isZero();
    return Files.readString(out, StandardCharsets.UTF_8);
  }
}
