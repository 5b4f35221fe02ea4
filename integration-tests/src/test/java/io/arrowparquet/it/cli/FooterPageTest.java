// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.arrowparquet.footer.file.FooterReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FooterPageTest {
  private static final String BEGIN = "<script type=\"application/json\" id=\"data\">";
  private static final String END = "</script>";

  /** Names that would end the script, begin a comment, or end a string. */
  private static final List<String> HOSTILE =
      List.of("</script><script>alert(1)</script>", "<!--<script>", "\"'&\u2028\\", "plain");

  private static final int CHUNK_BYTES = 30;

  @TempDir Path folder;
  private CommandLineTool tool;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    tool = new CommandLineTool(folder);
    file = folder.resolve("f.parquet");
    Files.write(file, parquetFile(HOSTILE));
  }

  /** A file whose chunks all are the same bytes. */
  private static byte[] parquetFile(List<String> columns) throws IOException {
    List<SchemaElement> schema = new ArrayList<>();
    schema.add(new SchemaElement("root").setNum_children(columns.size()));
    List<ColumnChunk> chunks = new ArrayList<>();
    for (String name : columns) {
      schema.add(
          new SchemaElement(name)
              .setType(Type.INT32)
              .setRepetition_type(FieldRepetitionType.REQUIRED));
      ColumnMetaData metaData =
          new ColumnMetaData(
              Type.INT32,
              List.of(Encoding.PLAIN),
              List.of(name),
              CompressionCodec.UNCOMPRESSED,
              1,
              CHUNK_BYTES,
              CHUNK_BYTES,
              4);
      chunks.add(new ColumnChunk(4).setMeta_data(metaData));
    }
    ByteArrayOutputStream footer = new ByteArrayOutputStream();
    Util.writeFileMetaData(
        new FileMetaData(
            1, schema, 1, List.of(new RowGroup(chunks, (long) CHUNK_BYTES * columns.size(), 1))),
        footer);
    byte[] magic = "PAR1".getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(CHUNK_BYTES + footer.size() + 12)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(magic)
        .put(new byte[CHUNK_BYTES])
        .put(footer.toByteArray())
        .putInt(footer.size())
        .put(magic)
        .array();
  }

  private String page() throws IOException {
    return Files.readString(folder.resolve("page.html"));
  }

  private JsonNode data() throws IOException {
    String page = page();
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    return new ObjectMapper().readTree(page.substring(begin, page.indexOf(END, begin)));
  }

  private static long sum(JsonNode numbers) {
    long sum = 0;
    for (JsonNode number : numbers) {
      sum += number.longValue();
    }
    return sum;
  }

  @Test
  void page_shows_every_byte_of_both_footers() throws Exception {
    int thriftLength = FooterReader.defaults().read(file).thriftLength();
    tool.run("footer", "attach", "--in-place", "f.parquet");

    assertThat(tool.run("footer", "inspect", "f.parquet", "--html", "page.html"))
        .isEqualTo(new CommandLineTool.Run(0, "", ""));

    JsonNode flat = data().at("/forms/0");
    JsonNode thrift = data().at("/forms/1");
    assertThat(flat.get("note").textValue()).isEqualTo("in the file, layout spec");
    assertThat(sum(flat.get("totals")))
        .isEqualTo(FooterReader.defaults().read(file).flatbufferLength());
    assertThat(sum(thrift.get("totals"))).isEqualTo(thriftLength);
    assertThat(data().get("parts")).hasSameSizeAs(flat.get("columns"));
  }

  @Test
  void names_are_data_whatever_they_hold() throws Exception {
    tool.run("footer", "inspect", "f.parquet", "--html", "page.html");

    List<String> names = new ArrayList<>();
    data().get("names").forEach(name -> names.add(name.textValue()));
    assertThat(names).isEqualTo(HOSTILE);
    // One element of data, one of code.
    assertThat(page().split("<script", -1)).hasSize(3);
    assertThat(page().split("</script", -1)).hasSize(3);
  }

  @Test
  void page_loads_nothing_from_elsewhere() throws Exception {
    tool.run("footer", "inspect", "f.parquet", "--html", "page.html");

    assertThat(page())
        .contains("default-src 'none'")
        .doesNotContain("https:", "src=", "href=", "@import", "url(", "fetch(");
  }

  @Test
  void existing_page_is_kept_unless_told() throws Exception {
    Path page = folder.resolve("page.html");
    Files.writeString(page, "precious");
    CommandLineTool.Run run = tool.run("footer", "inspect", "f.parquet", "--html", "page.html");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo("arrowparquet: page.html: exists already; --overwrite replaces it\n");
    assertThat(page).hasContent("precious");
    assertThat(
            tool.run("footer", "inspect", "f.parquet", "--html", "page.html", "--overwrite")
                .exitCode())
        .isZero();
    assertThat(page()).startsWith("<!DOCTYPE html>");
  }

  @Test
  void page_with_json_is_wrong_usage() throws Exception {
    CommandLineTool.Run run =
        tool.run("footer", "inspect", "f.parquet", "--html", "page.html", "--json");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(folder.resolve("page.html")).doesNotExist();
  }
}
