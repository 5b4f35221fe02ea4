// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.iceberg.IcebergByteSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

/** A table of Iceberg, whose metadata is JSON, and its data file read as Arrow vectors. */
class IcebergTableTest {
  private static final org.apache.iceberg.Schema SCHEMA =
      new org.apache.iceberg.Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  private static void append(Table table) throws Exception {
    DataWriter<Record> writer =
        Parquet.writeData(table.io().newOutputFile(table.location() + "/data/a.parquet"))
            .schema(SCHEMA)
            .createWriterFunc(GenericParquetWriter::create)
            .withSpec(PartitionSpec.unpartitioned())
            .build();
    try (writer) {
      for (long id = 0; id < 3; id++) {
        writer.write(GenericRecord.create(SCHEMA).copy(Map.of("id", id, "name", "row " + id)));
      }
    }
    table.newAppend().appendFile(writer.toDataFile()).commit();
  }

  private static List<String> read(Table table, BufferAllocator allocator) throws Exception {
    List<String> rows = new ArrayList<>();
    // example: read
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        InputFile data = table.io().newInputFile(task.file().location());
        try (ParquetArrowReader reader =
            ParquetArrowReader.open(
                IcebergByteSource.open(data), ParquetReadOptions.defaults(), allocator)) {
          while (reader.loadNextBatch()) {
            rows.add(reader.getVectorSchemaRoot().contentToTSVString());
          }
        }
      }
    }
    // end
    return rows;
  }

  @Test
  void a_table_is_written_and_its_file_is_read() throws Exception {
    try (InMemoryCatalog catalog = new InMemoryCatalog();
        BufferAllocator allocator = new RootAllocator()) {
      catalog.initialize("memory", Map.of());
      catalog.createNamespace(Namespace.of("lake"));
      TableIdentifier name = TableIdentifier.of("lake", "events");
      append(catalog.createTable(name, SCHEMA));

      assertThat(read(catalog.loadTable(name), allocator))
          .containsExactly("id\tname\n0\trow 0\n1\trow 1\n2\trow 2\n");
    }
  }

  @Test
  void example_stands_in_the_document_as_it_runs_here() throws Exception {
    String source = "src/test/java/io/arrowparquet/consumer/IcebergTableTest.java";
    String here = between(Path.of(source), "// example: read\n", "    // end");
    String there =
        between(
            Path.of("../../docs/table-formats.md"),
            "<!-- iceberg example: read -->\n```java\n",
            "```");

    assertThat(there).isEqualTo(here.stripTrailing().stripIndent() + "\n");
  }

  static String between(Path file, String start, String end) throws Exception {
    String text = Files.readString(file);
    int from = text.indexOf(start) + start.length();
    return text.substring(from, text.indexOf(end, from));
  }

  /** Arrow's own use of Jackson. */
  @Test
  void a_schema_of_arrow_is_json_and_back() throws Exception {
    Schema schema = new Schema(List.of());

    assertThat(Schema.fromJSON(schema.toJson())).isEqualTo(schema);
  }
}
