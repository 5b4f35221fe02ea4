// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.LoadedJar;
import io.arrowparquet.it.cli.CommandLineTool.Run;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every form of a command that the table of docs/command-line.md shows runs, on what {@code demo}
 * leaves: without what is in brackets, and with all of it, once for each alternative.
 */
class CommandsOfDocumentsTest {
  private static final Path PAGE = Path.of("../docs/command-line.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`.*?`) \\| ");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]+");
  private static final Pattern LISTED = Pattern.compile("(?m)^  ([a-z-]+) {2,}\\S");
  private static final List<String> GROUPS = List.of("footer", "bundle", "variant");

  /** Of all tests: the demonstration's files, and three columns of them. */
  @TempDir private static Path files;

  @AutoClose private static LoadedJar jar;

  @TempDir Path folder;

  @BeforeAll
  static void makeFiles() throws Exception {
    jar = LoadedJar.load();
    Files.writeString(files.resolve("lines"), "{\"a\":1,\"b\":\"x\"}\n{\"a\":2}\n");
    run("demo", "--keep", files + "/demo");
    String wide = files + "/demo/wide.parquet";
    run("scan", wide, "--columns", "id,event,raw", "-o", files + "/small.arrow");
    run("convert", files + "/small.arrow", "-o", files + "/small.parquet", "--page-rows", "100");
    run("bundle", "create", files + "/small.parquet", "-o", files + "/small.bundle");
    run(
        "bundle",
        "export",
        files + "/small.bundle",
        "-o",
        files + "/_metadata",
        "--format",
        "_metadata");
    Files.writeString(files.resolve("list"), files + "/small.parquet\n");
    Files.writeString(
        files.resolve("lab.json"),
        run("footer", "lab", files + "/small.parquet", "--millis", "1", "--json").out());
  }

  private static Run run(String... arguments) {
    Run run = CommandLineTool.runIn(jar, arguments);
    assertThat(run.exitCode()).as(String.join(" ", arguments) + "\n" + run.err()).isZero();
    return run;
  }

  /** One form of a command, chosen while its synopsis is read. */
  private static final class Form {
    private static final Pattern TOKEN =
        Pattern.compile("'[^']*'|[\\[\\]()]|\\|(?= )|[^\\s\\[\\]()'|]+(?:\\|[^\\s\\[\\]()'|]+)*");

    private final List<String> tokens;

    /** Which alternative; -1 for the first ones, without what is in brackets. */
    private int pick;

    private int next;

    /** So many forms have each alternative at least once. */
    private int count = 1;

    private Form(String synopsis, int pick) {
      this.tokens = TOKEN.matcher(synopsis).results().map(MatchResult::group).toList();
      this.pick = pick;
    }

    /** All forms. */
    static Set<String> of(String synopsis) {
      Set<String> forms = new LinkedHashSet<>();
      Form least = new Form(synopsis, -1);
      forms.add(String.join(" ", least.alternatives()));
      for (int pick = 0; pick < least.count; pick++) {
        forms.add(String.join(" ", new Form(synopsis, pick).alternatives()));
      }
      return forms;
    }

    private <T> T pick(List<T> alternatives) {
      count = Math.max(count, alternatives.size());
      return alternatives.get(Math.max(pick, 0) % alternatives.size());
    }

    /** What is within them gets its turns while they have not changed. */
    private List<String> alternatives() {
      int size = alternativesHere();
      int outerPick = pick;
      int outerCount = count;
      pick = pick < 0 ? pick : pick / size;
      count = 1;
      List<List<String>> all = new ArrayList<>();
      do {
        all.add(sequence());
      } while (next < tokens.size() && tokens.get(next++).equals("|"));
      pick = outerPick;
      count = Math.max(outerCount, size * count);
      return pick(all);
    }

    private int alternativesHere() {
      int size = 1;
      int depth = 0;
      for (int token = next; token < tokens.size() && depth >= 0; token++) {
        switch (tokens.get(token)) {
          case "[", "(" -> depth++;
          case "]", ")" -> depth--;
          case "|" -> size += depth == 0 ? 1 : 0;
          default -> {}
        }
      }
      return size;
    }

    private List<String> sequence() {
      List<String> words = new ArrayList<>();
      while (next < tokens.size() && !"])|".contains(tokens.get(next))) {
        String token = tokens.get(next++);
        if (token.equals("[")) {
          List<String> optional = alternatives();
          words.addAll(pick < 0 ? List.of() : optional);
        } else if (token.equals("(")) {
          words.addAll(alternatives());
        } else if (token.startsWith("'")) {
          words.add(token);
        } else if (!token.equals("...")) {
          words.add(pick(List.of(token.replaceFirst("\\.\\.\\.$", "").split("\\|"))));
        }
      }
      return words;
    }
  }

  private static List<String> synopses() throws IOException {
    return ROW.matcher(Files.readString(PAGE))
        .results()
        .flatMap(row -> CODE.matcher(row.group(1).replace("\\|", "|")).results())
        .map(code -> code.group(1))
        .toList();
  }

  static Stream<String> commands() throws IOException {
    return synopses().stream()
        .flatMap(synopsis -> Form.of(synopsis).stream())
        // makeFiles runs the one, LauncherTest what goes through pipes, PagesTest what serves a
        // page
        // until it is ended; the kit once, for its time.
        .filter(form -> !form.startsWith("demo") && !form.endsWith(" -"))
        .filter(form -> !form.startsWith("footer explore") && !form.equals("footer kit DIR"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_of_the_table_runs(String form) throws Exception {
    List<String> words =
        Pattern.compile("'[^']*'|\\S+").matcher(form).results().map(MatchResult::group).toList();
    List<String> arguments = new ArrayList<>();
    for (String word : words) {
      String before = arguments.isEmpty() ? "" : words.get(arguments.size() - 1);
      arguments.add(value(form, before, word));
    }
    if (form.startsWith("footer lab") && !form.contains("--millis") && !form.contains("--from")) {
      arguments.addAll(List.of("--millis", "1"));
    }
    run(arguments.toArray(String[]::new));
  }

  /** The argument to use for a placeholder of the documents. */
  private String value(String form, String before, String word) throws IOException {
    return switch (word) {
      case "FILE" ->
          List.of("-o", "--output", "--context").contains(before)
              ? folder.resolve("out").toString()
              : input(form).toString();
      case "BUNDLE" ->
          before.equals("--output")
              ? files.resolve(folder.getFileName() + ".bundle").toString()
              : Files.copy(files.resolve("small.bundle"), files.resolve(folder.getFileName()))
                  .toString();
      case "PATH" -> files.resolve("small.parquet").toString();
      case "LINES" -> files.resolve("lines").toString();
      case "LIST" -> files.resolve("list").toString();
      case "METADATA" -> files.resolve("_metadata").toString();
      case "JSON" -> files.resolve("lab.json").toString();
      case "PAGE" -> folder.resolve("page.html").toString();
      case "DIR" -> folder.resolve("kit").toString();
      case "FOLDER" -> before.equals("--files") ? folder.toString() : files.toString();
      case "NAME" -> form.startsWith("variant") ? "raw" : "id";
      case "NAMES", "COLUMN", "a,b.c" -> "id";
      case "COLUMN=NAME" -> "raw=other";
      case "'a,v,v.b.c as bigint'" -> "id,raw.kind as string";
      case "'a > 1 AND v.b.c as bigint = 2'", "CONDITION" -> "id < 7 AND raw.kind as string = 'x'";
      case "'$.a[0].b'" -> "$.user.name";
      case "TYPE" -> before.equals("--as") ? "string" : "struct<kind: string>";
      case "MODE" -> "safe";
      case "LAYOUT" -> "spec";
      case "SHAPES" -> "wide-1000";
      case "DESIGNS" -> "thrift,spec";
      case "CODEC" -> "gzip";
      case "N,M..K" -> "3,7..9";
      case "N" -> "2";
      case "NUMBER" -> "1";
      case "COMMAND" -> "scan";
      default -> word;
    };
  }

  /** A file of this run's own, where it is changed in place. */
  private Path input(String form) throws IOException {
    if (form.contains("--photon")) {
      return OtherWritersFiles.find("photon_footer.parquet");
    }
    if (form.startsWith("convert")) {
      return files.resolve("small.arrow");
    }
    if (!form.startsWith("footer") || form.contains(" lab ")) {
      return files.resolve("small.parquet");
    }
    String name = form.contains(" attach ") ? "wide.parquet" : "wide.attached.parquet";
    return Files.copy(files.resolve("demo").resolve(name), folder.resolve(name));
  }

  @Test
  void table_has_every_command() throws IOException {
    List<String> listed = new ArrayList<>(listed());
    listed.removeAll(GROUPS);
    for (String group : GROUPS) {
      listed(group).forEach(name -> listed.add(group + " " + name));
    }
    Set<String> shown =
        synopses().stream()
            .map(synopsis -> synopsis.split(" "))
            .map(words -> GROUPS.contains(words[0]) ? words[0] + " " + words[1] : words[0])
            .collect(Collectors.toSet());

    assertThat(shown).containsExactlyInAnyOrderElementsOf(listed);
  }

  /** The commands that a help lists. */
  private static List<String> listed(String... group) {
    String help = help(group).split("\nCommands:\n", -1)[1].split("\nExit codes:", -1)[0];
    return LISTED.matcher("\n" + help).results().map(command -> command.group(1)).toList();
  }

  private static String help(String... command) {
    return run(Stream.concat(Stream.of("help"), Stream.of(command)).toArray(String[]::new)).out();
  }

  @Test
  void options_that_the_page_names_exist() throws IOException {
    StringBuilder helps = new StringBuilder();
    for (String synopsis : synopses()) {
      String[] words = synopsis.split(" ", -1);
      if (words[0].equals("help")) {
        continue;
      }
      helps.append(GROUPS.contains(words[0]) ? help(words[0], words[1]) : help(words[0]));
    }
    String page =
        CODE.matcher(Files.readString(PAGE))
            .results()
            .map(MatchResult::group)
            .collect(Collectors.joining("\n"));
    Set<String> known = options(helps.toString());

    assertThat(known).contains(options(page).toArray(String[]::new)).doesNotContain("--nowhere");
  }

  private static Set<String> options(String text) {
    return OPTION.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(strings = "a F... (--x N | --y) [--z s|t [--u]]... ['$.a[0]'] [--v p|q | --w]")
  void synopsis_has_a_form_for_each_alternative(String synopsis) {
    assertThat(Form.of(synopsis))
        .containsExactly(
            "a F --x N",
            "a F --x N --z s --u '$.a[0]' --v p",
            "a F --y --z t --u '$.a[0]' --w",
            "a F --x N --z s --u '$.a[0]' --v q");
  }
}
