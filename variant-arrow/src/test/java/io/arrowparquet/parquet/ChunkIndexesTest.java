// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.ChunkIndexes.Kind;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkIndexesTest {
  private final RootAllocator allocator = new RootAllocator();
  @TempDir private Path folder;
  private FilterFile rows;
  private ByteSource source;
  private ChunkIndexes indexes;

  @BeforeEach
  void openFile() throws IOException {
    openFile("a.parquet", true);
  }

  private void openFile(String name, boolean dictionary) throws IOException {
    rows = new FilterFile(9);
    Path file = folder.resolve(name);
    rows.write(file, WriterVersion.PARQUET_2_0, dictionary, 100_000, true);
    source = ByteSources.path(file);
    ParquetFooter footer = FooterReader.defaults().read(source);
    indexes = ChunkIndexes.of(source, footer, ParquetReadOptions.defaults(), allocator);
  }

  @AfterEach
  void close() throws IOException {
    source.close();
    allocator.close();
  }

  @Test
  void says_which_indexes_a_chunk_has() throws IOException {
    assertThat(indexes.places(0, "s"))
        .extracting(ChunkIndexes.Place::kind)
        .containsExactly(Kind.COLUMN_INDEX, Kind.OFFSET_INDEX, Kind.DICTIONARY);
    assertThat(indexes.places(0, "b"))
        .extracting(ChunkIndexes.Place::kind)
        .containsExactly(Kind.COLUMN_INDEX, Kind.OFFSET_INDEX);
    source.close();
    openFile("b.parquet", false);
    assertThat(indexes.places(0, "s"))
        .extracting(ChunkIndexes.Place::kind)
        .containsExactly(Kind.COLUMN_INDEX, Kind.OFFSET_INDEX, Kind.BLOOM_FILTER);
    assertThat(indexes.places(0, "s")).allMatch(place -> place.offset() > 0);
  }

  @Test
  void a_value_that_is_there_may_be_contained_and_others_are_not() throws IOException {
    checkContained();
    source.close();
    openFile("b.parquet", false);
    checkContained();
  }

  private void checkContained() throws IOException {
    int refused = 0;
    for (int rowGroup = 0; rowGroup < 3; rowGroup++) {
      Set<Object> there = new HashSet<>();
      for (FilterFile.Row row : rows.rows().subList(200 * rowGroup, 200 * rowGroup + 200)) {
        Object value = row.values().get(FilterColumn.S);
        if (value != null && there.add(value)) {
          assertThat(indexes.mayContain(rowGroup, "s", value)).isTrue();
        }
      }
      for (int number = -100; number < 100; number++) {
        Object value = FilterColumn.S.value(number);
        if (!there.contains(value)) {
          assertThat(indexes.mayContain(rowGroup, "s", value)).isFalse();
          refused++;
        }
      }
    }
    assertThat(refused).isPositive();
    assertThat(indexes.diagnostics()).isEmpty();
  }

  @Test
  void a_dictionary_has_the_distinct_values() throws IOException {
    Set<Object> expected = new HashSet<>();
    for (FilterFile.Row row : rows.rows().subList(0, 200)) {
      Object value = row.values().get(FilterColumn.I8);
      if (value != null) {
        expected.add(((Long) value).byteValue());
      }
    }
    try (FieldVector values = indexes.dictionary(0, "i8")) {
      Set<Object> found = new HashSet<>();
      for (int i = 0; i < values.getValueCount(); i++) {
        found.add(values.getObject(i));
      }
      assertThat(found).isEqualTo(expected);
    }
    assertThat(indexes.dictionary(0, "b")).isNull();
  }

  @Test
  void pages_have_the_counts_and_bounds_of_their_rows() throws IOException {
    try (VectorSchemaRoot pages = indexes.pages("id")) {
      assertThat(pages.getRowCount()).isGreaterThan(3);
      for (int page = 0; page < pages.getRowCount(); page++) {
        long first = ((BigIntVector) pages.getVector("first_row")).get(page);
        long rowGroup = ((IntVector) pages.getVector("row_group")).get(page);
        long count = ((BigIntVector) pages.getVector("row_count")).get(page);
        assertThat(pages.getVector("min").getObject(page)).isEqualTo(200 * rowGroup + first);
        assertThat(pages.getVector("max").getObject(page))
            .isEqualTo(200 * rowGroup + first + count - 1);
        assertThat(pages.getVector("null_count").getObject(page)).isEqualTo(0L);
        assertThat(pages.getVector("value_count").getObject(page)).isEqualTo(count);
        assertThat(pages.getVector("offset").isNull(page)).isFalse();
      }
    }
  }

  @Test
  void pages_of_a_damaged_index_are_those_of_the_chunk() throws IOException {
    Path file = folder.resolve("a.parquet");
    byte[] bytes = Files.readAllBytes(file);
    ChunkIndexes.Place index =
        indexes.places(1, "id").stream()
            .filter(place -> place.kind() == Kind.OFFSET_INDEX)
            .findFirst()
            .orElseThrow();
    Arrays.fill(bytes, (int) index.offset(), (int) (index.offset() + index.length()), (byte) 0xFF);
    ByteSource damaged = ByteSources.memory("damaged", ByteBuffer.wrap(bytes));
    ChunkIndexes found =
        ChunkIndexes.of(
            damaged,
            FooterReader.defaults().read(damaged),
            ParquetReadOptions.defaults(),
            allocator);
    try (VectorSchemaRoot pages = found.pages("id")) {
      for (int row = 0; row < pages.getRowCount(); row++) {
        boolean isDamaged = ((IntVector) pages.getVector("row_group")).get(row) == 1;
        assertThat(pages.getVector("page").isNull(row)).isEqualTo(isDamaged);
        if (isDamaged) {
          assertThat(pages.getVector("max").getObject(row)).isEqualTo(399L);
        }
      }
    }
    assertThat(found.diagnostics()).hasSize(1);
  }

  @Test
  void a_column_or_literal_that_is_none_is_refused() {
    for (String column : List.of("g", "nothing")) {
      assertThatThrownBy(() -> indexes.places(0, column))
          .isInstanceOf(InvalidRequestException.class);
    }
    assertThatThrownBy(() -> indexes.mayContain(0, "s", 5))
        .isInstanceOf(InvalidRequestException.class);
  }
}
