// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.variant;

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
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Annotations of other columns that a rewritten file loses are told.
 *
 * @see VariantRewriteCommand
 */
class VariantRewriteTest {
  private static final String VARIANT =
      "required group v (VARIANT(1)) { required binary metadata; required binary value; }";

  @TempDir private Path directory;

  @Test
  void annotations_that_the_copy_does_not_keep_are_told() throws IOException {
    assertThat(
            shred(
                "optional binary kind (ENUM); optional group s { optional binary shape"
                    + " (GEOMETRY(OGC:CRS84)); } optional fixed_len_byte_array(12) gap (INTERVAL);"
                    + " optional int32 at (TIME(MILLIS,true)); optional int32 local"
                    + " (TIME(MILLIS,false)); optional binary text (STRING); "))
        .contains(
            "plain.parquet: the copy does not annotate"
                + " [kind as ENUM, s.shape as GEOMETRY, gap as INTERVAL, at as TIME of UTC]");
  }

  @Test
  void nothing_is_told_where_nothing_is_lost() throws IOException {
    assertThat(shred("optional binary text (STRING); optional int32 day (DATE); "))
        .doesNotContain("annotate");
  }

  /** What is printed to the user. */
  private String shred(String otherColumns) throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType("message m { " + otherColumns + VARIANT + " }");
    Path file = directory.resolve("plain.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file)).withType(schema).build()) {
      Group row = new SimpleGroup(schema);
      row.addGroup("v")
          .append("metadata", Binary.fromConstantByteArray(new byte[] {1, 0, 0}))
          .append("value", Binary.fromConstantByteArray(new byte[] {3 << 2, 7}));
      writer.write(row);
    }
    StringWriter err = new StringWriter();
    int code =
        Main.run(
            new PrintWriter(new StringWriter()),
            new PrintWriter(err),
            "variant",
            "shred",
            file.toString(),
            "--column",
            "v",
            "--output",
            directory.resolve("shredded.parquet").toString());
    assertThat(code).as(err.toString()).isZero();
    return err.toString();
  }
}
