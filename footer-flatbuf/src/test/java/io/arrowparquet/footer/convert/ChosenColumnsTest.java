// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ParquetFbs;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.CorpusFooters;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.SchemaElement;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Converting some columns gives the answers that converting all of them gives.
 *
 * @see ThriftToFlatBuffers#convertColumns
 */
class ChosenColumnsTest {
  private static final int MAX_TRIES_PER_FOOTER = 300;
  private static final byte[] WIDE = WideFooter.thrift(500, 3);

  private static FlatFooter whole(byte[] thrift) {
    return FlatFooter.wrap(ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer());
  }

  private static FlatFooter some(byte[] thrift, List<String> paths) {
    return ThriftToFlatBuffers.convertColumns(thrift, 0, thrift.length, paths).footer("test");
  }

  /** All that a footer says of a chunk. */
  private static byte[] chunk(FlatFooter footer, int group, int column) {
    int place = (int) IntStream.range(0, column).filter(footer::hasChunks).count();
    FooterBytes bytes = new FooterBytes(footer.flatbuffer());
    int groups = bytes.child(bytes.root(), ParquetFbs.FileMetaData.ROW_GROUPS);
    int chunks = bytes.child(bytes.reference(groups, group), ParquetFbs.RowGroup.COLUMNS);
    int table = bytes.reference(chunks, place);
    ColumnChunkView view = footer.chunk(group, column);
    return FlatBuffersToThrift.chunk(footer, view, table);
  }

  private static void assertSameChunks(FlatFooter some, FlatFooter whole, List<String> paths) {
    assertThat(some.columnCount()).isEqualTo(whole.columnCount());
    assertThat(some.rowGroupCount()).isEqualTo(whole.rowGroupCount());
    for (int column = 0; column < whole.columnCount(); column++) {
      String path = whole.columnPath(column);
      assertThat(some.columnPath(column)).isEqualTo(path);
      assertThat(some.columnOrder(column)).isEqualTo(whole.columnOrder(column));
      assertThat(some.hasChunks(column)).as(path).isEqualTo(paths.contains(path));
      for (int group = 0; group < whole.rowGroupCount() && some.hasChunks(column); group++) {
        assertThat(chunk(some, group, column))
            .as("%s in row group %d", path, group)
            .isEqualTo(chunk(whole, group, column));
      }
    }
  }

  @Test
  void chosen_columns_of_the_corpus_say_what_they_say_in_the_whole_footer() {
    for (Map.Entry<String, byte[]> file : CorpusFooters.all().entrySet()) {
      FlatFooter whole = whole(file.getValue());
      for (int rest = 0; rest < 3; rest++) {
        int chosen = rest;
        List<String> paths =
            IntStream.range(0, whole.columnCount())
                .filter(column -> column % 3 == chosen)
                .mapToObj(whole::columnPath)
                .toList();

        assertSameChunks(some(file.getValue(), paths), whole, paths);
      }
    }
  }

  @Test
  void chosen_columns_of_a_wide_footer_say_what_they_say_in_the_whole_footer() {
    for (List<String> paths :
        List.of(
            List.<String>of(),
            List.of("column_0"),
            List.of("column_499", "column_7", "column_8"),
            IntStream.range(0, 500).mapToObj(WideFooter::name).toList())) {
      assertSameChunks(some(WIDE, paths), whole(WIDE), paths);
    }
  }

  @Test
  void random_footers_give_the_same_chunks() {
    for (long seed = 0; seed < 200; seed++) {
      byte[] thrift = RandomFooter.thrift(seed);
      FlatFooter whole = whole(thrift);
      List<String> paths = whole.columnCount() == 0 ? List.of() : List.of(whole.columnPath(0));
      FlatFooter some = some(thrift, paths);
      for (int group = 0; group < whole.rowGroupCount() && !paths.isEmpty(); group++) {
        assertThat(chunk(some, group, 0)).as("seed %d", seed).isEqualTo(chunk(whole, group, 0));
      }
    }
  }

  @Test
  void a_group_stands_for_the_columns_below_it() {
    byte[] thrift = NestedFooter.thrift();
    FlatFooter some = some(thrift, List.of("outer"));

    assertSameChunks(some, whole(thrift), List.of("outer.left", "outer.inner.right"));
  }

  @Test
  void names_that_the_schema_lacks_are_passed_over() {
    FlatFooter some = some(WIDE, List.of("column_3", "no such column"));

    assertSameChunks(some, whole(WIDE), List.of("column_3"));
    assertThat(some.findColumn("no such column")).isEqualTo(-1);
  }

  @Test
  void asking_for_a_chunk_that_was_not_read_is_the_callers_fault() {
    FlatFooter some = some(WIDE, List.of("column_3"));

    assertThatThrownBy(() -> some.chunk(0, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column_4");
    assertThatThrownBy(() -> some.chunk(0, 500)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> some.chunk(3, 3)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void its_bytes_are_not_taken_for_a_whole_footer() {
    FlatFooter some = some(WIDE, List.of("column_3"));

    assertThat(some.thriftCrc32()).isEqualTo(-1);
    assertThatThrownBy(() -> FlatFooter.verify(some.flatbuffer()))
        .isInstanceOf(CorruptFooterException.class);
    assertThatThrownBy(() -> FlatFooter.wrap(some.flatbuffer()).chunk(0, 0))
        .isInstanceOf(CorruptFooterException.class);
    assertThatThrownBy(() -> FlatBuffersToThrift.convert(some.flatbuffer()))
        .isInstanceOf(CorruptFooterException.class);
  }

  @Test
  void a_few_columns_take_a_small_part_of_the_memory() {
    byte[] thrift = WideFooter.thrift(2_000, 10);
    List<String> paths = List.of("column_1", "column_1000", "column_1999");
    long all = allocated(() -> whole(thrift));
    long three = allocated(() -> some(thrift, paths));

    assertThat(three).isLessThan(all / 3);
  }

  private static long allocated(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    work.run();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void a_path_that_two_columns_have_stands_for_both() {
    FlatFooter some =
        some(footerWithColumns(leaf("a.b"), group("a", 1), leaf("b")), List.of("a.b"));

    assertThat(some.hasChunks(0)).isTrue();
    assertThat(some.hasChunks(1)).isTrue();
  }

  @Test
  void schema_whose_child_counts_do_not_add_up_is_refused() {
    for (List<SchemaElement> schema :
        List.of(
            List.of(group("root", 1), leaf("a"), leaf("b")),
            List.of(group("root", 3), leaf("a")),
            List.of(group("root", -1), leaf("a")))) {
      byte[] thrift =
          write(new FileMetaData(1, schema, 0, List.of(), null, null, null, null, null));

      assertThatThrownBy(() -> some(thrift, List.of("z")))
          .isInstanceOf(CorruptFooterException.class);
    }
  }

  @Test
  void damaged_footers_give_a_footer_or_an_exception_of_ours() {
    CorpusFooters.all()
        .forEach(
            (name, bytes) -> {
              byte[] thrift = bytes.clone();
              int step = Math.max(1, thrift.length * 8 / MAX_TRIES_PER_FOOTER | 1);
              for (int bit = 0; bit < thrift.length * 8; bit += step) {
                thrift[bit >>> 3] ^= (byte) (1 << (bit & 7));
                convertOrRefuse(thrift);
                convertOrRefuse(Arrays.copyOf(thrift, bit >>> 3));
                thrift[bit >>> 3] ^= (byte) (1 << (bit & 7));
              }
            });
  }

  private static void convertOrRefuse(byte[] thrift) {
    try {
      some(thrift, List.of("id", "a"));
    } catch (CorruptFooterException e) {
      assertThat(e.problem()).isNotEmpty();
    }
  }

  private static SchemaElement leaf(String name) {
    return new SchemaElement(1, null, 0, name, null, null, null, null, null, null);
  }

  private static SchemaElement group(String name, int children) {
    return new SchemaElement(null, null, 0, name, children, null, null, null, null, null);
  }

  /** The elements below a root with two children, both columns, in no row group. */
  private static byte[] footerWithColumns(SchemaElement... elements) {
    List<SchemaElement> schema = new ArrayList<>(List.of(group("root", 2)));
    schema.addAll(List.of(elements));
    return write(new FileMetaData(1, schema, 0, List.of(), null, null, null, null, null));
  }

  private static byte[] write(FileMetaData footer) {
    CompactWriter out = new CompactWriter();
    FileMetaDataCodec.STRUCT.write(out, footer);
    return out.toByteArray();
  }

  @Test
  void every_prefix_is_corrupt() {
    byte[] thrift = WideFooter.thrift(4, 2);
    for (int length = 0; length < thrift.length; length++) {
      int cut = length;
      assertThatThrownBy(
              () -> ThriftToFlatBuffers.convertColumns(thrift, 0, cut, List.of("column_1")))
          .isInstanceOf(CorruptFooterException.class);
    }
  }
}
