// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.arrowparquet.cli.Main;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.wire.FooterEnding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FooterLabCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PAGES = 100_000;
  private static final int CHROMIUM_SECONDS = 120;

  /** Gives the page's text what a script finds, as Chromium prints it. */
  private static final String PROBE =
      "<script>addEventListener('load', () => { const say = document.createElement('output');"
          + " say.id = 'probe'; say.textContent = JSON.stringify(%s); document.body.append(say); })"
          + "</script></body>";

  @TempDir static Path folder;
  private static String json;
  private static JsonNode wide;

  /** What the command printed, and its exit code. */
  private record Run(int exitCode, String out, String err) {}

  private static Run run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> all = new ArrayList<>(List.of("footer", "lab", "--millis", "1"));
    all.addAll(Arrays.asList(arguments));
    int exitCode = Main.run(new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new));
    return new Run(exitCode, out.toString(), err.toString());
  }

  @BeforeAll
  static void measure() throws IOException {
    Run run = run("--shape", "wide-1000", "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    json = run.out();
    wide = JSON.readTree(json);
  }

  private static JsonNode design(JsonNode shape, String label) {
    for (JsonNode design : shape.get("designs")) {
      if (design.get("design").textValue().equals(label)) {
        return design;
      }
    }
    throw new AssertionError(label);
  }

  private static JsonNode workload(String design, String name) {
    for (JsonNode workload : design(wide.at("/shapes/0"), design).get("workloads")) {
      if (workload.get("workload").textValue().equals(name)) {
        return workload;
      }
    }
    throw new AssertionError(name);
  }

  private static Path file(String feature, String name) throws IOException {
    byte[] thrift = FileMetaDataCodec.write(KitFooters.all().get(feature), chunk -> null);
    ByteBuffer ending = new FooterEnding(FooterLayout.THRIFT).of("file", thrift, 4L + PAGES);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.write("PAR1".getBytes(StandardCharsets.US_ASCII));
    file.write(new byte[PAGES]);
    Channels.newChannel(file).write(ending);
    return Files.write(folder.resolve(name), file.toByteArray());
  }

  @ParameterizedTest
  @ValueSource(strings = {"thrift", "spec", "arrow-cpp", "par3", "parx", "index"})
  void bytes_of_a_design_are_those_of_an_attached_file(String label) throws IOException {
    Path file = file("statistics", "of-" + label + ".parquet");
    JsonNode shape = JSON.readTree(run(file.toString(), "--json").out()).at("/shapes/0");
    Path attached = folder.resolve("attached-" + label + ".parquet");
    if (label.equals("thrift")) {
      Files.copy(file, attached);
    } else {
      FooterLayout layout = layout(label);
      FooterAttacher.defaults()
          .withLayout(layout)
          .withPaths(
              layout == FooterLayout.PARX
                  ? FooterAttacher.Paths.OMITTED
                  : FooterAttacher.Paths.KEPT)
          .withForce(true)
          .attach(file, attached);
    }
    JsonNode design = design(shape, label);

    assertThat(design.get("bytes").intValue()).isEqualTo(Files.size(attached) - PAGES - 4);
    int sum = 0;
    for (JsonNode part : design.findValues("parts").get(0)) {
      for (JsonNode one : part.get("parts")) {
        sum += one.get("bytes").intValue();
      }
    }
    assertThat(sum).isEqualTo(design.get("bytes").intValue());
  }

  private static FooterLayout layout(String label) {
    return Arrays.stream(FooterLayout.values())
        .filter(layout -> layout.label().equals(label))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"thrift, 2", "spec, 3", "arrow-cpp, 2", "par3, 3", "parx, 2", "index, 3"})
  void columns_are_read_in_few_rounds(String design, int rounds) {
    assertThat(workload(design, "5 columns").get("rounds").intValue()).isLessThanOrEqualTo(rounds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"spec", "par3", "index"})
  void designs_with_parts_read_less_for_fewer_columns(String design) {
    int previous = 0;
    for (String workload : List.of("1 column", "5 columns", "10 %")) {
      int bytes = workload(design, workload).get("near_bytes").intValue();
      // Neighbouring parts are read at once, up to all of them.
      assertThat(bytes).as(workload).isGreaterThanOrEqualTo(previous);
      previous = bytes;
    }
    assertThat(workload(design, "1 column").get("near_bytes").intValue())
        .isLessThan(workload("thrift", "1 column").get("near_bytes").intValue() / 12);
  }

  @ParameterizedTest
  @ValueSource(strings = {"thrift", "spec", "arrow-cpp", "par3", "parx", "index"})
  void wanted_bytes_are_the_least_that_any_place_fetches(String design) {
    for (String name : List.of("one chunk", "1 column", "5 columns", "10 %", "all columns")) {
      JsonNode workload = workload(design, name);
      long wanted = workload.get("wanted_bytes").longValue();

      assertThat(wanted).isPositive().isLessThanOrEqualTo(workload.get("near_bytes").longValue());
      assertThat(wanted).isLessThanOrEqualTo(workload.get("bytes").longValue());
      assertThat(workload.get("touched_bytes").longValue())
          .isPositive()
          .isLessThanOrEqualTo(wanted);
    }
  }

  @Test
  void remote_times_are_those_of_the_rounds_and_more() {
    for (JsonNode workload : design(wide.at("/shapes/0"), "spec").get("workloads")) {
      assertThat(workload.get("remote_ms").doubleValue())
          .isGreaterThan(30.0 * workload.get("rounds").intValue());
      assertThat(workload.get("heap_bytes").longValue()).isPositive();
    }
  }

  @Test
  void targets_are_lines_that_say_whether_they_are_met() {
    JsonNode targets = wide.get("targets");
    assertThat(targets).hasSize(2 * FooterDesign.ALL.size());
    for (JsonNode target : targets) {
      boolean isProposed =
          List.of("spec", "par3", "index").contains(target.get("design").textValue());
      assertThat(target.has("met")).as(target.toString()).isEqualTo(isProposed);
      if (isProposed) {
        boolean isMet = target.get("measured").doubleValue() <= target.get("at_most").doubleValue();
        assertThat(target.get("met").booleanValue()).as(target.toString()).isEqualTo(isMet);
      }
    }
  }

  @Test
  void share_of_bytes_touched_has_that_of_whole_blocks_beside_it() throws Exception {
    String script = "[...document.querySelectorAll('#targets tr')].map(row => row.innerText)";
    JsonNode rows = probe(page("targets", json), 1400, false, script);
    JsonNode target = wide.at("/targets/2");

    assertThat(target.get("target").textValue()).contains("touched_bytes");
    assertThat(target.get("in_blocks").doubleValue())
        .isGreaterThan(target.get("measured").doubleValue());
    assertThat(rows.get(3).textValue().split("\t", -1))
        .containsExactly(
            target.get("target").textValue(),
            "spec",
            target.get("measured") + " %",
            target.get("in_blocks") + " %",
            "1 %",
            "met");
    assertThat(rows.get(1).textValue()).contains("thrift").endsWith("no target");
  }

  @Test
  void design_that_cannot_say_a_footer_says_why() throws IOException {
    Path file = file("chunks", "chunks.parquet");
    JsonNode shape = JSON.readTree(run(file.toString(), "--json").out()).at("/shapes/0");

    assertThat(design(shape, "arrow-cpp").get("refused").textValue())
        .contains("column_0 is in another file");
    assertThat(design(shape, "arrow-cpp").has("workloads")).isFalse();
    assertThat(design(shape, "spec").get("workloads")).isNotEmpty();
  }

  @Test
  void footer_without_columns_has_one_workload() throws IOException {
    Path file = file("columns-0", "none.parquet");
    JsonNode shape = JSON.readTree(run(file.toString(), "--json").out()).at("/shapes/0");

    assertThat(design(shape, "spec").get("workloads")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--json --html PAGE",
        "--shape wide-1000",
        "--shape wide-1 --json",
        "--design other --json",
        "--from x.json --json"
      })
  void wrong_usage_is_refused_before_anything_is_measured(String arguments) {
    String page = folder.resolve("never.html").toString();
    assertThat(run(arguments.replace("PAGE", page).split(" ", -1)).exitCode()).isEqualTo(2);
    assertThat(folder.resolve("never.html")).doesNotExist();
  }

  private static String page(String name, String tree) throws IOException {
    Path from = Files.writeString(folder.resolve(name + ".json"), tree);
    Path page = folder.resolve(name + ".html");
    Run run = run("--from", from.toString(), "--html", page.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    return Files.readString(page);
  }

  @Test
  void page_loads_nothing_from_elsewhere_and_names_are_data() throws IOException {
    ObjectNode tree = (ObjectNode) JSON.readTree(json);
    ((ObjectNode) tree.at("/shapes/0")).put("name", "</script><script>alert(1)</script>");
    String page = page("hostile", tree.toString());

    assertThat(page)
        .contains("default-src 'none'")
        .doesNotContain("https:", "src=", "href=", "@import", "url(", "fetch(");
    assertThat(page.split("<script", -1)).hasSize(3);
  }

  /** What Chromium finds in the page, {@code width} pixels wide. */
  private static JsonNode probe(String page, int width, boolean isDark, String script)
      throws Exception {
    String probed =
        page.replace("</body>", PROBE.formatted(script))
            .replace("</head>", "<style>html { width: " + width + "px; }</style></head>");
    Path file = Files.writeString(folder.resolve("probe.html"), probed);
    Path said = folder.resolve("said.html");
    ProcessBuilder chromium =
        new ProcessBuilder(
            "chromium",
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--user-data-dir=" + folder.resolve("profile"),
            "--blink-settings=preferredColorScheme=" + (isDark ? 0 : 1),
            "--virtual-time-budget=2000",
            "--dump-dom",
            file.toUri().toString());
    chromium.redirectOutput(said.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process;
    try {
      process = chromium.start();
    } catch (IOException e) {
      assumeTrue(false, "there is no Chromium: " + e.getMessage());
      throw e;
    }
    if (!process.waitFor(CHROMIUM_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("Chromium did not end");
    }
    String dom = Files.readString(said);
    String begin = "<output id=\"probe\">";
    assertThat(dom).contains(begin);
    int start = dom.indexOf(begin) + begin.length();
    return JSON.readTree(dom.substring(start, dom.indexOf("</output>", start)));
  }

  @ParameterizedTest
  @ValueSource(ints = {390, 1400})
  void page_fits_its_width_in_chromium(int width) throws Exception {
    String script = "[document.body.scrollWidth, document.querySelectorAll('figure').length]";
    JsonNode found = probe(page("fits-" + width, json), width, false, script);

    assertThat(found.get(0).intValue()).isLessThanOrEqualTo(width);
    assertThat(found.get(1).intValue()).isEqualTo(5);
  }

  @Test
  void chart_has_a_bar_with_its_number_for_each_design_and_peer() throws Exception {
    ObjectNode tree = (ObjectNode) JSON.readTree(json);
    ((ArrayNode) tree.get("peers"))
        .addObject()
        .put("peer", "another library")
        .put("shape", "wide-1000")
        .put("workload", "5 columns")
        .put("bytes", 4_000_000);
    String script =
        "[...document.querySelectorAll('figure')][2].innerText.split('\\n').filter(x => x)";
    JsonNode found = probe(page("peers", tree.toString()), 1400, false, script);
    List<String> lines = new ArrayList<>();
    found.forEach(line -> lines.add(line.textValue()));

    assertThat(lines.get(0)).isEqualTo("5 columns (5 of 1\u202f000)");
    assertThat(lines)
        .containsSubsequence("thrift", "1.15 MB", "spec", "another library", "4.00 MB");
  }

  @Test
  void page_follows_the_system_to_dark() throws Exception {
    String script = "getComputedStyle(document.body).backgroundColor";
    String page = page("dark", json);

    assertThat(probe(page, 1400, false, script).textValue()).isEqualTo("rgb(246, 247, 249)");
    assertThat(probe(page, 1400, true, script).textValue()).isEqualTo("rgb(18, 22, 28)");
  }
}
