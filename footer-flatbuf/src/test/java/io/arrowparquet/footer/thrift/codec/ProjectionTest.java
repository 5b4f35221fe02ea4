// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.thrift.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.metadata.BinaryValue;
import io.arrowparquet.footer.metadata.ColumnChunk;
import io.arrowparquet.footer.metadata.ColumnMetaData;
import io.arrowparquet.footer.metadata.ColumnOrder;
import io.arrowparquet.footer.metadata.CompressionCodec;
import io.arrowparquet.footer.metadata.Encoding;
import io.arrowparquet.footer.metadata.FileMetaData;
import io.arrowparquet.footer.metadata.GeospatialStatistics;
import io.arrowparquet.footer.metadata.KeyValue;
import io.arrowparquet.footer.metadata.PageEncodingStats;
import io.arrowparquet.footer.metadata.RowGroup;
import io.arrowparquet.footer.metadata.SchemaElement;
import io.arrowparquet.footer.metadata.SizeStatistics;
import io.arrowparquet.footer.metadata.SortingColumn;
import io.arrowparquet.footer.metadata.Statistics;
import io.arrowparquet.footer.metadata.Type;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.CorpusFooters;
import io.arrowparquet.footer.thrift.codec.Projection.Part;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProjectionTest {
  private static final int MAX_TRIES_PER_FOOTER = 300;

  /** A root of the leaf a, the group g of the leaves x and y, and the leaf g.x. */
  private static final List<SchemaElement> SCHEMA =
      List.of(group("root", 3), leaf("a"), group("g", 2), leaf("x"), leaf("y"), leaf("g.x"));

  private static final byte[] FOOTER = footer(4);

  private static SchemaElement group(String name, int children) {
    return new SchemaElement(null, null, null, name, children, null, null, null, null, null);
  }

  private static SchemaElement leaf(String name) {
    return new SchemaElement(
        Type.INT32.number(), null, 0, name, null, null, null, null, null, null);
  }

  private static ColumnChunk chunk(int ordinal) {
    ColumnMetaData metaData =
        new ColumnMetaData(
            Type.INT32.number(),
            List.of(Encoding.PLAIN.number()),
            List.of("c" + ordinal),
            CompressionCodec.ZSTD.number(),
            100,
            900,
            500,
            List.of(new KeyValue("k", null)),
            4 + 500L * ordinal,
            null,
            null,
            new Statistics(null, null, 3L, null, BinaryValue.ofUtf8("max"), null, true, null, null),
            List.of(new PageEncodingStats(0, 0, 1)),
            70L,
            8,
            new SizeStatistics(7L, List.of(), List.of(1L, 2L)),
            new GeospatialStatistics(null, List.of(1)));
    return new ColumnChunk(null, 0, metaData, 10L, 20, 30L, 40, null, null);
  }

  private static byte[] footer(int columns) {
    List<RowGroup> rowGroups = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      rowGroups.add(
          new RowGroup(
              IntStream.range(0, columns).mapToObj(ProjectionTest::chunk).toList(),
              3600,
              100,
              List.of(new SortingColumn(0, false, true)),
              4L,
              2000L,
              (short) i));
    }
    return write(
        new FileMetaData(
            1,
            SCHEMA,
            300,
            rowGroups,
            List.of(new KeyValue("k", "v")),
            "test",
            List.of(ColumnOrder.Known.TYPE_ORDER),
            null,
            null));
  }

  private static byte[] write(FileMetaData footer) {
    CompactWriter out = new CompactWriter();
    FileMetaDataCodec.write(out, footer);
    return out.toByteArray();
  }

  private static FileMetaData read(byte[] footer, Projection projection) {
    return FileMetaDataCodec.read(new CompactReader(footer), projection);
  }

  private static List<String> columns(FileMetaData footer) {
    return columns(footer, 2);
  }

  private static List<String> columns(FileMetaData footer, int rowGroup) {
    return footer.rowGroups().get(rowGroup).columns().stream()
        .map(column -> column.metaData().dottedPath())
        .toList();
  }

  @Test
  void columns_are_chosen_by_ordinal_in_any_order() {
    assertThat(columns(read(FOOTER, Projection.ofColumns(3, 1, 3)))).containsExactly("c1", "c3");
    assertThat(columns(read(FOOTER, Projection.ofColumns()))).isEmpty();
  }

  @Test
  void columns_are_chosen_by_path_and_the_first_of_equal_paths_counts() {
    assertThat(columns(read(FOOTER, Projection.ofPaths("g.y", "a")))).containsExactly("c0", "c2");
    assertThat(columns(read(FOOTER, Projection.ofPaths("g.x")))).containsExactly("c1");
  }

  @Test
  void path_that_is_no_leaf_is_refused() {
    assertThatThrownBy(() -> read(FOOTER, Projection.ofPaths("a", "g")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the schema has no column g");
  }

  @Test
  void nothing_more_than_asked_for_is_there() {
    FileMetaData footer = read(FOOTER, Projection.ofColumns(1));
    assertThat(footer.numRows()).isEqualTo(300);
    assertThat(footer.createdBy()).isEqualTo("test");
    assertThat(footer.schema()).isEmpty();
    assertThat(footer.keyValueMetadata()).isNull();
    assertThat(footer.columnOrders()).isNull();
    assertThat(footer.rowGroups().get(0).sortingColumns()).isNull();
    ColumnChunk column = footer.rowGroups().get(0).columns().get(0);
    assertThat(column)
        .extracting(ColumnChunk::offsetIndexOffset, ColumnChunk::columnIndexLength)
        .containsOnlyNulls();
    assertThat(column.metaData())
        .isEqualTo(
            new ColumnMetaData(
                1,
                List.of(),
                List.of("c1"),
                6,
                100,
                900,
                500,
                null,
                504,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null));
  }

  @Test
  void all_parts_together_are_the_whole() {
    FileMetaData whole = FileMetaDataCodec.read(new CompactReader(FOOTER));
    Projection everything = Projection.ofColumns(0, 1, 2, 3).with(Part.values());
    assertThat(read(FOOTER, everything)).isEqualTo(whole);
    assertThat(everything.parts()).containsExactlyInAnyOrder(Part.values());
  }

  @Test
  void each_part_adds_what_it_names() {
    for (Part part : Part.values()) {
      FileMetaData footer = read(FOOTER, Projection.ofColumns(2).with(part));
      ColumnChunk column = footer.rowGroups().get(1).columns().get(0);
      ColumnMetaData metaData = column.metaData();
      boolean present =
          switch (part) {
            case SCHEMA -> footer.schema().equals(SCHEMA);
            case KEY_VALUE_METADATA -> footer.keyValueMetadata() != null;
            case COLUMN_ORDERS -> footer.columnOrders() != null;
            case SORTING_COLUMNS -> footer.rowGroups().get(1).sortingColumns() != null;
            case ENCODINGS ->
                metaData.encodings().equals(List.of(Encoding.PLAIN))
                    && metaData.encodingStats() != null;
            case COLUMN_KEY_VALUE_METADATA -> metaData.keyValueMetadata() != null;
            case STATISTICS -> metaData.statistics().nullCount() == 3;
            case SIZE_STATISTICS -> metaData.sizeStatistics() != null;
            case GEOSPATIAL_STATISTICS -> metaData.geospatialStatistics() != null;
            case BLOOM_FILTERS -> metaData.bloomFilterOffset() == 70;
            case PAGE_INDEXES ->
                column.offsetIndexOffset() == 10 && column.columnIndexLength() == 40;
          };
      assertThat(present).as("%s", part).isTrue();
    }
  }

  @Test
  void fields_left_out_are_not_unknown() {
    CompactReader reader = new CompactReader(FOOTER);
    FileMetaDataCodec.read(reader, Projection.ofPaths("a"));
    assertThat(reader.unknownFields().count()).isZero();
    assertThat(reader.position()).isEqualTo(FOOTER.length);
  }

  @Test
  void columns_that_are_not_chosen_allocate_nothing() {
    byte[] narrow = footer(10);
    byte[] wide = footer(3000);
    Projection projection = Projection.ofColumns(7).with(Part.STATISTICS);
    read(wide, projection); // classes are loaded and constants made
    long forNarrow = bytesAllocated(() -> read(narrow, projection));
    long forWide = bytesAllocated(() -> read(wide, projection));
    assertThat(forWide).isLessThan(forNarrow + 1024);
  }

  private static long bytesAllocated(Runnable work) {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void row_group_without_the_column_is_refused() {
    assertThatThrownBy(() -> read(footer(2), Projection.ofPaths("g.y")))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("found 2 column chunks, expected one for column 2 too");
  }

  @Test
  void schema_whose_child_counts_do_not_add_up_is_refused() {
    for (List<SchemaElement> schema :
        List.of(
            List.of(group("root", 1), leaf("a"), leaf("b")),
            List.of(group("root", 3), leaf("a")),
            List.of(group("root", -1), leaf("a")))) {
      byte[] footer =
          write(new FileMetaData(1, schema, 0, List.of(), null, null, null, null, null));
      assertThatThrownBy(() -> read(footer, Projection.ofPaths("z")))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContaining("SchemaElement");
    }
  }

  @Test
  void every_footer_of_the_corpus_gives_the_columns_of_the_full_parse() {
    CorpusFooters.all()
        .forEach(
            (name, bytes) -> {
              FileMetaData whole = FileMetaDataCodec.read(new CompactReader(bytes));
              int columns =
                  whole.rowGroups().isEmpty() ? 0 : whole.rowGroups().get(0).columns().size();
              int[] even = IntStream.range(0, columns).filter(i -> i % 2 == 0).toArray();
              FileMetaData chosen = read(bytes, Projection.ofColumns(even).with(Part.values()));
              for (int group = 0; group < whole.rowGroups().size(); group++) {
                List<ColumnChunk> all = whole.rowGroups().get(group).columns();
                assertThat(chosen.rowGroups().get(group).columns())
                    .as(name)
                    .isEqualTo(Arrays.stream(even).mapToObj(all::get).toList());
              }
              if (columns > 0) {
                String last =
                    whole.rowGroups().get(0).columns().get(columns - 1).metaData().dottedPath();
                assertThat(columns(read(bytes, Projection.ofPaths(last)), 0))
                    .as(name)
                    .containsExactly(last);
              }
            });
  }

  @Test
  void damaged_footers_give_a_value_or_an_exception_of_ours() {
    CorpusFooters.all()
        .forEach(
            (name, bytes) -> {
              byte[] footer = bytes.clone();
              int step = Math.max(1, footer.length * 8 / MAX_TRIES_PER_FOOTER | 1);
              for (int bit = 0; bit < footer.length * 8; bit += step) {
                footer[bit >>> 3] ^= (byte) (1 << (bit & 7));
                readOrRefuse(footer, Projection.ofColumns(0));
                readOrRefuse(footer, Projection.ofPaths("id"));
                readOrRefuse(Arrays.copyOf(footer, bit >>> 3), Projection.ofColumns(0));
                footer[bit >>> 3] ^= (byte) (1 << (bit & 7));
              }
            });
  }

  private static void readOrRefuse(byte[] footer, Projection projection) {
    try {
      read(footer, projection);
    } catch (CorruptFooterException e) {
      assertThat(e.problem()).isNotEmpty();
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessage("the schema has no column id");
    }
  }
}
