// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.variant.MalformedVariantException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowErrorsTest {
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType("message m { required int32 a; }");

  private final MalformedVariantException problem =
      new MalformedVariantException("size", 3, "9", "1");

  @TempDir private Path folder;

  private Path write(String name, int rows) throws IOException {
    Path file = folder.resolve(name);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(SCHEMA)
            .withRowGroupRowCountLimit(10)
            .build()) {
      for (int i = 0; i < rows; i++) {
        writer.write(new SimpleGroup(SCHEMA).append("a", i));
      }
    }
    return file;
  }

  @Test
  void rows_of_a_batch_become_rows_of_the_file() {
    assertThat(RowErrors.in("f: v", 4096, problem.at("$.x").atRow(2)))
        .hasMessage("f: v: row 4098, $.x: size at byte 3: found 9, expected 1");
    assertThat(RowErrors.in("f", 4096, problem)).hasMessage("f: " + problem.getMessage());
  }

  @Test
  void batch_of_a_set_is_in_one_of_its_files() throws IOException {
    Path first = write("1.parquet", 25);
    Path none = write("2.parquet", 0);
    ParquetFileSet set = ParquetFileSet.open(List.of(first, none, first, write("3.parquet", 5)));

    assertThat(RowErrors.in(set, 0, problem.atRow(3))).hasMessageStartingWith(first + ": row 3: ");
    assertThat(RowErrors.in(set, 20, problem.atRow(3)))
        .hasMessageStartingWith(first + ": row 23: ");
    assertThat(RowErrors.in(set, 35, problem.atRow(1)))
        .hasMessageStartingWith(first + ": row 11: ");
    assertThat(RowErrors.in(set, 50, problem.atRow(4)))
        .hasMessageStartingWith(folder.resolve("3.parquet") + ": row 4: ");
  }
}
