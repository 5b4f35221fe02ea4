// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearPathsTest {
  @TempDir Path folder;
  private FlatFooter footer;

  @BeforeEach
  void write() throws IOException {
    Path file = folder.resolve("schema.parquet");
    ExampleParquetWriter.builder(new LocalOutputFile(file))
        .withType(
            MessageTypeParser.parseMessageType(
                "message m { required int32 Amount; required group order { required int32 price;"
                    + " required int32 a.b; required group items { required int32 price; } }"
                    + " required int32 a.b; required group a { required int32 b; }"
                    + " required int32 col1; required int32 col2; required int32 col3; required int32 col4;"
                    + " }"))
        .build()
        .close();
    footer = FooterReader.defaults().read(file).footer();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "amount | Amount",
        "Amont | Amount",
        "order.prices | order.price",
        "price | order.price, order.items.price",
        "lines.items | order.items",
        "col9 | col1, col2, col3",
        "x | ''",
        "nothing like it | ''",
        "items | order.items",
        "order | ''",
        "'' | ''",
      })
  void are_those_of_few_other_letters_and_of_the_same_last_name(String path, String near) {
    assertThat(String.join(", ", NearPaths.of(footer, path))).isEqualTo(near);
    assertThat(NearPaths.hint(footer, path))
        .isEqualTo(near.isEmpty() ? "" : " (near: " + near + ")");
  }

  @Test
  void very_long_paths_are_near_to_none() {
    assertThat(NearPaths.of(footer, "x".repeat(100_000))).isEmpty();
  }

  @Test
  void every_column_of_a_dotted_path_is_found() {
    List<Integer> columns = footer.findColumns("a.b");

    assertThat(columns).hasSize(2).isSorted();
    assertThat(columns).allMatch(column -> footer.columnPath(column).equals("a.b"));
    assertThat(footer.findColumns("order.a.b")).hasSize(1);
    assertThat(footer.findColumns("order")).isEmpty();
  }
}
