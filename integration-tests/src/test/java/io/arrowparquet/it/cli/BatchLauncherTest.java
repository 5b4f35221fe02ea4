// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher for Windows: what it says, and what Wine's {@code cmd} makes of it. */
class BatchLauncherTest {
  private static final Path LAUNCHERS = Path.of("..", "variant-arrow", "src", "main", "launcher");
  private static final Path WINE = Path.of("/usr/lib/wine/wine64");
  private static final Pattern FLAG = Pattern.compile("(?<=[\"= ])(?:-XX:[+]|--)[\\w-]+(?:=\\w+)?");

  @TempDir Path folder;

  @Test
  void options_of_the_jvm_are_those_of_the_shell() throws Exception {
    String batch = Files.readString(LAUNCHERS.resolve("arrowparquet.bat"));
    String shell = Files.readString(LAUNCHERS.resolve("arrowparquet"));
    List<String> flags = FLAG.matcher(batch).results().map(MatchResult::group).distinct().toList();

    assertThat(flags).hasSize(2).allMatch(shell::contains);
    assertThat(batch).contains("%ARROWPARQUET_OPTS%", "defined JAVA_HOME");
  }

  @Test
  void cmd_passes_arguments_as_they_are() throws Exception {
    assumeTrue(Files.isExecutable(WINE), "Wine is not installed");
    Path home = Files.createDirectories(folder.resolve("a b"));
    Files.copy(LAUNCHERS.resolve("arrowparquet.bat"), home.resolve("arrowparquet.bat"));
    Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java.exe");
    Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" + folder + "/arguments'\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    ProcessBuilder cmd =
        new ProcessBuilder(
                WINE.toString(), "cmd", "/c", "arrowparquet.bat", "scan", "f x", "--where", "a > 1")
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile());
    cmd.environment()
        .putAll(
            Map.of(
                "WINEPREFIX", folder.resolve("wine").toString(),
                "WINEDEBUG", "-all",
                "WINEDLLOVERRIDES", "mscoree=;mshtml=",
                "JAVA_HOME", "Z:" + folder.resolve("jdk").toString().replace('/', '\\'),
                "ARROWPARQUET_OPTS", "-Xmx1g"));
    Process process = cmd.start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }

    assertThat(folder.resolve("arguments"))
        .as(Files.readString(folder.resolve("out")))
        .content()
        .isEqualTo(
            """
            -XX:+UseSerialGC
            --sun-misc-unsafe-memory-access=allow
            -Xmx1g
            -jar
            Z:%s\\arrowparquet.jar
            scan
            f x
            --where
            a > 1
            """
                .formatted(home.toString().replace('/', '\\')));
  }
}
