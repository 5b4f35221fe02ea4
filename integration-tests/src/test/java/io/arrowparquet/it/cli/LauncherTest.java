// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher that the build makes, run by a shell.
 *
 * @see io.arrowparquet.cli.StartupTraining
 * @see io.arrowparquet.cli.CompletionCommand
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
  private static final Path LAUNCHER = Path.of("..", "variant-arrow", "target", "arrowparquet");
  private static final String MAIN_FROM_ARCHIVE =
      "io.arrowparquet.cli.Main source: shared objects file (top)";

  /** Of all tests: an archive takes a while. */
  @TempDir static Path cache;

  @TempDir Path folder;
  private Path launcher;

  @BeforeEach
  void findLauncher() throws IOException {
    assumeTrue(Files.exists(LAUNCHER), "arrowparquet is made by mvn package");
    launcher = LAUNCHER.toRealPath();
  }

  private record Run(int exitCode, String out, String err) {}

  /** Runs a script of bash; {@code arrowparquet} is the launcher, in the PATH by a link. */
  private Run bash(Map<String, String> environment, String script) throws Exception {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path link = bin.resolve("arrowparquet");
    if (!Files.exists(link)) {
      Files.createSymbolicLink(link, launcher);
    }
    ProcessBuilder shell =
        new ProcessBuilder("bash", "--norc", "-c", script)
            .directory(folder.toFile())
            .redirectOutput(folder.resolve("stdout").toFile())
            .redirectError(folder.resolve("stderr").toFile());
    shell.environment().put("JAVA_HOME", System.getProperty("java.home"));
    shell.environment().put("PATH", bin + ":" + System.getenv("PATH"));
    shell.environment().put("ARROWPARQUET_CACHE", cache.toString());
    shell.environment().putAll(environment);
    Process process = shell.start();
    process.getOutputStream().close();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return new Run(
        process.exitValue(),
        Files.readString(folder.resolve("stdout")),
        Files.readString(folder.resolve("stderr")));
  }

  @Test
  void classes_come_from_the_archive_that_the_first_call_has_made() throws Exception {
    Map<String, String> logged =
        Map.of("ARROWPARQUET_OPTS", "-Xlog:class+load:file=" + folder.resolve("loaded"));

    Run first = bash(logged, "arrowparquet --version");

    assertThat(first.err()).isEmpty();
    assertThat(first.out()).startsWith("arrowparquet version ").doesNotContain("$");
    assertThat(folder.resolve("loaded"))
        .content()
        .contains(MAIN_FROM_ARCHIVE)
        .doesNotContain("io.arrowparquet.cli.rows.RowOutput "); // options of commands not named
    try (Stream<Path> archives = Files.list(cache)) {
      assertThat(archives)
          .singleElement()
          .matches(archive -> archive.toFile().length() > 1_000_000);
    }
  }

  /** Classes cost more than what these commands do; those of the JDK are not ours to count. */
  @Test
  void commands_that_end_soon_load_few_classes() throws Exception {
    Run run =
        bash(
            Map.of(),
            """
            loaded() {
              most=$1; shift
              ARROWPARQUET_OPTS=-Xlog:class+load:file=loaded arrowparquet "$@" >out || echo failed
              sed -n 's/.*\\] \\(io\\.\\|org\\.\\|com\\.\\|picocli\\)/\\1/p' loaded | cut -d' ' -f1 >others
              [ $(wc -l <others) -le $most ] || echo "$1 $2: $(wc -l <others) classes"
              grep -m1 "fasterxml\\|RootAllocator$logger" others
            }
            logger='\\|slf4j'

            echo '{"a":1}' | arrowparquet import - -o a.parquet --footer spec
            loaded 300 --version
            loaded 320 help
            loaded 370 help scan
            loaded 420 footer inspect a.parquet --columns a
            loaded 460 count a.parquet
            wc -l <others
            logger= # of Arrow's fields
            loaded 780 schema a.parquet
            """);

    assertThat(run.err()).isEmpty();
    assertThat(run.out().strip()).matches("[34][0-9][0-9]"); // it counts
  }

  @Test
  void commands_that_end_soon_are_compiled_by_one_compiler() throws Exception {
    Run run =
        bash(
            Map.of("ARROWPARQUET_OPTS", "-XX:+PrintFlagsFinal"),
            """
            level() { arrowparquet "$@" | sed -n 's/.* TieredStopAtLevel *= *\\([0-9]\\).*/\\1/p'; }
            level --version
            level count none.parquet
            level footer inspect --help
            level count none.parquet --where 'a = 1'
            level scan --help
            """);

    assertThat(run.out()).isEqualTo("1\n1\n1\n4\n4\n");
  }

  /** From 24 on the JVM calls it an error, as of a jar that was replaced by an older one. */
  @Test
  void an_archive_that_does_not_fit_is_passed_over() throws Exception {
    Run run =
        bash(
            Map.of(),
            """
            arrowparquet --version
            cp -r "$ARROWPARQUET_CACHE" other
            for archive in other/*; do echo none >"$archive"; done
            ARROWPARQUET_CACHE=other arrowparquet --version
            """);

    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines().distinct()).singleElement().asString().startsWith("arrowparquet");
  }

  @Test
  void commands_run_without_an_archive_where_it_cannot_be_written() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    Run run =
        bash(
            Map.of("ARROWPARQUET_CACHE", file + "/below"),
            "echo '{\"a\":1}' | arrowparquet import - -o a.parquet && arrowparquet count a.parquet");

    assertThat(run).isEqualTo(new Run(0, "1\n", ""));
  }

  @Test
  void rows_go_through_pipes() throws Exception {
    Run run =
        bash(
            Map.of(),
            "echo '{\"a\":1}' | arrowparquet import - -o a.parquet;"
                + " arrowparquet scan a.parquet -o - | arrowparquet convert - -o b.parquet;"
                + " arrowparquet scan b.parquet");

    assertThat(run).isEqualTo(new Run(0, "{\"a\":1}\n", ""));
  }

  @Test
  void rows_are_counted_on_a_terminal_alone() throws Exception {
    assumeTrue(
        bash(Map.of(), "script -qec true /dev/null </dev/null").exitCode() == 0,
        "script makes a terminal");
    Run run =
        bash(
            Map.of(),
            """
            echo '{"a":1}' | arrowparquet import - -o a.parquet
            arrowparquet scan a.parquet -o a.arrow 2>&1
            script -qec 'arrowparquet scan a.parquet -o b.arrow' /dev/null </dev/null
            script -qec 'arrowparquet scan a.parquet --format arrow' /dev/null </dev/null
            """);

    assertThat(run.out().replace("\r", ""))
        .startsWith("1 of 1 row\narrowparquet: Arrow IPC is not for a terminal: give -o FILE");
  }

  @Test
  void interrupt_ends_a_command_with_130_and_leaves_no_output() throws Exception {
    // What is started in the background, as these tests may be, ignores the signal, and so do its
    // children.
    String listening = "env --default-signal=INT ";
    assumeTrue(
        bash(Map.of(), listening + "true").exitCode() == 0, "env makes a signal what it was");
    Run run =
        bash(
            Map.of(),
            """
            arrowparquet --version > version
            mkfifo lines
            set -m
            %sarrowparquet import lines --variant v -o a.parquet &
            exec 3> lines
            echo '{"a":1}' >&3
            for i in {1..300}; do compgen -G '.a.parquet.*' > begun && break; sleep 0.1; done
            kill -INT %%1
            wait %%1
            echo $?
            ls a.parquet 2>&1 | wc -l
            """
                .formatted(listening));

    assertThat(run.out()).isEqualTo("130\n1\n");
    assertThat(Files.exists(folder.resolve("a.parquet"))).isFalse();
  }

  @Test
  void bash_completes_commands_and_options() throws Exception {
    Run run =
        bash(
            Map.of(),
            """
            source <(arrowparquet completion bash)
            compopt() { :; } # it works only where the user presses the key
            for COMP_LINE in 'arrowparquet foo' 'arrowparquet footer ins' 'arrowparquet scan --form'
            do
              COMP_POINT=${#COMP_LINE}
              COMP_WORDS=($COMP_LINE)
              COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
              _complete_arrowparquet
              echo ${COMPREPLY[@]}
            done
            """);

    assertThat(run).isEqualTo(new Run(0, "footer\ninspect\n--format\n", ""));
  }

  private void assumeInstalled(String shell) throws Exception {
    assumeTrue(bash(Map.of(), "command -v " + shell).exitCode() == 0, shell + " is not installed");
  }

  @Test
  void fish_completes_commands_and_options() throws Exception {
    assumeInstalled("fish");
    Run run =
        bash(
            Map.of(),
            """
            arrowparquet completion fish > completions
            fish --no-config -c 'source completions
              complete -C "arrowparquet foo"
              complete -C "arrowparquet footer ins"
              complete -C "arrowparquet scan --form"'
            """);

    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines().map(line -> line.split("\t", 2)[0]))
        .containsExactly("footer", "inspect", "--format");
  }

  @Test
  void zsh_completes_commands_and_options() throws Exception {
    assumeInstalled("zsh");
    Run run =
        bash(
            Map.of(),
            """
            arrowparquet completion zsh > completions
            cat > keys <<'END'
            zmodload zsh/zpty
            zpty shell zsh -f -i
            until_seen() {
              local part
              local -i tries=0
              typeset -g all=
              while (( tries++ < 600 )); do
                zpty -r -t shell part && all+=$part || sleep 0.05
                [[ $all == *"$1"* ]] && return
              done
              print -r -- "no $1 in $all"
            }
            zpty -w shell 'autoload -Uz compinit; compinit -u -D; source completions; echo rea""dy'
            until_seen ready
            zpty -w -n shell $'arrowparquet foo\\t'
            until_seen footer
            zpty -w -n shell $'\\C-uarrowparquet footer ins\\t'
            until_seen inspect
            zpty -w -n shell $'\\C-uarrowparquet scan --form\\t'
            until_seen --format
            zpty -d shell
            END
            zsh -f keys
            """);

    assertThat(run).isEqualTo(new Run(0, "", ""));
  }

  @Test
  void help_of_a_command_is_that_of_its_option() throws Exception {
    Run run =
        bash(
            Map.of(),
            "diff <(arrowparquet help footer inspect) <(arrowparquet footer inspect --help)"
                + " && arrowparquet help nothing");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("no such command: 'nothing'");
  }

  @Test
  void every_command_is_completed_in_fish() throws Exception {
    Run run = bash(Map.of(), "arrowparquet completion fish; arrowparquet help");

    for (String name : List.of("scan", "import", "footer", "attach", "cat")) {
      assertThat(run.out()).contains(" -f -a " + name + " -d '");
    }
    assertThat(run.out()).contains("'__fish_seen_subcommand_from scan' -l where -r");
  }
}
