// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.packaging.Jars;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each command of the tutorial does what the tutorial says, one after the other. */
class TutorialTest {
  private static final Path TUTORIAL = Path.of("../docs/tutorial.md");

  /**
   * A command, and what it prints if the tutorial shows it; "..." stands for the rest of a line.
   */
  private static final Pattern STEP =
      Pattern.compile("```sh\n(.*?)```(?:\n\n```text\n(.*?)```)?", Pattern.DOTALL);

  @TempDir Path folder;

  @Test
  void commands_print_what_the_tutorial_shows() throws Exception {
    Jars.variantArrow();
    for (String linked : List.of("docs", "variant-arrow")) {
      Files.createSymbolicLink(folder.resolve(linked), Path.of("..", linked).toRealPath());
    }
    List<MatchResult> steps =
        STEP.matcher(Files.readString(TUTORIAL))
            .results()
            // The build made the jar that is tested.
            .filter(step -> !step.group(1).startsWith("./mvnw"))
            .toList();

    assertThat(steps).hasSizeGreaterThan(5);
    for (MatchResult step : steps) {
      String printed = run(step.group(1));
      if (step.group(2) != null) {
        assertThat(printed).as(step.group(1)).matches(pattern(step.group(2)));
      }
    }
  }

  private String run(String command) throws Exception {
    Path printed = folder.resolve("printed");
    Path complaints = folder.resolve("complaints");
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-e", "-c", command)
            .directory(folder.toFile())
            .redirectOutput(printed.toFile())
            .redirectError(complaints.toFile());
    Path bin = Path.of(System.getProperty("java.home"), "bin");
    shell.environment().merge("PATH", bin.toString(), (path, own) -> own + ":" + path);
    // Its commands end soon; the JVM says on stderr that it has these options.
    shell.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    Process process = shell.start();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("still running: " + command);
    }
    assertThat(process.exitValue()).as(Files.readString(complaints)).isZero();
    return Files.readString(printed, UTF_8);
  }

  /** The lines at the end of what is printed. */
  private static Pattern pattern(String shown) {
    return Pattern.compile(
        shown
            .lines()
            .map(line -> Pattern.quote(line).replaceFirst("\\.\\.\\.\\\\E$", "\\\\E.*"))
            .collect(Collectors.joining("\\R", "(?s:.*?)", "\\R*")));
  }
}
