// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import io.arrowparquet.it.ChildJvm;
import io.arrowparquet.it.examples.EventFile;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.value.VariantPath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A driver of ADBC takes a reader by the C data interface, as a stream of rows to ingest. The
 * driver is DuckDB's, called by its C functions, as ADBC's driver manager calls it.
 */
class AdbcStreamTest {
  private static final int VERSION = 1_000_000;

  /** Places of functions in the driver's table, in the order of adbc.h. */
  private enum Call {
    DATABASE_INIT(3),
    DATABASE_NEW(4),
    DATABASE_RELEASE(6),
    CONNECTION_INIT(12),
    CONNECTION_NEW(13),
    CONNECTION_RELEASE(16),
    BIND_STREAM(19),
    EXECUTE(20),
    STATEMENT_NEW(23),
    STATEMENT_RELEASE(25),
    SET_OPTION(26),
    SET_QUERY(27);

    private final int place;

    Call(int place) {
      this.place = place;
    }
  }

  private final Memory driver = zeros(1024);
  private final Memory error = zeros(64);

  private static Memory zeros(int bytes) {
    Memory memory = new Memory(bytes);
    memory.clear();
    return memory;
  }

  private void load(String library) {
    Function init = NativeLibrary.getInstance(library).getFunction("duckdb_adbc_init");
    check(init.invokeInt(new Object[] {VERSION, driver, error}), "init");
  }

  private void call(Call call, Object... arguments) {
    Object[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = error;
    Pointer function = driver.getPointer((long) call.place * Long.BYTES);
    check(Function.getFunction(function).invokeInt(all), call.name());
  }

  private void check(int status, String what) {
    Pointer message = error.getPointer(0);
    if (status != 0) {
      throw new IllegalStateException(
          what + ": " + status + (message == null ? "" : " " + message.getString(0)));
    }
  }

  private String ingestAndQuery(Path file) throws IOException {
    Memory database = zeros(16);
    Memory connection = zeros(16);
    Memory statement = zeros(16);
    call(Call.DATABASE_NEW, database);
    call(Call.DATABASE_INIT, database);
    call(Call.CONNECTION_NEW, connection);
    call(Call.CONNECTION_INIT, connection, database);
    call(Call.STATEMENT_NEW, connection, statement);

    VariantProjection kind =
        VariantProjection.of("event", VariantPath.parse("$.kind"), "kind", ArrowType.Utf8.INSTANCE);
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withColumns(List.of("id")).withVariantPaths(List.of(kind));
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator);
        ArrowArrayStream rows = ArrowArrayStream.allocateNew(allocator);
        ArrowArrayStream answer = ArrowArrayStream.allocateNew(allocator)) {
      Data.exportArrayStream(allocator, reader, rows);
      call(Call.SET_OPTION, statement, "adbc.ingest.target_table", "events");
      call(Call.BIND_STREAM, statement, new Pointer(rows.memoryAddress()));
      call(Call.EXECUTE, statement, Pointer.NULL, zeros(Long.BYTES));

      call(
          Call.SET_QUERY,
          statement,
          "SELECT kind, count(*) n, max(id) top FROM events GROUP BY 1 ORDER BY 1");
      call(Call.EXECUTE, statement, new Pointer(answer.memoryAddress()), zeros(Long.BYTES));
      try (ArrowReader read = Data.importArrayStream(allocator, answer)) {
        read.loadNextBatch();
        return read.getVectorSchemaRoot().contentToTSVString();
      }
    } finally {
      call(Call.STATEMENT_RELEASE, statement);
      call(Call.CONNECTION_RELEASE, connection);
      call(Call.DATABASE_RELEASE, database);
    }
  }

  /** Arguments are the driver's library and a file. */
  public static void main(String[] arguments) throws IOException {
    AdbcStreamTest test = new AdbcStreamTest();
    test.load(arguments[0]);
    System.out.print(test.ingestAndQuery(Path.of(arguments[1])));
  }

  /** In a JVM of its own, as there is one copy of the library in that of the other tests. */
  @Test
  void rows_of_a_reader_are_ingested_and_queried(@TempDir Path folder) throws Exception {
    Path library = folder.resolve("driver");
    try (InputStream packaged =
        DuckDBConnection.class.getResourceAsStream("/libduckdb_java.so_linux_amd64")) {
      assumeTrue(
          packaged != null
              && System.getProperty("os.name").equals("Linux")
              && System.getProperty("os.arch").equals("amd64"),
          "the driver is that of Linux on x86-64");
      Files.copy(packaged, library);
    }
    Path file = EventFile.write(folder.resolve("events.parquet"));
    String printed =
        new ChildJvm(folder)
            .run(
                List.of(
                    "--add-opens=java.base/java.nio=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("java.class.path"),
                    AdbcStreamTest.class.getName(),
                    library.toString(),
                    file.toString()));

    assertThat(printed).isEqualTo("kind\tn\ttop\nclick\t10\t19\nview\t10\t18\n");
  }
}
