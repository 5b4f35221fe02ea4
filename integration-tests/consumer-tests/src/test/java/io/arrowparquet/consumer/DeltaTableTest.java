// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowPositions;
import io.delta.kernel.Scan;
import io.delta.kernel.Table;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.deletionvectors.Base85Codec;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table of Delta with partitions and deletion vectors, read as its own kernel reads it. */
class DeltaTableTest {
  /** The rows 1 and 3: magic; one bitmap, of the high bits 0, with one array. */
  private static final byte[] DELETED =
      HexFormat.of()
          .parseHex(
              "d1d33964"
                  + "0100000000000000"
                  + "00000000"
                  + "3a300000"
                  + "01000000"
                  + "00000100"
                  + "10000000"
                  + "01000300");

  @TempDir Path folder;

  /** Five rows, from {@code first} on; an entry of the log, with this deletion vector. */
  private String add(String day, long first, String vector) throws Exception {
    Path file = Files.createDirectories(folder.resolve("day=" + day)).resolve("part.parquet");
    Schema schema = new Schema(List.of(Field.notNullable("id", new ArrowType.Int(64, true))));
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot rows = VectorSchemaRoot.create(schema, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, schema, ParquetWriteOptions.defaults(), allocator)) {
      BigIntVector ids = (BigIntVector) rows.getVector("id");
      for (int row = 0; row < 5; row++) {
        ids.setSafe(row, first + row);
      }
      rows.setRowCount(5);
      writer.write(rows);
      writer.finish();
    }
    return String.format(
        "{'add':{'path':'day=%s/part.parquet','partitionValues':{'day':'%s'},'size':%d,"
            + "'modificationTime':0,'dataChange':true%s}}\n",
        day, day, Files.size(file), vector);
  }

  private static String vector(String storage, String where) {
    return String.format(
        ",'deletionVector':{'storageType':'%s','pathOrInlineDv':'%s','offset':1,"
            + "'sizeInBytes':%d,'cardinality':2}",
        storage, where, DELETED.length);
  }

  private String writeTable() throws Exception {
    CRC32 checksum = new CRC32();
    checksum.update(DELETED);
    ByteBuffer stored = ByteBuffer.allocate(DELETED.length + 9);
    stored.put((byte) 1).putInt(DELETED.length).put(DELETED).putInt((int) checksum.getValue());
    Path vectors = Files.write(folder.resolve("vectors.bin"), stored.array());
    UUID name = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
    Files.write(folder.resolve("deletion_vector_" + name + ".bin"), stored.array());

    String log =
        "{'protocol':{'minReaderVersion':3,'minWriterVersion':7,"
            + "'readerFeatures':['deletionVectors'],'writerFeatures':['deletionVectors']}}\n"
            + "{'metaData':{'id':'t','format':{'provider':'parquet','options':{}},"
            + "'schemaString':'{`type`:`struct`,`fields`:["
            + "{`name`:`id`,`type`:`long`,`nullable`:true,`metadata`:{}},"
            + "{`name`:`day`,`type`:`string`,`nullable`:true,`metadata`:{}}]}',"
            + "'partitionColumns':['day'],'configuration':{}}}\n"
            + add("1", 0, "")
            + add("2", 10, vector("p", vectors.toUri().toString()))
            + add("3", 20, vector("u", Base85Codec.encodeUUID(name)));
    Path first = folder.resolve("_delta_log/00000000000000000000.json");
    Files.createDirectories(first.getParent());
    Files.writeString(first, log.replace("'", "\"").replace("`", "\\\""), UTF_8);
    return folder.toUri().toString();
  }

  private static List<String> read(String table, BufferAllocator allocator) throws Exception {
    List<String> rows = new ArrayList<>();
    // example: delta
    Engine engine = DefaultEngine.create(new Configuration());
    Scan scan = Table.forPath(engine, table).getLatestSnapshot(engine).getScanBuilder().build();
    Field day = Field.nullable("day", ArrowType.Utf8.INSTANCE);
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> files = batches.next().getRows()) {
          while (files.hasNext()) {
            Row file = files.next();
            String value = InternalScanFileUtils.getPartitionValues(file).get("day");
            ParquetReadOptions options =
                ParquetReadOptions.defaults()
                    .withRowColumns(List.of(RowColumn.constant(day, value)));
            DeletionVectorDescriptor deleted =
                InternalScanFileUtils.getDeletionVectorDescriptorFromRow(file);
            if (deleted != null) {
              ByteBuffer vector = vector(deleted, table);
              options = options.withoutRows(RowPositions.ofDeletionVector(vector));
            }
            URI data = URI.create(InternalScanFileUtils.getAddFileStatus(file).getPath());
            try (ParquetArrowReader reader =
                ParquetArrowReader.open(Path.of(data), options, allocator)) {
              while (reader.loadNextBatch()) {
                rows.add(reader.getVectorSchemaRoot().contentToTSVString());
              }
            }
          }
        }
      }
    }
    // end
    return rows;
  }

  // example: vector
  /** In the log, or in a file: its length, the vector, and its CRC-32. */
  private static ByteBuffer vector(DeletionVectorDescriptor deleted, String table)
      throws Exception {
    if (deleted.getStorageType().equals(DeletionVectorDescriptor.INLINE_DV_MARKER)) {
      return ByteBuffer.wrap(deleted.inlineData());
    }
    Path path = Path.of(URI.create(deleted.getAbsolutePath(table)));
    try (FileChannel file = FileChannel.open(path)) {
      int length = Integer.BYTES + deleted.getSizeInBytes() + Integer.BYTES;
      return file.map(FileChannel.MapMode.READ_ONLY, deleted.getOffset().orElse(0), length);
    }
  }

  // end

  /** As the kernel's own reader has them. */
  private static List<String> peerReads(String table) throws Exception {
    List<String> rows = new ArrayList<>();
    Engine engine = DefaultEngine.create(new Configuration());
    Scan scan = Table.forPath(engine, table).getLatestSnapshot(engine).getScanBuilder().build();
    Row state = scan.getScanState(engine);
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> files = batches.next().getRows()) {
          while (files.hasNext()) {
            Row file = files.next();
            FileStatus status = InternalScanFileUtils.getAddFileStatus(file);
            CloseableIterator<ColumnarBatch> physical =
                engine
                    .getParquetHandler()
                    .readParquetFiles(
                        Utils.singletonCloseableIterator(status),
                        ScanStateRow.getPhysicalDataReadSchema(engine, state),
                        Optional.empty());
            try (CloseableIterator<FilteredColumnarBatch> logical =
                Scan.transformPhysicalData(engine, state, file, physical)) {
              while (logical.hasNext()) {
                logical
                    .next()
                    .getRows()
                    .forEachRemaining(row -> rows.add(row.getLong(0) + "\t" + row.getString(1)));
              }
            }
          }
        }
      }
    }
    return rows;
  }

  @Test
  void rows_and_partitions_are_those_that_the_kernel_reads() throws Exception {
    String table = writeTable();
    List<String> read;
    try (BufferAllocator allocator = new RootAllocator()) {
      read = read(table, allocator);
    }

    assertThat(read).hasSize(3).contains("id\tday\n10\t2\n12\t2\n14\t2\n");
    assertThat(read.stream().flatMap(String::lines).filter(line -> !line.startsWith("id")))
        .hasSize(11)
        .containsExactlyInAnyOrderElementsOf(peerReads(table));
  }

  /** Of which the kernel takes the encoded bytes for a path. */
  @Test
  void vector_in_the_log_is_read() throws Exception {
    DeletionVectorDescriptor inline =
        new DeletionVectorDescriptor(
            DeletionVectorDescriptor.INLINE_DV_MARKER,
            Base85Codec.encodeBytes(DELETED),
            Optional.empty(),
            DELETED.length,
            2);

    assertThat(RowPositions.ofDeletionVector(vector(inline, folder.toString())))
        .isEqualTo(RowPositions.of(1, 3));
  }

  @Test
  void examples_stand_in_the_document_as_they_run_here() throws Exception {
    Path source = Path.of("src/test/java/io/arrowparquet/consumer/DeltaTableTest.java");
    Path document = Path.of("../../docs/table-formats.md");
    for (String name : List.of("delta", "vector")) {
      String here = IcebergTableTest.between(source, "// example: " + name + "\n", "// end");
      String there =
          IcebergTableTest.between(
              document, "<!-- delta example: " + name + " -->\n```java\n", "```");

      assertThat(there.strip()).isEqualTo(here.stripIndent().strip());
    }
  }
}
