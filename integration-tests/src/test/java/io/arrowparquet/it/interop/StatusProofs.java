// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VectorTypes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.duckdb.DuckDBResultSet;
import org.junit.jupiter.api.io.TempDir;

/** Ways to prove that a feature of the format is written and read. */
abstract class StatusProofs {
  static final ParquetWriteOptions PLAIN = ParquetWriteOptions.defaults().withDictionary(false);
  static final long ROWS = 3_000;

  /** Who reads what DuckDB refuses. */
  private static final Map<String, RowReader> OTHER_PEERS =
      Map.of(
          "encoding-byte-stream-split-extended", new ParquetJavaRows(),
          "compression-lz4-deprecated", new ArrowDatasetRows());

  @TempDir Path folder;
  final Map<String, String> proven = new LinkedHashMap<>();

  /** Values by row {@code i}, and what the footer says of their column. */
  void prove(
      String feature, String values, ParquetWriteOptions options, Predicate<ColumnChunkView> isUsed)
      throws Exception {
    Path file = write(feature, values, options);
    assertThat(isUsed.test(chunk(file))).as(feature).isTrue();
    List<String> expected = query("SELECT (" + values + ")::VARCHAR FROM range(" + ROWS + ") t(i)");
    proveRows(feature, file, expected);
  }

  void proveRows(String feature, Path file, List<String> expected) throws Exception {
    Path again = folder.resolve(feature + ".again.parquet");
    copy(file, again);
    assertThat(query("SELECT v::VARCHAR FROM '" + again + "'")).as(feature).isEqualTo(expected);
    RowReader peer = OTHER_PEERS.get(feature);
    if (peer != null) {
      assertThat(peer.rows(file)).as(feature).isEqualTo(peer.rows(again));
    } else {
      assertThat(query("SELECT v::VARCHAR FROM '" + file + "'")).as(feature).isEqualTo(expected);
    }
    proven.put(feature, "full");
  }

  /** Types that DuckDB does not export: vectors, and what DuckDB calls the values. */
  void proveVectors(
      String feature,
      Field field,
      LogicalType logical,
      ObjIntConsumer<FieldVector> setter,
      String expected)
      throws Exception {
    Path file = folder.resolve(feature + ".parquet");
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = VectorSchemaRoot.create(new Schema(List.of(field)), allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, batch.getSchema(), PLAIN, allocator)) {
      for (int row = 0; row < ROWS; row++) {
        setter.accept(batch.getVector("v"), row);
      }
      batch.setRowCount((int) ROWS);
      writer.write(batch);
      writer.finish();
    }
    SchemaElementView element = FooterReader.defaults().read(file).footer().schemaElement(1);
    assertThat(element.logicalType()).as(feature).isEqualTo(logical);
    proveRows(feature, file, query("SELECT (" + expected + ")::VARCHAR FROM range(3000) t(i)"));
  }

  /** What parquet-java writes, and the objects that vectors have of it. */
  void proveRead(String feature, Type column, IntFunction<Object> written, IntFunction<?> expected)
      throws Exception {
    Path file = folder.resolve(feature + ".parquet");
    MessageType schema = new MessageType("m", column);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_1_0)
            .build()) {
      for (int row = 0; row < ROWS; row++) {
        Group group = new SimpleGroup(schema);
        if (written.apply(row) instanceof Binary binary) {
          group.add("v", binary);
        } else {
          group.add("v", (Long) written.apply(row));
        }
        writer.write(group);
      }
    }
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withTypes(VectorTypes.defaults().withIntervals(true));
    int row = 0;
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        FieldVector values = reader.getVectorSchemaRoot().getVector("v");
        for (int i = 0; i < values.getValueCount(); i++) {
          assertThat(values.getObject(i)).as(feature + " " + row).isEqualTo(expected.apply(row++));
        }
      }
    }
    assertThat(row).isEqualTo((int) ROWS);
    proven.put(feature, "read");
  }

  static byte[] text(int row) {
    return ("text " + row % 100).getBytes(StandardCharsets.UTF_8);
  }

  Path write(String feature, String values, ParquetWriteOptions options) throws Exception {
    Path file = folder.resolve(feature + ".parquet");
    String select = "SELECT " + values + " AS v FROM range(" + ROWS + ") t(i)";
    try (BufferAllocator allocator = new RootAllocator();
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(select);
        ArrowReader batches =
            (ArrowReader) rows.unwrap(DuckDBResultSet.class).arrowExportStream(allocator, 1_000);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                file, batches.getVectorSchemaRoot().getSchema(), options, allocator)) {
      writer.write(batches);
      writer.finish();
    }
    return file;
  }

  /** Read by this library, and written plainly. */
  static void copy(Path file, Path to) throws Exception {
    copy(file, to, PLAIN);
  }

  static void copy(Path file, Path to, ParquetWriteOptions options) throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                to, reader.getVectorSchemaRoot().getSchema(), options, allocator)) {
      writer.write(reader);
      writer.finish();
    }
  }

  static List<String> query(String sql) throws Exception {
    List<String> values = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  static ColumnChunkView chunk(Path file) throws Exception {
    return FooterReader.defaults().read(file).footer().chunk(0, 0);
  }

  static FileMetaData thrift(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int length = FooterReader.defaults().read(file).thriftLength();
    return Util.readFileMetaData(
        new ByteArrayInputStream(bytes, bytes.length - Long.BYTES - length, length));
  }

  /** Reads what matches; how much was read for that. */
  static ReadStatistics read(Path file, RowFilter filter) throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(
                file, ParquetReadOptions.defaults().withFilter(filter), allocator)) {
      while (reader.loadNextBatch()) {
        for (FieldVector vector : reader.getVectorSchemaRoot().getFieldVectors()) {
          assertThat(vector.getValueCount()).isLessThan(10);
        }
      }
      return reader.statistics();
    }
  }

  static Type binary(LogicalTypeAnnotation type) {
    return Types.optional(PrimitiveTypeName.BINARY).as(type).named("v");
  }

  static Field field(ArrowType type, String extension) {
    Map<String, String> metadata =
        extension == null ? Map.of() : Map.of(ExtensionType.EXTENSION_METADATA_KEY_NAME, extension);
    return new Field("v", new FieldType(true, type, null, metadata), null);
  }
}
