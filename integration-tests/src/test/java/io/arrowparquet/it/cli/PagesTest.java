// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.arrowparquet.it.LoadedJar;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The pages that commands write, in a browser.
 *
 * @see io.arrowparquet.cli.command.Report
 * @see io.arrowparquet.cli.footer.FooterHtml
 * @see io.arrowparquet.cli.variant.VariantInspectCommand
 * @see io.arrowparquet.cli.rows.ScanPage
 * @see io.arrowparquet.cli.lab.FooterExploreCommand
 */
class PagesTest {
  private static final String LONGEST = "user.typed_value.name_of_the_user.typed_value";
  private static final String LONGEST_IN_FILE = "event.typed_value." + LONGEST;

  @TempDir static Path folder;
  private static LoadedJar jar;
  private static Browser browser;
  private static final Map<String, URI> PAGES = new HashMap<>();
  private static Thread explorer;

  @BeforeAll
  static void writePages() throws Exception {
    jar = LoadedJar.load();
    browser = Browser.open(folder);
    Path lines = folder.resolve("events.jsonl");
    String event =
        IntStream.range(0, 40)
            .mapToObj(i -> "\"field" + i + "\":" + i * 1000)
            .collect(Collectors.joining(",", "{", ",\"user\":{\"name_of_the_user\":\"Ada\"}}\n"));
    Files.writeString(lines, event.repeat(500));
    String file = folder.resolve("events.parquet").toString();
    run("import", lines.toString(), "-o", file, "--variant", "event", "--shred", "auto");
    run("bundle", "create", file, "--output", folder.resolve("x.bundle").toString());
    write("footer", "footer", "inspect", file);
    write("bundle", "bundle", "inspect", folder.resolve("x.bundle").toString());
    write("variant", "variant", "inspect", file, "--column", "event");
    write("scan", "scan", file, "--where", "event.field3::bigint = 1", "--stats");
    serve(file);
  }

  /** The page of a command that goes on until it is interrupted. */
  private static void serve(String file) throws IOException {
    PipedWriter out = new PipedWriter();
    BufferedReader printed = new BufferedReader(new PipedReader(out));
    String[] command = {"footer", "explore", file};
    explorer =
        new Thread(
            () -> jar.run(new PrintWriter(out), new PrintWriter(new StringWriter()), command));
    explorer.start();
    PAGES.put("explore", URI.create(printed.readLine().split(" ", 2)[0]));
  }

  @AfterAll
  static void close() throws Exception {
    if (explorer != null) {
      explorer.interrupt();
      explorer.join();
    }
    if (browser != null) {
      browser.close();
    }
    if (jar != null) {
      jar.close();
    }
  }

  private static void write(String page, String... command) throws IOException {
    Path file = folder.resolve(page + ".html");
    String[] all = new String[command.length + 2];
    System.arraycopy(command, 0, all, 0, command.length);
    all[command.length] = "--html";
    all[command.length + 1] = file.toString();
    run(all);
    PAGES.put(page, file.toUri());
  }

  private static void run(String... command) {
    CommandLineTool.Run run = CommandLineTool.runIn(jar, command);
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "footer, 390, true", "footer, 1400, false", "bundle, 390, false", "bundle, 1400, true",
    "variant, 390, true", "variant, 1400, false", "scan, 390, false", "scan, 1400, true",
    "explore, 390, false", "explore, 390, true", "explore, 1400, false", "explore, 1400, true"
  })
  void page_fits_its_window_in_both_colors_and_says_nothing_to_the_console(
      String page, int width, boolean dark) throws Exception {
    browser.show(PAGES.get(page), width, dark);
    browser.await("document.querySelectorAll('.card').length > 0");
    if (page.equals("explore")) {
      browser.await("document.querySelectorAll('svg.strip').length > 0");
    }

    assertThat(browser.value("document.documentElement.scrollWidth").intValue())
        .isLessThanOrEqualTo(width);
    assertThat(
            browser
                .value(
                    "[...document.querySelectorAll('.card')].every(card => card.scrollWidth <="
                        + " card.clientWidth)")
                .booleanValue())
        .isTrue();
    // What scrolls says so.
    assertThat(
            browser
                .value(
                    "[...document.querySelectorAll('.box')].every(box => (box.firstChild.scrollWidth >"
                        + " box.firstChild.clientWidth + 2) === box.classList.contains('more'))")
                .booleanValue())
        .isTrue();
    String ground = browser.value("getComputedStyle(document.body).backgroundColor").textValue();
    assertThat(ground).isEqualTo(dark ? "rgb(18, 22, 28)" : "rgb(246, 247, 249)");
    assertThat(browser.errors()).isEmpty();
  }

  private static void search(String words) throws Exception {
    browser.value(
        "(() => { const box = document.querySelector('input[type=search]'); box.value = '"
            + words
            + "'; box.dispatchEvent(new Event('input')); })()");
  }

  private static int rows() throws Exception {
    return browser.value("document.querySelectorAll('tr.row').length").intValue();
  }

  private static String cell(int row, int column) throws Exception {
    return browser
        .value(
            "document.querySelectorAll('tr.row')[" + row + "].children[" + column + "].textContent")
        .textValue();
  }

  @Test
  void explorer_paints_the_reads_of_a_column_in_every_design() throws Exception {
    browser.show(PAGES.get("explore"), 1400, false);
    browser.await("document.querySelectorAll('svg.strip').length > 0");
    browser.value(
        "document.querySelector('#column').value = '"
            + LONGEST_IN_FILE
            + "'; document.querySelector('form button').click()");
    browser.await("document.querySelectorAll('#workloads button').length === 1");

    assertThat(browser.value("document.querySelector('#said').textContent").textValue())
        .isEqualTo(LONGEST_IN_FILE);
    assertThat(browser.value("[...document.querySelectorAll('.head b')].map(b => b.textContent)"))
        .extracting(JsonNode::textValue)
        .containsExactly("this file", "thrift", "spec", "arrow-cpp", "par3", "parx", "index");
    assertThat(browser.value("[...document.querySelectorAll('svg.strip path')].length").intValue())
        .isGreaterThanOrEqualTo(7);
    assertThat(browser.value("document.querySelector('.head .sum').textContent").textValue())
        .matches("\\d rounds, \\d reads, .* bytes \\(\\d+\\.\\d %\\)");
    assertThat(browser.errors()).isEmpty();
  }

  @Test
  void footer_page_finds_and_sorts_columns_and_shows_both_ends_of_names() throws Exception {
    browser.show(PAGES.get("footer"), 1400, false);
    search("name_of");

    assertThat(rows()).isEqualTo(2);
    assertThat(cell(1, 1)).isEqualTo(LONGEST_IN_FILE);
    assertThat(
            browser
                .value(
                    "(() => { const ends = document.querySelectorAll('tr.row')[1].querySelectorAll("
                        + "'.middle span'); return ends[1].scrollWidth <= ends[1].clientWidth || "
                        + "ends[1].clientWidth === 0; })()")
                .booleanValue())
        .isTrue();
    search("");
    browser.value("document.querySelectorAll('th button')[3].click()");
    assertThat(Integer.parseInt(cell(0, 3).replace("\u202f", "")))
        .isGreaterThanOrEqualTo(Integer.parseInt(cell(5, 3).replace("\u202f", "")));
    assertThat(browser.value("document.querySelectorAll('#scale span').length").intValue())
        .isEqualTo(3);
    assertThat(browser.value("document.querySelectorAll('#strip g').length").intValue())
        .isGreaterThan(40);
  }

  @Test
  void paths_of_a_variant_have_types_bytes_and_what_is_suggested() throws Exception {
    browser.show(PAGES.get("variant"), 1400, false);
    search("$.user.name");

    assertThat(rows()).isEqualTo(1);
    assertThat(cell(0, 0)).isEqualTo("$.user.name_of_the_user");
    assertThat(cell(0, 1)).isEqualTo("500");
    assertThat(cell(0, 3)).isEqualTo("1"); // all are in typed_value
    assertThat(cell(0, 4)).isNotEqualTo("0");
    assertThat(cell(0, 6)).isEqualTo("string");
    search("nothing has this");
    assertThat(rows()).isZero();
  }

  @Test
  void scan_page_says_what_left_row_groups_out() throws Exception {
    browser.show(PAGES.get("scan"), 1400, false);

    assertThat(cell(0, 0)).isEqualTo("row groups");
    assertThat(cell(0, 1)).isEqualTo("0");
    assertThat(browser.value("document.querySelectorAll('tr.row')[0].innerText").textValue())
        .contains("1");
    assertThat(browser.value("document.getElementById('facts').textContent").textValue())
        .startsWith("0 rows returned of 500");
  }

  @Test
  void bundle_page_has_files_by_their_paths_in_the_bundle_and_bytes_by_column() throws Exception {
    browser.show(PAGES.get("bundle"), 1400, false);

    assertThat(cell(0, 0)).isEqualTo("events.parquet");
    assertThat(cell(0, 6)).matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\dZ");
    assertThat(browser.value("document.title").textValue()).isEqualTo("x.bundle");
    assertThat(cell(1, 0)).isEqualTo("event.metadata");
    assertThat(cell(1, 1)).isEqualTo("1");
    assertThat(Integer.parseInt(cell(1, 2).replace("\u202f", ""))).isPositive();
  }
}
