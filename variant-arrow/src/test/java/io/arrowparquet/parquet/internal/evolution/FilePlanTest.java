// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.internal.filter.RowColumnPlaces;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilePlanTest {
  private static final String SCHEMA =
      "message m {"
          + " required int32 top;"
          + " required group a { optional group b { optional int32 c; } optional int32 bb; }"
          + " required group d.e { optional int32 f.g; }"
          + " required group d { optional group e { optional int32 h; } } }";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "top, true",
    "to, false",
    "top.x, false",
    "a, true",
    "a.b, true",
    "a.b.c, true",
    "a.b.c.d, false",
    "a.bb, true",
    "a.c, false",
    "b, false",
    "b.c, false",
    "d, true",
    "d.e, true",
    "d.e.f, false",
    "d.e.f.g, true",
    "d.e.h, true",
    "d.e.g, false",
    "d.e.h.g, false"
  })
  void a_path_is_that_of_a_column_or_of_a_group_with_columns(String path, boolean expected)
      throws IOException {
    Path file = folder.resolve("f.parquet");
    ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(MessageTypeParser.parseMessageType(SCHEMA))
            .build();
    writer.close();
    FlatFooter footer = FooterReader.defaults().read(file).footer();

    assertThat(RowColumnPlaces.has(footer, path)).isEqualTo(expected);
  }
}
