// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.footer;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FooterInspectCommandTest {
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          "message m { required int32 v2; required int32 a;"
              + " required group v { required int32 x; required group y { required int32 z; } } }");

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = directory.resolve("nested.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file)).withType(SCHEMA).build()) {
      Group row = new SimpleGroup(SCHEMA).append("v2", 1).append("a", 2);
      row.addGroup("v").append("x", 3).addGroup("y").append("z", 4);
      writer.write(row);
    }
  }

  private int inspect(String... options) {
    String[] args = new String[options.length + 3];
    args[0] = "footer";
    args[1] = "inspect";
    args[2] = file.toString();
    System.arraycopy(options, 0, args, 3, options.length);
    return Main.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  @Test
  void group_stands_for_the_columns_below_it() {
    assertThat(inspect("--columns", "v,a")).isZero();

    assertThat(out.toString()).contains("v.x: INT32", "v.y.z: INT32", "a: INT32");
    assertThat(out.toString()).doesNotContain("v2: INT32");
  }

  @Test
  void group_stands_for_the_columns_below_it_in_json() {
    assertThat(inspect("--json", "--columns", "v.y")).isZero();

    assertThat(out.toString().split("path_in_schema", -1)).hasSize(2);
    assertThat(out.toString()).containsPattern("path_in_schema\"[^]]*\"z\"");
  }

  @Test
  void columns_of_one_dotted_path_are_all_shown() throws IOException {
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message m { required int32 p.q; required group p { required binary q; } }");
    file = directory.resolve("dots.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file)).withType(type).build()) {
      Group row = new SimpleGroup(type).append("p.q", 1);
      row.addGroup("p").append("q", "x");
      writer.write(row);
    }

    assertThat(inspect("--columns", "p.q")).isZero();
    assertThat(out.toString()).contains("p.q: INT32", "p.q: BYTE_ARRAY");
    out.getBuffer().setLength(0);
    assertThat(inspect("--json", "--columns", "p.q")).isZero();
    assertThat(out.toString().split("path_in_schema", -1)).hasSize(3);
  }

  @Test
  void near_names_are_told() {
    assertThat(inspect("--columns", "v.y.zz")).isEqualTo(1);
    assertThat(err.toString()).contains("column v.y.zz: found no such column", "(near: v.y.z)");
  }

  @Test
  void a_plain_column_is_told_to_be_no_variant() {
    int exit =
        Main.run(
            new PrintWriter(out),
            new PrintWriter(err),
            "variant",
            "cat",
            file.toString(),
            "--column",
            "a");
    assertThat(exit).isEqualTo(1);
    assertThat(err.toString())
        .contains("column a: found no Variant column, but one of type int not null, expected");
  }

  @Test
  void what_is_neither_column_nor_group_is_named() {
    assertThat(inspect("--columns", "a,v.q")).isEqualTo(1);

    assertThat(err.toString()).contains(file + ": column v.q: found no such column");
  }
}
