// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.SortColumn;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.internal.PathByteSource;
import io.arrowparquet.variant.FailedAllocations;
import io.arrowparquet.variant.OpenFiles;
import io.arrowparquet.variant.RemoteFile;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files read and written while any one allocation fails: nothing is held, memory or descriptor.
 *
 * @see ParquetArrowReader
 * @see ParquetArrowWriter
 */
class FailedAllocationsOfFilesTest {
  private static final int ROWS = 20;

  private static final String TYPE =
      "struct<id: bigint not null, s: string, b: boolean, d: decimal(20, 2), f: double,"
          + " l: list<struct<x: int, y: string>>, m: map<string not null, bigint>, v: variant,"
          + " u: uuid, n: null>";

  @TempDir private Path folder;
  private final FailedAllocations failures = new FailedAllocations();
  private final BufferAllocator allocator = failures.allocator();
  private StructVector table;
  private List<VectorSchemaRoot> batches;

  @BeforeEach
  void makeRows() {
    VariantDecode decode = new VariantDecode(ArrowTypeText.parse("row", TYPE), ConversionMode.SAFE);
    try (VarCharVector text = new VarCharVector("row", allocator)) {
      for (int row = 0; row < ROWS; row++) {
        text.setSafe(row, json(row).getBytes(StandardCharsets.UTF_8));
      }
      text.setValueCount(ROWS);
      try (ParquetVariantVector variants = VariantFromJson.parse(text, allocator)) {
        table = (StructVector) decode.decode(variants, allocator);
      }
    }
    VectorSchemaRoot all = new VectorSchemaRoot(table.getChildrenFromFields());
    all.setRowCount(ROWS);
    batches = List.of(all.slice(0, ROWS / 2), all.slice(ROWS / 2, ROWS / 2));
  }

  @AfterEach
  void close() {
    batches.forEach(VectorSchemaRoot::close);
    table.close();
    failures.close();
  }

  /** Rows without nulls at first, then with some. */
  private static String json(int row) {
    if (row >= ROWS / 4 && row % 4 == 0) {
      return "{\"id\":%d}".formatted(row);
    }
    return "{\"id\":%d,\"s\":\"%s\",\"b\":%s,\"d\":%d.25,\"f\":1.5e0,"
            .formatted(row, "z".repeat(row % 7), row % 2 == 0, row)
        + "\"l\":[{\"x\":%d,\"y\":\"a\"},{\"x\":1,\"y\":\"b\"}],\"m\":{\"k\":%d},"
            .formatted(row, row)
        + "\"v\":{\"a\":%d,\"b\":[1,\"%s\"],\"c%d\":null}}"
            .formatted(row, "text".repeat(row), row % 3);
  }

  private static ParquetWriteOptions options(String shredding) {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withRowGroupRows(ROWS / 2)
            .withPageRows(5)
            .withOverwrite(true);
    return switch (shredding) {
      case "as it is" -> options;
      case "unshredded" -> options.withUnshredded("v");
      case "inferred" -> options.withInferredShredding("v", InferShreddingOptions.defaults());
      default -> options.withShredding("v", ArrowTypeText.parse("v", shredding), ShredMode.LENIENT);
    };
  }

  private void write(Path file, ParquetWriteOptions options, BufferAllocator memory)
      throws IOException {
    Schema schema = batches.get(0).getSchema();
    try (ParquetArrowWriter writer = ParquetArrowWriter.open(file, schema, options, memory)) {
      try (writer) {
        for (VectorSchemaRoot batch : batches) {
          writer.write(batch);
        }
        writer.finish();
      }
    }
  }

  private static final String SHREDDED = "struct<a: bigint, b: list<variant>>";

  static Map<String, ParquetReadOptions> readOptions() {
    ParquetReadOptions all = ParquetReadOptions.defaults().withBatchSize(ROWS / 4);
    VariantProjection typed =
        VariantProjection.of("v", VariantPath.parse("$.a"), "a", new ArrowType.Int(64, true));
    VariantProjection any = VariantProjection.ofVariant("v", VariantPath.parse("$.b[1]"), "b");
    RowFilter odd = new RowFilter.IsNull(new Operand.Column("s"));
    RowFilter some = new RowFilter.Comparison(typed, RowFilter.Operator.GREATER, 3L);
    ParquetReadOptions few = all.withColumns(List.of("id", "b", "l"));
    Map<String, ParquetReadOptions> options = new LinkedHashMap<>();
    options.put("all", all);
    options.put("some columns", few);
    options.put("paths", all.withColumns(List.of("v")).withVariantPaths(List.of(typed, any)));
    options.put("only paths", all.withColumns(List.of()).withVariantPaths(List.of(any)));
    options.put("filter", few.withFilter(odd.not()));
    options.put("path filter", few.withFilter(some).withVariantPaths(List.of(typed)));
    options.put("filter without skipping", few.withFilter(some).withSkipping(false));
    return options;
  }

  static List<String> readNames() {
    return List.copyOf(readOptions().keySet());
  }

  @ParameterizedTest
  @MethodSource("readNames")
  void a_reader_survives_every_failed_allocation(String name) throws IOException {
    Path file = folder.resolve("read.parquet");
    ParquetReadOptions options = readOptions().get(name);
    for (String shredding : List.of("unshredded", SHREDDED)) {
      write(file, options(shredding), allocator);
      try (PathByteSource bytes = PathByteSource.open(file)) {
        ParquetFooter footer = FooterReader.defaults().read(bytes);
        int rows = read(ParquetArrowReader.open(bytes, footer, options, allocator));
        assertThat(rows).isPositive();
        failures.failEach(
            name + ", " + shredding,
            memory ->
                assertThat(read(ParquetArrowReader.open(bytes, footer, options, memory)))
                    .isEqualTo(rows));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void a_reader_of_pieces_survives_every_failed_allocation(long latencyMillis) throws IOException {
    Path file = folder.resolve("read.parquet");
    write(file, options("unshredded"), allocator);
    ReadHints hints =
        ReadHints.REMOTE
            .withLatency(Duration.ofMillis(latencyMillis))
            .withBytesPerSecond(1)
            .withLargestRequest(30)
            .withConcurrentRequests(3);
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withColumns(List.of("id", "s", "l", "v")).withFetchBytes(1);
    try (RemoteFile bytes = new RemoteFile(file, RemoteFile.Line.fast(hints))) {
      ParquetFooter footer = FooterReader.defaults().read(bytes);
      failures.failEach(
          "pieces",
          memory ->
              assertThat(read(ParquetArrowReader.open(bytes, footer, options, memory)))
                  .isEqualTo(ROWS));
    }
  }

  @Test
  void a_reader_of_a_path_closes_the_file_after_every_failed_allocation() throws IOException {
    Path file = folder.resolve("read.parquet");
    write(file, options("as it is"), allocator);
    ParquetReadOptions options = ParquetReadOptions.defaults().withColumns(List.of("id", "s"));
    failures.failEach(
        "path",
        memory -> assertThat(read(ParquetArrowReader.open(file, options, memory))).isEqualTo(ROWS));
    OpenFiles.requireClosed(file);
  }

  /** The rows of all batches; the reader is closed twice, which does no harm. */
  private static int read(ParquetArrowReader opened) throws IOException {
    int rows = 0;
    try (ParquetArrowReader reader = opened) {
      try (opened) {
        while (reader.loadNextBatch()) {
          rows += reader.getVectorSchemaRoot().getRowCount();
        }
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(strings = {"as it is", "unshredded", "inferred", SHREDDED})
  void a_writer_survives_every_failed_allocation(String shredding) {
    Path file = folder.resolve("written.parquet");
    failures.failEach(shredding, memory -> write(file, options(shredding), memory));
    assertThat(folder).isDirectoryContaining("glob:**written.parquet");
    assertThat(folder.toFile().list()).containsExactly("written.parquet");
    OpenFiles.requireClosed(file);
  }

  @Test
  void a_writer_of_an_attached_footer_leaves_nothing_behind() {
    Path file = folder.resolve("written.parquet");
    failures.failEach(
        "attached", memory -> write(file, options(SHREDDED).withFooter(FooterLayout.SPEC), memory));
    assertThat(folder.toFile().list()).containsExactly("written.parquet");
  }

  @Test
  void a_writer_that_checks_the_order_of_rows_keeps_none_of_them() {
    Path file = folder.resolve("written.parquet");
    List<SortColumn> order = List.of(SortColumn.ascending("id"), SortColumn.descending("s"));
    failures.failEach(
        "sorted", memory -> write(file, options("as it is").withSortedBy(order, true), memory));
    assertThat(folder.toFile().list()).containsExactly("written.parquet");
  }
}
