// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.it.ChildJvm;
import io.arrowparquet.it.Documents;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
  @TempDir Path folder;

  @Test
  void demo_shows_both_footers_and_the_variant_as_struct_and_union() throws Exception {
    CommandLineTool tool = new CommandLineTool(folder);
    CommandLineTool.Run run = tool.run("demo", "--keep", "files");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("columns x 10 row groups, 500 rows")
        .containsPattern("footer bytes +[0-9,]+ +[0-9,]+ ")
        .containsPattern("open, microseconds +[0-9,.]+ +[0-9,.]+ ")
        .contains("event: Struct")
        .contains("amount: Union(Dense")
        .containsPattern("tags: List\\R +element: Utf8")
        .contains("{amount: double 0.0, id: 0, kind: \"view\", tags: [\"tag-0\"]")
        .contains("{amount: string \"free\", id: 2, kind: \"buy\"");
    assertThat(run.err()).doesNotContain("WARN").doesNotContain("SLF4J");
    ParquetFooter footer =
        FooterReader.defaults().read(folder.resolve("files/wide.attached.parquet"));
    assertThat(footer.layout()).isEqualTo(FooterLayout.SPEC);

    // The unshredded column holds the same events as the shredded one.
    String file = "files/wide.attached.parquet";
    CommandLineTool.Run shredded = tool.run("variant", "cat", file, "--column", "event");
    CommandLineTool.Run unshredded = tool.run("variant", "cat", file, "--column", "raw");
    assertThat(shredded.out().lines()).hasSize(500);
    assertThat(shredded.out().lines().findFirst())
        .contains(
            "{\"amount\":0.0,\"id\":0,\"kind\":\"view\",\"tags\":[\"tag-0\"],"
                + "\"user\":{\"age\":20,\"name\":\"Ada\"}}");
    assertThat(unshredded.out()).isEqualTo(shredded.out());

    // It has the columns that the examples of the documents read.
    String columns = "id,event.id as bigint,event.kind as string";
    assertThat(tool.run("scan", file, "--columns", columns, "--limit", "2").out().lines())
        .containsExactly(
            "{\"id\":0,\"event.id\":0,\"event.kind\":\"view\"}",
            "{\"id\":1,\"event.id\":1,\"event.kind\":\"click\"}");
    runProgramsOfTheReadme();
  }

  /** As the README runs them, on a file that the demonstration has left. */
  private void runProgramsOfTheReadme() throws Exception {
    String readme = Files.readString(Documents.README);
    String command =
        readme
            .lines()
            .filter(line -> line.endsWith(" Read.java demo/wide.parquet"))
            .findAny()
            .get();
    assertThat(command).contains("'variant-arrow/target/lib/*'");
    List<String> words =
        List.of(command.replace("'variant", "../variant").replace("'", "").split(" "));
    Map<String, String> printed = new TreeMap<>();
    for (MatchResult program :
        Pattern.compile("```java\n(import .*?\nclass (\\w+) .*?)```", Pattern.DOTALL)
            .matcher(readme)
            .results()
            .toList()) {
      Path source = folder.resolve(program.group(2) + ".java");
      Files.writeString(source, program.group(1));
      List<String> arguments = new ArrayList<>(words.subList(1, words.size() - 2));
      arguments.add(source.toString());
      arguments.add(folder.resolve("files/wide.parquet").toString());
      printed.put(program.group(2), new ChildJvm(folder).run(arguments));
    }

    assertThat(printed).containsOnlyKeys("Filter", "Footers", "Read");
    assertThat(printed.get("Read"))
        .startsWith("id\tevent\n0\t{\"kind\":\"view\",\"user\":{\"name\":\"Ada\"}}\n");
    assertThat(printed.get("Filter").lines())
        .startsWith("id\tkind", "1\tclick", "5\tclick")
        .doesNotContain("41\tclick");
    assertThat(printed.get("Footers").lines()).hasSize(10).startsWith("0 to 49", "50 to 99");
  }
}
