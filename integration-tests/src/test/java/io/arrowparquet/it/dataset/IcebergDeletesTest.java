// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.iceberg.IcebergByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tables of Iceberg with deleted rows and partitions, read by Iceberg and from what its plan says
 * of each file: position deletes of version 2, deletion vectors of version 3, constants, positions,
 * files and row lineage.
 *
 * @see RowPositions
 * @see RowColumn
 */
class IcebergDeletesTest {
  private static final int TABLES = 25;
  private static final int READS = 10;
  private static final Schema SCHEMA =
      new Schema(
          NestedField.required(1, "id", Types.LongType.get()),
          NestedField.optional(2, "part", Types.StringType.get()),
          NestedField.optional(3, "text", Types.StringType.get()),
          NestedField.optional(4, "list", Types.ListType.ofOptional(5, Types.IntegerType.get())));
  private static final PartitionSpec SPEC =
      PartitionSpec.builderFor(SCHEMA).identity("part").build();

  private final RootAllocator allocator = new RootAllocator();
  private final InMemoryCatalog catalog = new InMemoryCatalog();
  private int tables;

  IcebergDeletesTest() {
    catalog.initialize("tables", Map.of());
    catalog.createNamespace(Namespace.of("db"));
  }

  @AfterEach
  void nothing_leaks() throws IOException {
    catalog.close();
    allocator.close();
  }

  @Test
  void position_deletes_of_version_2_give_the_rows_that_iceberg_gives() throws IOException {
    for (int seed = 0; seed < TABLES; seed++) {
      readsAlike(2, new Random(seed));
    }
  }

  @Test
  void deletion_vectors_of_version_3_give_the_rows_that_iceberg_gives() throws IOException {
    for (int seed = 0; seed < TABLES; seed++) {
      readsAlike(3, new Random(1_000 + seed));
    }
  }

  private void readsAlike(int version, Random random) throws IOException {
    Table table = table(version, random);
    Map<FileScanTask, RowPositions> deletes = new LinkedHashMap<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        deletes.put(task, deletes(table, task));
      }
    }
    for (int i = 0; i < READS; i++) {
      long least = random.nextBoolean() ? 0 : random.nextInt(900);
      List<NestedField> fields = new ArrayList<>();
      for (NestedField field : SCHEMA.columns()) {
        // Iceberg's generic reader wants the columns of its filter.
        if (field.name().equals("id") || random.nextInt(4) > 0) {
          fields.add(field);
        }
      }
      fields.add(MetadataColumns.ROW_POSITION);
      fields.add(MetadataColumns.FILE_PATH);
      if (version == 3) {
        fields.add(MetadataColumns.ROW_ID);
      }
      Schema projection = new Schema(fields);
      List<String> expected = new ArrayList<>();
      try (CloseableIterable<Record> rows =
          IcebergGenerics.read(table)
              .where(Expressions.greaterThanOrEqual("id", least))
              .project(projection)
              .build()) {
        rows.forEach(row -> expected.add(IcebergRecords.text(projection.asStruct(), row)));
      }
      List<String> found = new ArrayList<>();
      for (Map.Entry<FileScanTask, RowPositions> task : deletes.entrySet()) {
        DataFile file = task.getKey().file();
        read(table, file, task.getValue(), projection, least, random, found);
      }
      // Files may be planned in any order.
      Collections.sort(expected);
      Collections.sort(found);
      assertThat(found).as("%s from %s of %s", projection, least, table).isEqualTo(expected);
    }
  }

  private void read(
      Table table,
      DataFile file,
      RowPositions deletes,
      Schema projection,
      long least,
      Random random,
      List<String> found)
      throws IOException {
    List<String> columns = new ArrayList<>();
    List<RowColumn> rowColumns = new ArrayList<>();
    for (NestedField field : projection.columns()) {
      switch (field.name()) {
        case "_pos" -> rowColumns.add(RowColumn.position("_pos"));
        case "_file" -> rowColumns.add(RowColumn.file("_file"));
        case "_row_id" ->
            rowColumns.add(RowColumn.lineage("_row_id", "_row_id", file.firstRowId()));
        case "part" -> {
          columns.add("part");
          rowColumns.add(
              RowColumn.constant(
                  Field.nullable("part", ArrowType.Utf8.INSTANCE),
                  file.partition().get(0, String.class)));
        }
        default -> columns.add(field.name());
      }
    }
    boolean flagged = random.nextInt(3) == 0;
    if (flagged) {
      rowColumns.add(RowColumn.deleted("_deleted"));
    }
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(columns)
            .withFilter(Operand.column("id").isAtLeast(least))
            .withoutRows(deletes)
            .withRowColumns(rowColumns)
            .withBatchSize(1 + random.nextInt(300));
    try (ByteSource source = IcebergByteSource.open(table.io().newInputFile(file.location()));
        ParquetArrowReader reader = ParquetArrowReader.open(source, options, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        for (int row = 0; row < root.getRowCount(); row++) {
          if (!flagged || ((BitVector) root.getVector("_deleted")).get(row) == 0) {
            found.add(text(projection, root, row));
          }
        }
      }
    }
  }

  private static String text(Schema projection, VectorSchemaRoot root, int row) {
    List<String> fields = new ArrayList<>();
    for (NestedField field : projection.columns()) {
      String value = IcebergRecords.text(field.type(), root.getVector(field.name()), row);
      fields.add(field.name() + "=" + value);
    }
    return fields.toString();
  }

  /** Null where the file has no deletes. */
  private RowPositions deletes(Table table, FileScanTask task) throws IOException {
    List<Long> rows = new ArrayList<>();
    for (DeleteFile delete : task.deletes()) {
      if (delete.format() == FileFormat.PUFFIN) {
        byte[] vector = new byte[Math.toIntExact(delete.contentSizeInBytes())];
        try (SeekableInputStream in = table.io().newInputFile(delete.location()).newStream()) {
          in.seek(delete.contentOffset());
          assertThat(in.readNBytes(vector, 0, vector.length)).isEqualTo(vector.length);
        }
        return RowPositions.ofDeletionVector(ByteBuffer.wrap(vector));
      }
      ParquetReadOptions ofFile =
          ParquetReadOptions.defaults()
              .withColumns(List.of("pos"))
              .withFilter(Operand.column("file_path").isEqualTo(task.file().location()));
      try (ByteSource source = IcebergByteSource.open(table.io().newInputFile(delete.location()));
          ParquetArrowReader reader = ParquetArrowReader.open(source, ofFile, allocator)) {
        while (reader.loadNextBatch()) {
          BigIntVector positions = (BigIntVector) reader.getVectorSchemaRoot().getVector("pos");
          for (int row = 0; row < positions.getValueCount(); row++) {
            rows.add(positions.get(row));
          }
        }
      }
    }
    return rows.isEmpty()
        ? null
        : RowPositions.of(rows.stream().mapToLong(Long::longValue).toArray());
  }

  private Table table(int version, Random random) throws IOException {
    Table table =
        catalog
            .buildTable(TableIdentifier.of("db", "v" + version + "_" + tables++), SCHEMA)
            .withPartitionSpec(SPEC)
            .withProperty(TableProperties.FORMAT_VERSION, "" + version)
            .create();
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(2); i++) {
      DataFile file = data(table, "data" + i, 1 + random.nextInt(600), random);
      table.newAppend().appendFile(file).commit();
      files.add(file);
    }
    RowDelta delta = table.newRowDelta();
    if (version == 2) {
      for (int i = 0; i < random.nextInt(3); i++) {
        for (DataFile file : files) {
          delta.addDeletes(positionDeletes(table, "deletes" + i, file, random));
        }
      }
    } else {
      OutputFileFactory puffin =
          OutputFileFactory.builderFor(table, 1, 1).format(FileFormat.PUFFIN).build();
      BaseDVFileWriter writer = new BaseDVFileWriter(puffin, path -> null);
      for (DataFile file : files) {
        for (long row : rows(file, random)) {
          writer.delete(file.location(), row, SPEC, file.partition());
        }
      }
      writer.close();
      writer.result().deleteFiles().forEach(delta::addDeletes);
    }
    delta.commit();
    table.refresh();
    return table;
  }

  /** The file's own values of the partition's column are others: nobody may read them. */
  private static DataFile data(Table table, String name, int rows, Random random)
      throws IOException {
    OutputFile out = table.io().newOutputFile(table.location() + "/" + name + ".parquet");
    FileAppender<Record> writer =
        Parquet.write(out)
            .schema(SCHEMA)
            .set(TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES, "2000")
            .set(TableProperties.PARQUET_ROW_GROUP_CHECK_MIN_RECORD_COUNT, "50")
            .set(TableProperties.PARQUET_ROW_GROUP_CHECK_MAX_RECORD_COUNT, "100")
            .set(TableProperties.PARQUET_PAGE_ROW_LIMIT, "20")
            .createWriterFunc(GenericParquetWriter::create)
            .build();
    try (writer) {
      long id = random.nextInt(300);
      for (int row = 0; row < rows; row++) {
        GenericRecord record = GenericRecord.create(SCHEMA);
        id += random.nextInt(3);
        record.set(0, id);
        record.set(1, "not to be read");
        record.set(2, random.nextInt(5) == 0 ? null : "text " + random.nextInt(1000));
        record.set(3, random.nextInt(5) == 0 ? null : List.of(random.nextInt(), row));
        writer.add(record);
      }
    }
    PartitionData partition = new PartitionData(SPEC.partitionType());
    partition.set(0, random.nextInt(4) == 0 ? null : "partition " + random.nextInt(9));
    return DataFiles.builder(SPEC)
        .withPath(out.location())
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(writer.length())
        .withMetrics(writer.metrics())
        .withPartition(partition)
        .build();
  }

  private static long[] rows(DataFile file, Random random) {
    int every = 1 + random.nextInt(random.nextBoolean() ? 3 : 40);
    // A writer of deletes makes no file without one.
    return LongStream.range(0, file.recordCount())
        .filter(row -> row == 0 || random.nextInt(every) == 0)
        .toArray();
  }

  private static DeleteFile positionDeletes(Table table, String name, DataFile file, Random random)
      throws IOException {
    String place = file.location() + "." + name + ".parquet";
    PositionDeleteWriter<Record> writer =
        Parquet.writeDeletes(table.io().newOutputFile(place))
            .withSpec(SPEC)
            .withPartition(file.partition())
            .createWriterFunc(GenericParquetWriter::create)
            .overwrite()
            .buildPositionWriter();
    try (writer) {
      PositionDelete<Record> delete = PositionDelete.create();
      for (long row : rows(file, random)) {
        writer.write(delete.set(file.location(), row));
      }
    }
    return writer.toDeleteFile();
  }
}
