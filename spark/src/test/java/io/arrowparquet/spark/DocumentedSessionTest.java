// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.apache.spark.deploy.SparkSubmitArguments;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.collection.immutable.Map$;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The session in README.md, run as it is written but for the folder: what follows a statement as a
 * comment are its rows. The programs and statements of docs/spark.md likewise. Spark's own
 * programs, as both documents call them: Spark takes the options, and what they name is there; the
 * arguments of {@link FooterJobs} run.
 *
 * @see PathCatalog
 */
class DocumentedSessionTest {
  private static final Pattern SESSION =
      Pattern.compile("<!-- session -->\n```sql\n(.*?)```", Pattern.DOTALL);
  private static final Pattern EXAMPLE =
      Pattern.compile("<!-- program: (\\w+) -->\n```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern STATEMENTS =
      Pattern.compile("<!-- statements -->\n```sql\n(.*?)```", Pattern.DOTALL);
  private static final Pattern STATEMENT = Pattern.compile("([^;]*);((?:\n-- [^\n]*)*)");

  /** In a block, or within a sentence. */
  private static final Pattern PROGRAM =
      Pattern.compile(
          "(?<=^|`)spark-(?:shell|sql|submit) -[^`\n]*(?:\n--[^`\n]*)?", Pattern.MULTILINE);

  private final SparkSession spark = Sessions.session();
  @TempDir private Path folder;

  @AfterEach
  void dropTable() {
    spark.sql("DROP TABLE IF EXISTS events");
  }

  @Test
  void statements_give_the_rows_that_are_written_after_them() throws Exception {
    spark.conf().set("spark.sql.catalog.arrowparquet", PathCatalog.class.getName());
    Matcher session = SESSION.matcher(Files.readString(Path.of("../README.md")));
    assertThat(session.find()).isTrue();
    Matcher statement = STATEMENT.matcher(session.group(1).replace("/data/", folder + "/"));
    List<String> found = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    while (statement.find()) {
      for (Row row : spark.sql(statement.group(1)).collectAsList()) {
        found.add(row.mkString("  "));
      }
      statement.group(2).lines().filter(line -> !line.isEmpty()).forEach(expected::add);
    }
    assertThat(expected).hasSizeGreaterThan(3);
    assertThat(found)
        .isEqualTo(expected.stream().map(line -> line.substring(3)).collect(Collectors.toList()));
  }

  @Test
  void programs_of_the_document_write_and_read_a_table_that_its_statements_find() throws Exception {
    String document =
        Files.readString(Path.of("../docs/spark.md"))
            .replaceAll("s3a://bucket/|/data/", folder + "/");
    Class<?> programs = compiled(document);
    Dataset<Row> rows =
        spark.sql(
            "SELECT id, date_add(DATE'2026-01-01', CAST(id DIV 50 AS INT)) AS day,"
                + " parse_json('{\"ms\": ' || id || '}') AS event FROM range(100)");
    for (String program : List.of("write", "read", "jobs")) {
      programs.getMethod(program, SparkSession.class, Dataset.class).invoke(null, spark, rows);
    }

    spark.conf().set("spark.sql.catalog.arrowparquet", PathCatalog.class.getName());
    Matcher statements = STATEMENTS.matcher(document);
    assertThat(statements.find()).isTrue();
    String[] both = statements.group(1).split(";\\s*", 2);
    assertThat(spark.sql(both[0]).count()).isEqualTo(50);
    assertThat(spark.sql(both[1].replace(";", "")).first().getLong(0)).isEqualTo(100);
  }

  /** A method for each program of the document. */
  private Class<?> compiled(String document) throws Exception {
    StringBuilder imports = new StringBuilder("import org.apache.spark.sql.*;\n");
    StringBuilder methods = new StringBuilder();
    Matcher example = EXAMPLE.matcher(document);
    while (example.find()) {
      methods
          .append("public static void ")
          .append(example.group(1))
          .append("(SparkSession spark, Dataset<Row> rows) throws Exception {\n");
      example
          .group(2)
          .lines()
          .forEach(
              line -> (line.startsWith("import ") ? imports : methods).append(line).append('\n'));
      methods.append("}\n");
    }
    Path source = folder.resolve("Programs.java");
    Files.writeString(source, imports + "public class Programs {\n" + methods + "}\n");
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                said,
                said,
                "-d",
                folder.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                source.toString());
    assertThat(failed).as(said.toString(StandardCharsets.UTF_8)).isZero();
    return new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, DocumentedSessionTest.class.getClassLoader())
        .loadClass("Programs");
  }

  /** What Spark's scripts put before and after the options. */
  private static final Map<String, List<String>> SCRIPTS =
      Map.of(
          "spark-shell", List.of("--class", "org.apache.spark.repl.Main", "spark-shell"),
          "spark-sql", List.of("--class", "org.apache.spark.repl.Main", "spark-internal"),
          "spark-submit", List.of());

  private static List<String> programs() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String document : List.of("README.md", "docs/spark.md")) {
      text.append(Files.readString(Path.of("..", document)));
    }
    return PROGRAM
        .matcher(text.toString().replace("\\\n", " "))
        .results()
        .map(found -> found.group().replace('\n', ' '))
        .toList();
  }

  @Test
  void spark_takes_the_options_of_its_programs() throws Exception {
    List<String> programs = programs();
    assertThat(programs).hasSize(3);
    for (String program : programs) {
      List<String> words = new ArrayList<>(List.of(program.split(" +", -1)));
      List<String> script = SCRIPTS.get(words.remove(0));
      List<String> arguments = new ArrayList<>(script);
      arguments.addAll(Math.min(2, script.size()), words);
      SparkSubmitArguments parsed =
          new SparkSubmitArguments(
              CollectionConverters.asScala(arguments).toSeq(), Map$.MODULE$.empty());

      String jar = script.isEmpty() ? parsed.primaryResource() : parsed.jars();
      assertThat(jar).as(program).endsWith("/" + jarName());
      if (script.isEmpty()) {
        Class.forName(parsed.mainClass()).getMethod("main", String[].class);
        attach(CollectionConverters.asJava(parsed.childArgs()));
      }
      for (String key : CollectionConverters.asJava(parsed.sparkProperties().keySet())) {
        assertThat(key).isEqualTo("spark.sql.catalog.arrowparquet");
        assertThat(parsed.sparkProperties().apply(key)).isEqualTo(PathCatalog.class.getName());
      }
    }
  }

  /** The jar's name by the pom. */
  private static String jarName() throws IOException {
    Matcher pom =
        Pattern.compile(
                "(?s)<version>([^<]+)</version>\\s*</parent>.*?<artifactId>([^<]+)</artifactId>")
            .matcher(Files.readString(Path.of("pom.xml")));
    assertThat(pom.find()).isTrue();
    return pom.group(2) + "-" + pom.group(1) + "-all.jar";
  }

  private void attach(List<String> words) throws IOException {
    spark.range(5).write().parquet(folder + "/table");
    List<String> here =
        words.stream().map(word -> word.replace("s3a://bucket", folder.toString())).toList();
    assertThat(
            FooterJobs.run(FooterJobs.of(spark), here).select("outcome").distinct().collectAsList())
        .map(row -> row.getString(0))
        .containsExactly("attached");
  }
}
