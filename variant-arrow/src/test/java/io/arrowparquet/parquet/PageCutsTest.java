// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.ColumnOptions;
import io.arrowparquet.parquet.options.PageCuts;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.VectorSchemaRootAppender;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pages that end where their content says.
 *
 * @see io.arrowparquet.parquet.internal.write.ContentCuts
 * @see PageCuts
 */
class PageCutsTest {
  private static final Schema SCHEMA =
      RandomVectors.schema(
          "id: bigint not null, text: string, number: int, flag: boolean, "
              + "decimal: decimal(30,2), nested: list<struct<a: bigint, b: list<string>>>");

  private static final int LEAST = 1_000;
  private static final int MOST = 8_000;

  private static final ParquetWriteOptions CUT =
      ParquetWriteOptions.defaults()
          .withDictionary(false)
          .withPageCuts(new PageCuts(LEAST, MOST, 0));

  @TempDir private Path folder;
  private final RootAllocator allocator = new RootAllocator();
  private VectorSchemaRoot old;
  private VectorSchemaRoot inserted;

  @BeforeEach
  void makeRows() {
    old = new RandomVectors(1).root(SCHEMA, 12_000, allocator);
    inserted = new RandomVectors(2).root(SCHEMA, 333, allocator);
  }

  @AfterEach
  void nothing_leaks() {
    old.close();
    inserted.close();
    allocator.close();
  }

  private Path write(String name, ParquetWriteOptions options, List<VectorSchemaRoot> batches)
      throws IOException {
    Path file = folder.resolve(name);
    try (ParquetArrowWriter writer = ParquetArrowWriter.open(file, SCHEMA, options, allocator)) {
      for (VectorSchemaRoot batch : batches) {
        writer.write(batch);
      }
      writer.finish();
    }
    return file;
  }

  /** The bytes of the pages of each column, headers included. */
  private static Map<String, List<String>> pages(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Map<String, List<String>> pages = new LinkedHashMap<>();
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      for (ColumnChunkMetaData chunk : reader.getRowGroups().get(0).getColumns()) {
        OffsetIndex index = reader.readOffsetIndex(chunk);
        pages.put(
            chunk.getPath().toDotString(),
            Stream.iterate(0, page -> page < index.getPageCount(), page -> page + 1)
                .map(page -> bytes(bytes, index, page))
                .toList());
      }
    }
    return pages;
  }

  private static String bytes(byte[] file, OffsetIndex index, int page) {
    int from = (int) index.getOffset(page);
    byte[] bytes = Arrays.copyOfRange(file, from, from + index.getCompressedPageSize(page));
    return HexFormat.of().formatHex(bytes);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rows_inserted_before_others_leave_most_pages_as_they_were(boolean v2) throws IOException {
    ParquetWriteOptions options = CUT.withDataPageV2(v2);
    Map<String, List<String>> before = pages(write("before", options, List.of(old)));
    Map<String, List<String>> after = pages(write("after", options, List.of(inserted, old)));
    before.forEach(
        (column, pages) -> {
          assertThat(pages).as(column).hasSizeGreaterThan(8);
          long same = pages.stream().filter(after.get(column)::contains).count();
          assertThat(same).as(column).isGreaterThanOrEqualTo(pages.size() - 3);
        });
    Map<String, List<String>> uncut =
        pages(write("uncut", options.withPageCuts(null), List.of(old)));
    assertThat(uncut.get("id")).hasSize(1);
  }

  @Test
  void pages_end_at_the_same_rows_whatever_the_batches_are() throws IOException {
    List<VectorSchemaRoot> parts = new ArrayList<>();
    try {
      for (int seed = 3; seed < 10; seed++) {
        parts.add(new RandomVectors(seed).root(SCHEMA, 100 * seed, allocator));
      }
      VectorSchemaRootAppender.append(old, parts.toArray(VectorSchemaRoot[]::new));
      parts.add(0, new RandomVectors(1).root(SCHEMA, 12_000, allocator));
      assertThat(pages(write("parts", CUT, parts)))
          .isEqualTo(pages(write("whole", CUT, List.of(old))));
    } finally {
      parts.forEach(VectorSchemaRoot::close);
    }
  }

  @Test
  void values_are_those_that_were_written() throws IOException {
    Path whole = write("whole", CUT, List.of(old));
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(whole, ParquetReadOptions.defaults(), allocator)) {
      int rows = 0;
      while (reader.loadNextBatch()) {
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        for (int column = 0; column < batch.getFieldVectors().size(); column++) {
          List<Object> expected = RandomVectors.rows(old.getVector(column));
          assertThat(RandomVectors.rows(batch.getVector(column)))
              .isEqualTo(expected.subList(rows, rows + batch.getRowCount()));
        }
        rows += batch.getRowCount();
      }
      assertThat(rows).isEqualTo(old.getRowCount());
    }
  }

  @Test
  void pages_keep_their_limits_and_are_smaller_on_a_higher_level() throws IOException {
    ParquetWriteOptions plain =
        CUT.withColumn("id", ColumnOptions.defaults().withCodec(ParquetCodec.UNCOMPRESSED));
    List<String> pages = pages(write("plain", plain, List.of(old))).get("id");
    int header = 100;
    for (String page : pages.subList(0, pages.size() - 1)) {
      assertThat(page.length() / 2).isBetween(LEAST, MOST + Long.BYTES + header);
    }
    PageCuts often = new PageCuts(LEAST, MOST, 2);
    assertThat(pages(write("often", plain.withPageCuts(often), List.of(old))).get("id"))
        .hasSizeGreaterThan(pages.size());
  }

  @Test
  void limits_that_contradict_each_other_are_refused() {
    assertThat(PageCuts.defaults()).isEqualTo(new PageCuts(262_144, 1_048_576, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PageCuts(1_000, 1_000, 0))
        .withMessage("most bytes 1000: expected more than the least, 1000");
    assertThatIllegalArgumentException().isThrownBy(() -> new PageCuts(0, 10, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new PageCuts(1, 10, 9));
  }
}
