// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterStripper;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The extension mechanism on a struct inside the footer: column chunks that tell where their values
 * are in a second, private encoding. Readers that know nothing of it read the file as before.
 */
class ColumnMetaDataExtensionTest {
  private static final int ROWS_PER_GROUP = 100;
  private static final int ROW_GROUPS = 2;
  private static final int VALUE = 1;
  private static final int TAIL = 8;
  private static final byte[] MAGIC = {'P', 'A', 'R', '1'};

  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          "message m { required int64 id; required double value; optional binary name (STRING); }");

  @TempDir Path folder;
  private Path plain;
  private Path extended;

  @BeforeEach
  void write() throws IOException {
    plain = folder.resolve("plain.parquet");
    SimpleGroupFactory rows = new SimpleGroupFactory(SCHEMA);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(plain))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .withRowGroupRowCountLimit(ROWS_PER_GROUP)
            .build()) {
      for (int i = 0; i < ROW_GROUPS * ROWS_PER_GROUP; i++) {
        writer.write(
            rows.newGroup()
                .append("id", (long) i)
                .append("value", value(i))
                .append("name", "n" + i));
      }
    }
    extended = Files.write(folder.resolve("extended.parquet"), withDuplicates(plain));
  }

  private static double value(int row) {
    return Math.sqrt(row);
  }

  private static double[] values(int rowGroup) {
    return IntStream.range(rowGroup * ROWS_PER_GROUP, (rowGroup + 1) * ROWS_PER_GROUP)
        .mapToDouble(ColumnMetaDataExtensionTest::value)
        .toArray();
  }

  /**
   * The file with the values of one column once more after the pages, and a footer that says so.
   */
  private static byte[] withDuplicates(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    byte[] footer = footer(bytes);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, bytes.length - TAIL - footer.length);
    for (int rowGroup = 0; rowGroup < ROW_GROUPS; rowGroup++) {
      byte[] encoded = DuplicateEncoding.encode(values(rowGroup));
      DuplicateEncoding duplicate = new DuplicateEncoding(out.size(), encoded.length);
      footer = duplicate.appendTo(footer, rowGroup, VALUE);
      out.writeBytes(encoded);
    }
    out.writeBytes(footer);
    out.writeBytes(
        ByteBuffer.allocate(TAIL)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(footer.length)
            .put(MAGIC)
            .array());
    return out.toByteArray();
  }

  private static byte[] footer(byte[] file) {
    int end = file.length - TAIL;
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
    return Arrays.copyOfRange(file, end - length, end);
  }

  static Stream<RowReader> engines() {
    return Stream.of(new ParquetJavaRows(), new DuckDbRows(), new ArrowDatasetRows());
  }

  @ParameterizedTest
  @MethodSource("engines")
  void engines_that_do_not_know_the_extension_read_every_row(RowReader engine) throws Exception {
    List<String> rows = engine.rows(extended);

    assertThat(rows)
        .isEqualTo(engine.rows(plain))
        .hasSizeGreaterThanOrEqualTo(ROW_GROUPS * ROWS_PER_GROUP);
  }

  @Test
  void extension_is_found_again_and_leads_to_the_duplicate_values() throws IOException {
    assertDuplicatesAreFound(extended);
  }

  private static void assertDuplicatesAreFound(Path path) throws IOException {
    byte[] file = Files.readAllBytes(path);
    byte[] footer = footer(file);
    List<double[]> found = new ArrayList<>();
    for (int rowGroup = 0; rowGroup < ROW_GROUPS; rowGroup++) {
      assertThat(DuplicateEncoding.find(footer, rowGroup, 0)).isNull();
      DuplicateEncoding duplicate = DuplicateEncoding.find(footer, rowGroup, VALUE);
      int start = (int) duplicate.offset();
      found.add(
          DuplicateEncoding.decode(Arrays.copyOfRange(file, start, start + duplicate.length())));
    }
    assertThat(found).containsExactly(values(0), values(1));
  }

  @ParameterizedTest
  @EnumSource(
      value = FooterLayout.class,
      names = {"SPEC", "ARROW_CPP"})
  void attaching_a_footer_keeps_the_extension_and_stripping_gives_the_file_back(FooterLayout layout)
      throws IOException {
    Path attached = folder.resolve("attached.parquet");
    FooterAttacher.defaults().withLayout(layout).attach(extended, attached);

    ParquetFooter footer = FooterReader.defaults().read(attached);
    assertThat(footer.layout()).isEqualTo(layout);
    // Arrow C++'s schema has no place for the order of parquet-java's doubles, nor for their
    // bounds.
    boolean hasBounds = layout == FooterLayout.SPEC;
    assertThat(describe(footer.footer(), hasBounds))
        .isEqualTo(describe(FooterReader.defaults().read(plain).footer(), hasBounds));
    assertDuplicatesAreFound(attached);

    Path stripped = folder.resolve("stripped.parquet");
    FooterStripper.defaults().strip(attached, stripped);
    assertThat(stripped).hasSameBinaryContentAs(extended);
  }

  private static List<String> describe(FlatFooter footer, boolean hasBoundsOfDoubles) {
    List<String> chunks = new ArrayList<>();
    for (int rowGroup = 0; rowGroup < footer.rowGroupCount(); rowGroup++) {
      for (int column = 0; column < footer.columnCount(); column++) {
        var chunk = footer.chunk(rowGroup, column);
        boolean hasBounds = hasBoundsOfDoubles || column != VALUE;
        chunks.add(
            footer.columnPath(column)
                + chunk.startOffset()
                + " "
                + chunk.totalCompressedSize()
                + (hasBounds ? Arrays.toString(chunk.statistics().maxValue()) : ""));
      }
    }
    return chunks;
  }

  /** The FlatBuffers footer keeps the Thrift bytes of a chunk that it cannot express. */
  @Test
  void layout_without_thrift_keeps_the_extension() throws IOException {
    Path attached = folder.resolve("par3.parquet");
    FooterAttacher.defaults().withLayout(FooterLayout.PAR3).attach(extended, attached);

    FlatFooter footer = FooterReader.defaults().read(attached).footer();
    assertThat(footer.chunk(0, 0).extension()).isNull();
    for (int rowGroup = 0; rowGroup < ROW_GROUPS; rowGroup++) {
      DuplicateEncoding duplicate = DuplicateEncoding.of(footer.chunk(rowGroup, VALUE).extension());
      assertThat(duplicate.length()).isEqualTo(ROWS_PER_GROUP * Double.BYTES);
      assertThat(footer.chunk(rowGroup, VALUE).secondEncoding()).isNull();
    }
    Path stripped = folder.resolve("stripped.parquet");
    FooterStripper.defaults().strip(attached, stripped);
    assertThat(stripped).hasSameBinaryContentAs(extended);
  }

  /** Of other unknown fields nothing is kept. */
  @Test
  void layout_without_thrift_refuses_to_lose_an_extension_of_another_struct() throws IOException {
    byte[] bytes = Files.readAllBytes(plain);
    byte[] footer = DuplicateEncoding.appendToRowGroup(footer(bytes), 0);
    Path file = folder.resolve("row-group.parquet");
    Files.write(
        file,
        ByteBuffer.allocate(bytes.length + footer.length - footer(bytes).length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(bytes, 0, bytes.length - TAIL - footer(bytes).length)
            .put(footer)
            .putInt(footer.length)
            .put(MAGIC)
            .array());

    assertThatThrownBy(
            () ->
                FooterAttacher.defaults()
                    .withLayout(FooterLayout.PAR3)
                    .attach(file, folder.resolve("par3.parquet")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("layout par3 would lose ")
        .hasMessageContaining("RowGroup");
  }
}
