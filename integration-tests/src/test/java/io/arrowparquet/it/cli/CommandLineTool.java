// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.arrowparquet.it.ChildJvm;
import io.arrowparquet.it.LoadedJar;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The runnable jar, run as users run it: {@code java -jar}, from another directory. */
final class CommandLineTool {
  private static final Path JAR = Path.of("..", "variant-arrow", "target", "arrowparquet.jar");
  private static final long TIMEOUT_SECONDS = 600;

  /** From here on the JVM warns, on stderr, that Arrow uses {@code sun.misc.Unsafe}. */
  private static final int JDK_THAT_WARNS = 24;

  /**
   * Of the classes, as the launcher has one: a JVM that ends soon loads classes most of the time.
   */
  private static Path archive;

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
    return runOn(List.of(), arguments);
  }

  /**
   * As {@link #run}, but in this process: for what is not about the process. Paths have to be
   * absolute.
   */
  static Run runIn(LoadedJar jar, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = jar.run(new PrintWriter(out), new PrintWriter(err), arguments);
    return new Run(exitCode, out.toString(), err.toString());
  }

  /** As {@link #runIn(LoadedJar, String...)}; {@code @} in front of an argument is the folder. */
  static Run runIn(LoadedJar jar, Path folder, String... arguments) {
    String[] absolute = new String[arguments.length];
    Arrays.setAll(absolute, i -> arguments[i].replaceFirst("^@", folder + "/"));
    return runIn(jar, absolute);
  }

  /** As {@link #run}, with options of the JVM. */
  Run runOn(List<String> jvm, String... arguments) throws IOException, InterruptedException {
    Path out = folder.resolve("stdout");
    Run run = runInto(out, jvm, arguments);
    return new Run(run.exitCode, Files.readString(out, StandardCharsets.UTF_8), run.err);
  }

  /** As {@link #runOn}, with another standard output, which is not read. */
  Run runInto(Path out, List<String> jvm, String... arguments)
      throws IOException, InterruptedException {
    Path err = folder.resolve("stderr");
    Process process =
        new ProcessBuilder(command(jvm, arguments))
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    end(process);
    return new Run(process.exitValue(), "", Files.readString(err, StandardCharsets.UTF_8));
  }

  /** Reads one line from a pipe and closes it, as {@code | head -1} does. */
  Run runForOneLine(String... arguments) throws IOException, InterruptedException {
    Path err = folder.resolve("stderr");
    Process process =
        new ProcessBuilder(command(List.of(), arguments))
            .directory(folder.toFile())
            .redirectError(err.toFile())
            .start();
    String line;
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      line = out.readLine();
    }
    end(process);
    return new Run(process.exitValue(), line, Files.readString(err, StandardCharsets.UTF_8));
  }

  /** Is running when this returns; the caller writes its standard input, and ends it. */
  Process start(List<String> jvm, String... arguments) throws IOException, InterruptedException {
    return new ProcessBuilder(command(jvm, arguments))
        .directory(folder.toFile())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static void end(Process process) throws InterruptedException {
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running after " + TIMEOUT_SECONDS + " s: " + process.info());
    }
  }

  /** Written aside first, for all test processes; JVMs that can write none do without. */
  private static synchronized Path archive() throws IOException, InterruptedException {
    if (archive == null) {
      Path made = JAR.resolveSibling("classes-" + Runtime.version() + ".jsa");
      if (!Files.exists(made)
          || Files.getLastModifiedTime(made).compareTo(Files.getLastModifiedTime(JAR)) <= 0) {
        Path aside = made.resolveSibling(made.getFileName() + "." + ProcessHandle.current().pid());
        List<String> training = new ArrayList<>(ChildJvm.java());
        training.add("-XX:ArchiveClassesAtExit=" + aside);
        training.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
        training.addAll(List.of("-cp", JAR.toRealPath().toString()));
        training.add("io.arrowparquet.cli.StartupTraining");
        end(
            new ProcessBuilder(training)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
        if (Files.exists(aside)) {
          Files.move(aside, made, StandardCopyOption.ATOMIC_MOVE);
        }
      }
      archive = made.toAbsolutePath();
    }
    return archive;
  }

  private static List<String> command(List<String> jvm, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(ChildJvm.java());
    // An archive that is older than a library is not used: the JVM would say so among the rows.
    command.addAll(List.of("-XX:SharedArchiveFile=" + archive(), "-Xlog:cds*=off"));
    if (Runtime.version().feature() >= JDK_THAT_WARNS) {
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(jvm);
    command.add("-jar");
    command.add(JAR.toRealPath().toString());
    command.addAll(List.of(arguments));
    return command;
  }
}
