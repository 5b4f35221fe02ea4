// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.examples;

import static org.apache.arrow.flight.BackpressureStrategy.WaitResult.READY;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.it.Documents;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.flight.BackpressureStrategy;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightProducer;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBResultSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of other engines run, and stand in the document as they stand here. */
class EngineExamplesTest {
  private static final Path SOURCE =
      Path.of("src/test/java/io/arrowparquet/it/examples/EngineExamplesTest.java");

  @TempDir Path folder;
  private final PrintStream console = System.out;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    file = EventFile.write(folder.resolve("events.parquet"));
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restoreConsole() {
    System.setOut(console);
  }

  private List<String> lines() {
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void duckdb_queries_the_batches_of_a_reader() throws Exception {
    // example: duckdb
    VariantProjection kind =
        VariantProjection.of("event", VariantPath.parse("$.kind"), "kind", ArrowType.Utf8.INSTANCE);
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withColumns(List.of("id")).withVariantPaths(List.of(kind));
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator);
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator);
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      Data.exportArrayStream(allocator, reader, stream);
      connection.unwrap(DuckDBConnection.class).registerArrowStream("events", stream);
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT kind, count(*), max(id) FROM events GROUP BY 1 ORDER BY 1")) {
        while (rows.next()) {
          System.out.println(rows.getString(1) + " " + rows.getLong(2) + " " + rows.getLong(3));
        }
      }
    }
    // end
    assertThat(lines()).containsExactly("click 10 19", "view 10 18");
  }

  @Test
  void what_duckdb_selects_is_written() throws Exception {
    Path output = folder.resolve("result.parquet");
    // example: result
    try (BufferAllocator allocator = new RootAllocator();
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT range AS id, range % 7 AS day FROM range(1000)");
        ArrowReader batches =
            (ArrowReader) rows.unwrap(DuckDBResultSet.class).arrowExportStream(allocator, 256)) {
      Schema schema = batches.getVectorSchemaRoot().getSchema();
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(output, schema, ParquetWriteOptions.defaults(), allocator)) {
        while (batches.loadNextBatch()) {
          writer.write(batches.getVectorSchemaRoot());
        }
        writer.finish();
      }
    }
    // end
    assertThat(FooterReader.defaults().read(output).footer().numRows()).isEqualTo(1000);
  }

  @Test
  void a_stream_of_the_c_data_interface_is_read_at_its_address() throws Exception {
    // example: stream
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator);
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      Data.exportArrayStream(allocator, reader, stream);
      long address = stream.memoryAddress(); // what native code gets
      try (ArrowArrayStream taken = ArrowArrayStream.wrap(address);
          ArrowReader other = Data.importArrayStream(allocator, taken)) {
        while (other.loadNextBatch()) {
          System.out.println(other.getVectorSchemaRoot().getRowCount() + " rows");
        }
      }
    }
    // end
    assertThat(lines()).containsExactly(EventFile.ROWS + " rows");
  }

  @Test
  @SuppressWarnings("try") // Flight's close() may be interrupted while it waits
  void batches_are_served_by_arrow_flight() throws Exception {
    // example: flight
    ParquetFooter footer = FooterReader.defaults().read(file);
    Schema schema = ParquetArrowReader.schema(footer, ParquetReadOptions.defaults());
    try (BufferAllocator allocator = new RootAllocator()) {
      FlightProducer producer =
          new NoOpFlightProducer() {
            @Override
            public void getStream(CallContext call, Ticket ticket, ServerStreamListener rows) {
              var pace = new BackpressureStrategy.CallbackBackpressureStrategy();
              pace.register(rows);
              try {
                String where = new String(ticket.getBytes(), StandardCharsets.UTF_8);
                RowFilter filter = RowFilter.parse(where, schema, ConversionMode.TRY_CAST);
                ParquetReadOptions options =
                    ParquetReadOptions.defaults().withColumns(List.of("id")).withFilter(filter);
                try (ParquetArrowReader reader =
                    ParquetArrowReader.open(file, options, allocator)) {
                  rows.start(reader.getVectorSchemaRoot());
                  while (reader.loadNextBatch()) {
                    if (pace.waitForListener(60_000) != READY) {
                      throw new IOException("the client takes no rows");
                    }
                    rows.putNext();
                  }
                  rows.completed();
                }
              } catch (IOException | RuntimeException e) { // such as a wrong condition
                rows.error(
                    CallStatus.INVALID_ARGUMENT
                        .withDescription(e.getMessage())
                        .toRuntimeException());
              }
            }
          };
      Location any = Location.forGrpcInsecure("localhost", 0);
      Ticket where = new Ticket("id >= 17".getBytes(StandardCharsets.UTF_8));
      try (FlightServer server = FlightServer.builder(allocator, any, producer).build().start();
          FlightClient client = FlightClient.builder(allocator, server.getLocation()).build();
          FlightStream rows = client.getStream(where)) {
        while (rows.next()) {
          System.out.println(rows.getRoot().contentToTSVString());
        }
      }
    }
    // end
    assertThat(lines()).containsExactly("id", "17", "18", "19", "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "result", "stream", "flight"})
  void example_stands_in_the_document_as_it_runs_here(String name) throws IOException {
    String here =
        ReadmeExamplesTest.between(
            Files.readString(SOURCE), "// example: " + name + "\n", "// end");
    String there =
        ReadmeExamplesTest.between(
            Documents.text(), "<!-- engine example: " + name + " -->\n```java\n", "```");

    assertThat(there.strip()).isEqualTo(here.stripIndent().strip());
  }
}
