// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Commands of Maven that the documents show, which would take minutes to run: profiles, modules,
 * goals and properties are those of the poms, tests and programs are classes, options of benchmarks
 * are what JMH understands.
 */
class BuildCommandsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern SHELL = Pattern.compile("(?ms)^```sh\n(.*?)^```$");
  private static final Pattern WORD = Pattern.compile("(?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+");
  private static final Pattern PROGRAM = Pattern.compile("(?:mvn|\\./mvnw) .*|\\.ci/.*");
  private static final Pattern PROFILE =
      Pattern.compile("<profile>\\s*(?:<!--[^<]*-->\\s*)?<id>([\\w-]+)</id>");
  private static final Pattern MODULE = Pattern.compile("<module>([\\w-]+)</module>");
  private static final Set<String> PHASES =
      Set.of("clean", "test-compile", "test", "package", "verify", "install");
  private static final Set<String> SWITCHES = Set.of("-q", "-B", "-ntp", "-am");

  /** Of Maven's own plugins. */
  private static final Set<String> PROPERTIES =
      Set.of("skipTests", "maven.test.skip", "test", "surefire.failIfNoSpecifiedTests", "jvm");

  private static String poms;

  /** Of tests and benchmarks, and what they read of system properties. */
  private static String sources;

  @BeforeAll
  static void readPoms() throws IOException {
    StringBuilder all = new StringBuilder(Files.readString(ROOT.resolve("pom.xml")));
    for (String module : find(MODULE, all.toString())) {
      all.append(Files.readString(ROOT.resolve(module).resolve("pom.xml")));
    }
    poms = all.toString();
    try (Stream<Path> walk = Files.walk(Path.of("src"))) {
      sources =
          walk.filter(file -> file.toString().endsWith(".java"))
              .map(BuildCommandsTest::text)
              .collect(Collectors.joining());
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> find(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }

  static Stream<String> commands() throws IOException {
    return DocumentsTest.documents().stream()
        .flatMap(document -> find(SHELL, text(ROOT.resolve(document))).stream())
        .flatMap(block -> block.replace("\\\n", " ").lines())
        .filter(line -> PROGRAM.matcher(line).matches())
        .map(line -> line.replaceFirst(" +# .*", ""))
        .distinct();
  }

  @Test
  void commands_are_found() throws IOException {
    assertThat(commands()).contains("mvn verify", ".ci/matrix").hasSizeGreaterThan(20);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void all_that_a_command_of_the_build_names_exists(String command) throws Exception {
    assertThat(problems(command)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mvn -Pbenchmark verify | no profile benchmark
          mvn -pl '!sparks' verify | no module sparks
          mvn -Dqick verify | no property qick
          mvn -Dother=1 -X verify | no property other, no switch -X
          mvn veryfy | no goal veryfy
          mvn -Dtest=NowhereTest test | no class NowhereTest
          mvn -Pfuzz verify -Dfuzz.target=NowhereFuzzTest | no class NowhereFuzzTest
          mvn -Pbench verify -Dbench.main=io.arrowparquet.it.jmh.Nowhere | no class io.arrowparquet.it.jmh.Nowhere
          mvn -Pbench verify -Dbench="NowhereBenchmark" | no benchmark NowhereBenchmark
          mvn -Pbench verify -Dbench="ShredBenchmark --nothing" | nothing is not a recognized option
          mvn -Pbench verify -Dbench="ShredBenchmark -p columns=1" | no parameter columns
          .ci/nothing | no program .ci/nothing
          """)
  void what_does_not_exist_is_found(String command, String problems) throws Exception {
    assertThat(String.join(", ", problems(command))).contains(problems);
  }

  private static List<String> problems(String command) throws Exception {
    List<String> words =
        WORD.matcher(command)
            .results()
            .map(MatchResult::group)
            .map(word -> word.replaceAll("[\"']", ""))
            .toList();
    List<String> problems = new ArrayList<>();
    if (!Files.isExecutable(ROOT.resolve(words.get(0))) && !words.get(0).equals("mvn")) {
      problems.add("no program " + words.get(0));
    }
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("-pl")) {
        String[] modules = words.get(++i).replace("!", "").split(",");
        missing("module", List.of(modules), find(MODULE, poms), problems);
      } else if (word.startsWith("-P")) {
        missing("profile", List.of(word.substring(2).split(",")), find(PROFILE, poms), problems);
      } else if (word.startsWith("-D")) {
        String[] property = word.substring(2).split("=", 2);
        checkProperty(property[0], property.length == 1 ? "" : property[1], words, problems);
      } else if (word.startsWith("-")) {
        missing("switch", List.of(word), SWITCHES, problems);
      } else if (word.contains(":")) {
        String[] plugin = word.split(":", -1);
        if (!poms.contains("<artifactId>" + plugin[1] + "</artifactId>")) {
          problems.add("no plugin " + word);
        }
      } else {
        missing("goal", List.of(word), PHASES, problems);
      }
    }
    return problems;
  }

  private static void missing(
      String what, List<String> named, Collection<String> known, List<String> problems) {
    named.stream()
        .filter(name -> !known.contains(name))
        .forEach(name -> problems.add("no " + what + " " + name));
  }

  private static void checkProperty(
      String name, String value, List<String> words, List<String> problems) throws Exception {
    boolean isKnown =
        PROPERTIES.contains(name)
            || Pattern.compile("[{<>!]" + Pattern.quote(name) + "[}<>]").matcher(poms).find()
            || Pattern.compile("get(?:Property|Boolean)\\(\\s*\"" + Pattern.quote(name) + '"')
                .matcher(sources)
                .find();
    if (!isKnown) {
      problems.add("no property " + name);
    }
    switch (name) {
      case "test", "fuzz.target" -> {
        try (Stream<Path> walk = Files.walk(ROOT)) {
          String file = "/" + value + ".java";
          if (walk.noneMatch(path -> path.toString().endsWith(file))) {
            problems.add("no class " + value);
          }
        }
      }
      case "bench.main" -> {
        try {
          Class.forName(value).getMethod("main", String[].class);
        } catch (ClassNotFoundException e) {
          problems.add("no class " + value);
        }
      }
      case "bench" -> {
        if (words.stream().noneMatch(word -> word.startsWith("-Dbench.main"))) {
          checkBenchmark(value.split(" "), problems);
        }
      }
      default -> {}
    }
  }

  private static void checkBenchmark(String[] arguments, List<String> problems) {
    CommandLineOptions options;
    try {
      options = new CommandLineOptions(arguments);
    } catch (CommandLineOptionException e) {
      problems.add(e.getMessage());
      return;
    }
    Set<BenchmarkListEntry> found =
        BenchmarkList.defaultList()
            .find(
                OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT),
                options.getIncludes(),
                options.getExcludes());
    if (found.isEmpty()) {
      problems.add("no benchmark " + String.join(" ", options.getIncludes()));
    }
    Arrays.stream(arguments)
        .filter(argument -> argument.contains("="))
        .map(argument -> argument.substring(0, argument.indexOf('=')))
        .filter(
            name ->
                found.stream()
                    .noneMatch(entry -> entry.getParams().orElse(Map.of()).containsKey(name)))
        .forEach(name -> problems.add("no parameter " + name));
  }
}
