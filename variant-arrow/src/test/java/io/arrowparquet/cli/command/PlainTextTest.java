// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.arrowparquet.cli.Main;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainTextTest {
  /** Sets a title, turns colors on, goes to the start of the line; of one byte and of two. */
  private static final String EVIL = "\u001b]0;t\u0007\u009b31m\r\u007f";

  @TempDir private Path folder;
  private Path file;
  private String out;
  private String err;

  @BeforeEach
  void write_a_file_of_evil_names() throws IOException {
    try {
      file = folder.resolve("f" + EVIL + ".parquet");
    } catch (InvalidPathException e) {
      abort("names of files cannot be evil here: " + e);
    }
    FieldType text = new FieldType(true, ArrowType.Utf8.INSTANCE, null);
    Schema schema =
        new Schema(
            List.of(new Field("c" + EVIL + "\n d", text, null)), Map.of("k" + EVIL, "v" + EVIL));
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, schema, ParquetWriteOptions.defaults(), allocator)) {
      VarCharVector values = (VarCharVector) root.getVector(0);
      values.setSafe(0, ("x" + EVIL).getBytes(StandardCharsets.UTF_8));
      root.setRowCount(1);
      writer.write(root);
      writer.finish();
    }
  }

  private int run(String... args) {
    StringWriter outText = new StringWriter();
    StringWriter errText = new StringWriter();
    int code = Main.run(new PrintWriter(outText), new PrintWriter(errText), args);
    out = outText.toString();
    err = errText.toString();
    assertThat(out + err).as("%s", List.of(args)).matches("[^\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]*");
    return code;
  }

  private static List<String> strings(String json) throws IOException {
    List<String> strings = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME || token == JsonToken.VALUE_STRING) {
          strings.add(parser.getText());
        }
      }
    }
    return strings;
  }

  @Test
  void texts_of_people_have_no_control_characters() {
    assertThat(run("footer", "inspect", file.toString())).isZero();
    assertThat(out)
        .contains("c\\u001b]0;t\\u0007\\u009b31m\\u000d\\u007f\\u000a d", "k\\u001b]0;t\\u0007");

    assertThat(run("footer", "verify", file.toString())).isZero();
    assertThat(run("footer", "verify", file + "x")).isEqualTo(1);
    assertThat(err).contains("\\u001b]0;t\\u0007\\u009b31m");
    assertThat(run("footer", "inspect", file.toString(), "--columns", "no" + EVIL)).isEqualTo(1);
    assertThat(run("footer", "inspect", file.toString(), "--no" + EVIL)).isEqualTo(2);
    assertThat(run("variant", "schema", file.toString(), "--column", "c" + EVIL)).isEqualTo(1);
    assertThat(run("scan", file.toString(), "--columns", "no" + EVIL, "--debug")).isEqualTo(1);
    assertThat(run("footer", "--help")).isZero();
  }

  @Test
  void json_has_the_same_strings_without_control_characters() throws IOException {
    assertThat(run("scan", file.toString())).isZero();
    assertThat(strings(out)).containsExactly("c" + EVIL + "\n d", "x" + EVIL);

    assertThat(run("footer", "inspect", file.toString(), "--json")).isZero();
    assertThat(strings(out)).contains("c" + EVIL + "\n d", "k" + EVIL, "v" + EVIL);
  }

  @Test
  void bundles_have_names_without_control_characters() throws IOException {
    String bundle = folder.resolve("b").toString();
    assertThat(run("bundle", "create", "--output", bundle, file.toString())).as(() -> err).isZero();
    String name = file.getFileName().toString();
    assertThat(run("bundle", "find", bundle, name)).as(() -> err).isZero();
    assertThat(out).startsWith("f\\u001b]0;t\\u0007");
    assertThat(run("bundle", "find", bundle, "no" + EVIL)).isEqualTo(1);
    assertThat(run("bundle", "verify", bundle)).isZero();
    assertThat(run("bundle", "inspect", bundle, "--json")).isZero();
    assertThat(strings(out)).contains(name);
  }

  @Test
  void line_breaks_and_tabs_stay_but_in_names() {
    StringWriter text = new StringWriter();
    PrintWriter plain = PlainText.to(text, true);
    plain.print("a\tb\nc\r\nd\re\u0085");
    plain.print('\u001b');
    assertThat(text.toString()).isEqualTo("a\tb\nc\r\nd\\u000de\\u0085\\u001b");
    assertThat(PlainText.line("a\tb\n\u00e9\ud83d\ude00"))
        .isEqualTo("a\\u0009b\\u000a\u00e9\ud83d\ude00");
    assertThat(PlainText.line("plain")).isSameAs("plain");
  }
}
