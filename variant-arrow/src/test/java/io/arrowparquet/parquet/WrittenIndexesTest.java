// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.BoundaryOrder;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What files say of their pages and chunks, beside what parquet-java's column readers find there.
 *
 * @see io.arrowparquet.parquet.internal.write.PageIndexBuilder
 * @see io.arrowparquet.parquet.internal.write.ColumnChunkWriter
 */
class WrittenIndexesTest {
  private static final Schema SCHEMA =
      RandomVectors.schema(
          "id: bigint not null, text: string, nested: list<struct<a: bigint, "
              + "b: list<string>>>, nothing: null");

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  private void write(ParquetWriteOptions options) throws IOException {
    file = folder.resolve("rows.parquet");
    new RandomVectors(5).write(file, SCHEMA, 1_000, options, allocator);
  }

  /** Entries of one page, as {@link ColumnEntries} has them. */
  private static final class Page {
    private final List<String> entries = new ArrayList<>();
    private final ColumnDescriptor column;

    Page(ColumnDescriptor column) {
      this.column = column;
    }

    private List<String> values() {
      return entries.stream()
          .filter(entry -> entry.contains("="))
          .map(entry -> entry.substring(entry.indexOf('=') + 1))
          .filter(value -> !value.equals("null"))
          .toList();
    }

    long nulls() {
      return (long) entries.size() - values().size();
    }

    /** How often each level occurs: those of repetition are the first part of an entry. */
    List<Long> histogram(int part, int most) {
      List<Long> counts = new ArrayList<>(Collections.nCopies(most + 1, 0L));
      for (String entry : entries) {
        int level = Integer.parseInt(entry.split("[/=]", -1)[part]);
        counts.set(level, counts.get(level) + 1);
      }
      return counts;
    }

    long bytes() {
      return values().stream().mapToLong(value -> value.length() / 2).sum();
    }

    /** Least or greatest value, as it is in an index. */
    Comparable<?> bound(boolean greatest) {
      if (column.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY) {
        return greatest ? Collections.max(values()) : Collections.min(values());
      }
      List<Long> numbers = values().stream().map(Long::valueOf).toList();
      return greatest ? Collections.max(numbers) : Collections.min(numbers);
    }

    Comparable<?> decode(ByteBuffer bound) {
      if (column.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY) {
        byte[] bytes = new byte[bound.remaining()];
        bound.duplicate().get(bytes);
        return HexFormat.of().formatHex(bytes);
      }
      return bound.duplicate().order(ByteOrder.LITTLE_ENDIAN).getLong();
    }
  }

  private static List<Page> pages(
      ColumnDescriptor column, List<String> entries, OffsetIndex index) {
    List<Page> pages = new ArrayList<>();
    int row = -1;
    for (String entry : entries) {
      row += entry.startsWith("0/") ? 1 : 0;
      boolean isNext = pages.size() < index.getPageCount();
      if (isNext && row == index.getFirstRowIndex(pages.size())) {
        pages.add(new Page(column));
      }
      pages.get(pages.size() - 1).entries.add(entry);
    }
    assertThat(pages).hasSize(index.getPageCount());
    return pages;
  }

  @ParameterizedTest
  @CsvSource({"false, true", "true, false", "true, true"})
  void indexes_and_statistics_say_what_pages_hold(boolean v2, boolean dictionary)
      throws IOException {
    write(
        ParquetWriteOptions.defaults()
            .withDataPageV2(v2)
            .withDictionary(dictionary)
            .withPageRows(70)
            .withRowGroupRows(400)
            .withStatisticsBytes(1_000));
    Map<String, List<String>> entries = ColumnEntries.read(file);
    Map<String, Integer> read = new HashMap<>();
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      assertThat(reader.getRowGroups()).hasSize(3);
      for (BlockMetaData block : reader.getRowGroups()) {
        for (int i = 0; i < block.getColumns().size(); i++) {
          ColumnChunkMetaData chunk = block.getColumns().get(i);
          ColumnDescriptor column = reader.getFileMetaData().getSchema().getColumns().get(i);
          String path = chunk.getPath().toDotString();
          int from = read.getOrDefault(path, 0);
          int end = from + (int) chunk.getValueCount();
          read.put(path, end);
          List<String> ofChunk = entries.get(path).subList(from, end);
          requireSame(reader, chunk, pages(column, ofChunk, reader.readOffsetIndex(chunk)));
        }
      }
    }
  }

  private static void requireSame(
      ParquetFileReader reader, ColumnChunkMetaData chunk, List<Page> pages) throws IOException {
    ColumnDescriptor column = pages.get(0).column;
    Page whole = new Page(column);
    pages.forEach(page -> whole.entries.addAll(page.entries));
    assertThat(chunk.getStatistics().getNumNulls()).isEqualTo(whole.nulls());
    int repetitions = column.getMaxRepetitionLevel();
    int definitions = column.getMaxDefinitionLevel();
    assertThat(chunk.getSizeStatistics().getRepetitionLevelHistogram())
        .isEqualTo(repetitions > 0 ? whole.histogram(0, repetitions) : List.of());
    assertThat(chunk.getSizeStatistics().getDefinitionLevelHistogram())
        .isEqualTo(definitions > 1 ? whole.histogram(1, definitions) : List.of());
    boolean isBinary = chunk.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY;
    if (isBinary) {
      assertThat(chunk.getSizeStatistics().getUnencodedByteArrayDataBytes())
          .contains(whole.bytes());
    }
    ColumnIndex index = reader.readColumnIndex(chunk);
    assertThat(index.getNullCounts()).isEqualTo(pages.stream().map(Page::nulls).toList());
    List<Long> ofPages = new ArrayList<>();
    for (int page = 0; page < pages.size(); page++) {
      Page expected = pages.get(page);
      ofPages.addAll(expected.histogram(1, definitions));
      assertThat(index.getNullPages().get(page)).isEqualTo(expected.values().isEmpty());
      if (!expected.values().isEmpty()) {
        assertThat((Object) expected.decode(index.getMinValues().get(page)))
            .isEqualTo(expected.bound(false));
        assertThat((Object) expected.decode(index.getMaxValues().get(page)))
            .isEqualTo(expected.bound(true));
      }
      if (isBinary) {
        assertThat(reader.readOffsetIndex(chunk).getUnencodedByteArrayDataBytes(page))
            .contains(expected.bytes());
      }
    }
    if (definitions > 1) {
      assertThat(index.getDefinitionLevelHistogram()).isEqualTo(ofPages);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, ASCENDING", "-1, DESCENDING", "0, ASCENDING", "7919, UNORDERED"})
  void index_says_how_pages_are_ordered(int step, BoundaryOrder order) throws IOException {
    file = folder.resolve("ordered.parquet");
    Schema schema = new Schema(List.of(Field.nullable("i", new ArrowType.Int(32, true))));
    try (VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                file, schema, ParquetWriteOptions.defaults().withPageRows(10), allocator)) {
      IntVector vector = (IntVector) batch.getVector("i");
      for (int row = 0; row < 1_000; row++) {
        // Pages of nulls have no place in the order.
        if (row / 10 % 5 != 3) {
          vector.setSafe(row, row * step % 10_000);
        }
      }
      batch.setRowCount(1_000);
      writer.write(batch);
      writer.finish();
    }
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      ColumnIndex index = reader.readColumnIndex(reader.getRowGroups().get(0).getColumns().get(0));
      assertThat(index.getBoundaryOrder()).isEqualTo(order);
      assertThat(index.getNullPages().stream().filter(isNull -> isNull)).hasSize(20);
    }
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void bloom_filters_have_every_value_and_few_others(boolean dictionary) throws IOException {
    write(
        ParquetWriteOptions.defaults()
            .withDictionary(dictionary)
            .withBloomFilter("text")
            .withBloomFilter("id"));
    List<String> texts = ColumnEntries.read(file).get("text");
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      List<ColumnChunkMetaData> chunks = reader.getRowGroups().get(0).getColumns();
      BloomFilter filter = reader.readBloomFilter(chunks.get(1));
      for (String entry : texts) {
        if (entry.contains("=")) {
          byte[] value = HexFormat.of().parseHex(entry.substring(entry.indexOf('=') + 1));
          assertThat(filter.findHash(filter.hash(Binary.fromConstantByteArray(value)))).isTrue();
        }
      }
      int found = 0;
      for (int i = 0; i < 1_000; i++) {
        found += filter.findHash(filter.hash(Binary.fromString("absent " + i))) ? 1 : 0;
      }
      assertThat(found).isLessThan(50);
      assertThat(reader.readBloomFilter(chunks.get(0))).isNotNull();
      assertThat(reader.readBloomFilter(chunks.get(2))).isNull();
    }
  }

  /** Variant metadata is the exception: its bounds say nothing. */
  @Test
  void a_column_without_bounds_has_places_of_its_pages_all_the_same() throws IOException {
    file = folder.resolve("json.parquet");
    JsonFile.write(file, List.of("{\"a\":1}", "{\"b\":2}"), null, allocator);
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      ColumnChunkMetaData metadata =
          reader.getRowGroups().get(0).getColumns().stream()
              .filter(chunk -> chunk.getPath().toDotString().endsWith(".metadata"))
              .findFirst()
              .orElseThrow();
      assertThat(reader.readColumnIndex(metadata)).isNull();
      assertThat(Objects.requireNonNull(reader.readOffsetIndex(metadata)).getPageCount())
          .isEqualTo(1);
    }
  }
}
