// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.NaturalReader;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.NaturalReadOptions;
import io.arrowparquet.parquet.options.NaturalReadOptions.Unions;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which unions DuckDB takes through the C data interface.
 *
 * @see NaturalReader
 */
class DuckDbVariantUnionsTest {
  private static final NaturalReadOptions OPTIONS = NaturalReadOptions.defaults();

  @AutoClose private final BufferAllocator allocator = new RootAllocator();
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write() throws Exception {
    file = folder.resolve("v.parquet");
    List<String> rows = List.of("{\"a\":1}", "{\"a\":\"x\"}", "{\"a\":[2]}", "{}");
    ParquetWriteOptions options = ParquetWriteOptions.defaults().withUnshredded("v");
    try (VarCharVector text = new VarCharVector("v", allocator);
        IntVector id = new IntVector("id", allocator)) {
      for (int row = 0; row < rows.size(); row++) {
        id.setSafe(row, row);
        text.setSafe(row, rows.get(row).getBytes(StandardCharsets.UTF_8));
      }
      id.setValueCount(rows.size());
      text.setValueCount(rows.size());
      try (ParquetVariantVector variants = VariantFromJson.parse(text, allocator)) {
        VectorSchemaRoot batch = new VectorSchemaRoot(List.<FieldVector>of(id, variants));
        try (ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, batch.getSchema(), options, allocator)) {
          writer.write(batch);
          writer.finish();
        }
      }
    }
  }

  private List<String> query(NaturalReadOptions options) throws Exception {
    List<String> values = new ArrayList<>();
    try (NaturalReader reader =
            NaturalReader.open(
                () -> ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator),
                options,
                allocator);
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      Data.exportArrayStream(allocator, reader, stream);
      try (DuckDBConnection connection =
              DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class);
          Statement statement = connection.createStatement()) {
        connection.registerArrowStream("t", stream);
        try (ResultSet rows =
            statement.executeQuery("SELECT CAST(v.a AS VARCHAR) FROM t ORDER BY id")) {
          while (rows.next()) {
            values.add(rows.getString(1));
          }
        }
      }
    }
    return values;
  }

  @Test
  void duckdb_takes_sparse_unions_of_consecutive_ids() throws Exception {
    assertThat(query(OPTIONS.withUnions(Unions.SPARSE).withConsecutiveIds(true)))
        .containsExactly("1", "x", "[2]", null);
  }

  @Test
  void duckdb_takes_json_text() throws Exception {
    assertThat(query(OPTIONS.withUnions(Unions.JSON))).containsExactly("1", "\"x\"", "[2]", null);
  }

  @Test
  void duckdb_refuses_dense_unions() {
    assertThatThrownBy(() -> query(OPTIONS.withConsecutiveIds(true)))
        .hasRootCauseInstanceOf(SQLException.class);
  }

  @Test
  void duckdb_refuses_other_ids() {
    assertThatThrownBy(() -> query(OPTIONS.withUnions(Unions.SPARSE)))
        .isInstanceOf(SQLException.class);
  }
}
