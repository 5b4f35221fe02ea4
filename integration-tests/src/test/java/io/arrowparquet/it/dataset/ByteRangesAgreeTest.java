// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.dataset.ParquetScanPlan;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.SourceEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A range of bytes has the row groups that parquet-java reads of it, and so Hadoop, Spark and
 * Iceberg.
 *
 * @see ParquetScanPlan#withByteRange
 */
class ByteRangesAgreeTest {
  private static final int ROWS = 20_000;
  private static final int STEP = 7_001;

  @TempDir Path folder;

  @Test
  void row_groups_are_those_of_parquet_java() throws Exception {
    Path file = write();
    long length = Files.size(file);
    ParquetScanPlan plan =
        ParquetScanPlan.of(
            SourceEntry.of(file.toUri()),
            FooterReader.defaults().read(file),
            ParquetReadOptions.defaults().withColumns(List.of("b")));
    int found = 0;
    for (long start = 0; start < length; start += STEP) {
      ParquetScanPlan part = plan.withByteRange(start, start + STEP);
      List<Integer> ours =
          part.files().stream()
              .flatMap(planned -> planned.rowGroups().stream())
              .map(ParquetScanPlan.PlannedRowGroup::number)
              .collect(Collectors.toList());
      assertThat(ours).as("from " + start).isEqualTo(theirs(file, start, start + STEP));
      found += ours.size();
    }
    assertThat(found).isEqualTo(plan.files().get(0).rowGroups().size()).isGreaterThan(5);
  }

  private static List<Integer> theirs(Path file, long start, long end) throws Exception {
    var options =
        org.apache.parquet.ParquetReadOptions.builder(new PlainParquetConfiguration())
            .withRange(start, end)
            .build();
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
      Stream<BlockMetaData> blocks = reader.getRowGroups().stream();
      return blocks.map(BlockMetaData::getOrdinal).toList();
    }
  }

  private Path write() throws Exception {
    Path file = folder.resolve("rows.parquet");
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message rows { required int64 a; optional binary b (UTF8); required double c; }");
    SimpleGroupFactory rows = new SimpleGroupFactory(schema);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withRowGroupSize(40_000L)
            .withMinRowCountForPageSizeCheck(100)
            .withType(schema)
            .build()) {
      for (int row = 0; row < ROWS; row++) {
        Group group = rows.newGroup().append("a", (long) row * row).append("c", row / 7.0);
        writer.write(row % 3 == 0 ? group : group.append("b", "text" + row % 500));
      }
    }
    return file;
  }
}
