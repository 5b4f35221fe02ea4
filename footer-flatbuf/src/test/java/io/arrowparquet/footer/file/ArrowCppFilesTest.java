// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that Arrow C++ wrote, and files to which it has added its footer.
 *
 * @see io.arrowparquet.footer.internal.wire.ArrowCppReader
 * @see io.arrowparquet.footer.internal.wire.ArrowCppTrailer
 */
class ArrowCppFilesTest {
  private static final FooterReader READER = FooterReader.defaults();
  private static final Pattern BOUND =
      Pattern.compile(
          "row_groups\\[(\\d+)\\]\\.columns\\[(\\d+)\\]\\.meta_data\\.statistics"
              + "\\.(is_)?(min|max)_value(_exact)?\t(.*)\t(.*)");

  @TempDir Path folder;

  private static List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>(OtherWritersFiles.arrowCpp("written"));
    files.addAll(OtherWritersFiles.arrowCpp("appended"));
    assumeThat(files).as("files in the folder cpp-footers beside the corpus").isNotEmpty();
    return files;
  }

  @Test
  void every_footer_is_read_and_says_what_thrift_says() throws IOException {
    for (Path file : files()) {
      ParquetFooter read = READER.withStrict(true).read(file);
      assertThat(read.layout()).as("%s", file).isEqualTo(FooterLayout.ARROW_CPP);
      assertThat(READER.read(file).diagnostics()).as("%s", file).isEmpty();
      assertThat(read.footer().isComplete()).as("%s", file).isFalse();
      assertThat(FooterVerifier.defaults().verify(file).layout()).isEqualTo(FooterLayout.ARROW_CPP);
      FlatFooter thrift = READER.withThriftOnly(true).withStrict(true).read(file).footer();
      assertThat(thrift.columnCount()).isEqualTo(read.footer().columnCount());
    }
  }

  @Test
  void strip_gives_back_the_bytes_before_and_every_layout_comes_back_to_them() throws IOException {
    Path stripped = folder.resolve("stripped.parquet");
    Path attached = folder.resolve("attached.parquet");
    for (Path file : files()) {
      FooterStripper.defaults().withOverwrite(true).strip(file, stripped);
      byte[] before = Files.readAllBytes(stripped);
      assertThat(READER.read(stripped).layout()).isEqualTo(FooterLayout.THRIFT);
      Path original = original(file);
      if (Files.exists(original)) {
        assertThat(original).hasBinaryContent(before);
      }
      for (FooterLayout layout : List.of(FooterLayout.SPEC, FooterLayout.ARROW_CPP)) {
        FooterAttacher.defaults().withLayout(layout).withOverwrite(true).attach(file, attached);
        assertThat(FooterVerifier.defaults().verify(attached).layout()).isEqualTo(layout);
        FooterStripper.defaults().stripInPlace(attached);
        assertThat(attached).as("%s", file).hasBinaryContent(before);
      }
    }
  }

  /** The file of the corpus that a name with {@code shared__} means. */
  private static Path original(Path file) {
    String name = file.getFileName().toString().replace("shared__", "").replace("__", "/");
    return OtherWritersFiles.corpus(name);
  }

  /** What Arrow C++ itself reads from its footer, as far as it is right. */
  @Test
  void bounds_are_those_that_their_writer_reads() throws IOException {
    for (Path file : OtherWritersFiles.arrowCpp("written")) {
      Path facts =
          file.resolveSibling("../facts")
              .resolve(file.getFileName().toString().replace(".parquet", ".tsv"));
      if (Files.exists(facts)) {
        FlatFooter footer = READER.read(file).footer();
        for (String fact : Files.readAllLines(facts)) {
          Matcher bound = BOUND.matcher(fact);
          if (bound.matches()) {
            requireBound(file + " " + fact, footer, bound);
          }
        }
      }
    }
  }

  private static void requireBound(String fact, FlatFooter footer, Matcher bound) {
    int column = Integer.parseInt(bound.group(2));
    StatisticsView statistics = footer.chunk(Integer.parseInt(bound.group(1)), column).statistics();
    boolean isMin = bound.group(4).equals("min");
    String cpp = bound.group(7).equals("=") ? bound.group(6) : bound.group(7);
    boolean isDecimal =
        footer.schemaElement(footer.columnElement(column)).logicalType()
            instanceof LogicalType.DecimalType;
    if (bound.group(3) != null) {
      Boolean isExact = isMin ? statistics.isMinValueExact() : statistics.isMaxValueExact();
      assertThat(isExact == null ? "absent" : isExact.toString()).as(fact).isEqualTo(cpp);
      return;
    }
    byte[] value = isMin ? statistics.minValue() : statistics.maxValue();
    if (!isDecimal || bound.group(7).equals("=")) {
      assertThat(value == null ? "absent" : text(value, cpp)).as(fact).isEqualTo(cpp);
    }
  }

  private static String text(byte[] value, String like) {
    return like.startsWith("\"")
        ? '"' + new String(value, StandardCharsets.UTF_8) + '"'
        : "x" + HexFormat.of().formatHex(value);
  }
}
