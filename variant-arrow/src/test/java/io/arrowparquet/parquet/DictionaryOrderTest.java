// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Texts of a dictionary page in batches of every size.
 *
 * @see io.arrowparquet.parquet.internal.encoding.DictionaryBinary
 * @see io.arrowparquet.parquet.internal.column.BinaryColumnDecoder
 */
class DictionaryOrderTest {
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType("message m { required binary s (STRING); }");

  @TempDir private Path directory;

  /**
   * Values of a dictionary page stand four bytes apart. The last value of a batch of these ends as
   * many bytes after the start of the first as all values of the batch have together.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a a a a a bb",
        "a bb ccccccccc dddd a dddd bb",
        "a bb ccccccccc dddd a a ccccccccc ccccccccc"
      })
  void values_come_in_the_order_of_the_rows_however_they_lie_in_the_dictionary(String words)
      throws IOException {
    List<String> rows = List.of(words.split(" "));
    Path file = directory.resolve("words.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file)).withType(SCHEMA).build()) {
      for (String word : rows) {
        writer.write(new SimpleGroup(SCHEMA).append("s", word));
      }
    }

    for (int batchSize = 1; batchSize <= rows.size(); batchSize++) {
      assertThat(read(file, batchSize)).isEqualTo(rows);
    }
  }

  private static List<String> read(Path file, int batchSize) throws IOException {
    List<String> rows = new ArrayList<>();
    ParquetReadOptions options = ParquetReadOptions.defaults().withBatchSize(batchSize);
    try (RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        for (int row = 0; row < root.getRowCount(); row++) {
          rows.add(root.getVector(0).getObject(row).toString());
        }
      }
    }
    return rows;
  }
}
