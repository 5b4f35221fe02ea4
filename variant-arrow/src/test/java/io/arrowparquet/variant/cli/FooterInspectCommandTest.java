// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
  void what_is_neither_column_nor_group_is_named() {
    assertThat(inspect("--columns", "a,v.q")).isEqualTo(1);

    assertThat(err.toString()).contains(file + ": has no column v.q");
  }
}
