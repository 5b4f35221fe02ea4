// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static io.arrowparquet.parquet.RewriterFiles.ROWS;
import static io.arrowparquet.parquet.RewriterFiles.STRICT;
import static io.arrowparquet.parquet.RewriterFiles.footer;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the footer of a rewritten file says of its chunks and of their writer.
 *
 * @see ParquetRewriter
 * @see io.arrowparquet.parquet.internal.rewrite.InheritedStatistics
 * @see io.arrowparquet.parquet.internal.rewrite.MergedKeyValues
 */
class RewrittenFooterTest {
  private static final ParquetRewriter REWRITER = ParquetRewriter.defaults();

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private RewriterFiles files;

  @BeforeEach
  void in_folder() {
    files = new RewriterFiles(folder, allocator);
  }

  @Test
  void writer_statistics_and_sizes_stay_where_the_files_agree() throws IOException {
    Path first = files.theirs("a", 0);
    Path second = files.theirs("b", ROWS);
    Path merged = folder.resolve("merged");

    REWRITER.rewrite(List.of(first, second), merged, allocator);

    FileMetaData found = footer(merged);
    assertThat(found.createdBy()).isEqualTo(footer(first).createdBy());
    List<RowGroup> old = new ArrayList<>(footer(first).rowGroups());
    old.addAll(footer(second).rowGroups());
    for (int i = 0; i < old.size(); i++) {
      RowGroup rowGroup = found.rowGroups().get(i);
      assertThat(rowGroup.totalByteSize()).isEqualTo(old.get(i).totalByteSize());
      assertThat(rowGroup.totalCompressedSize()).isEqualTo(old.get(i).totalCompressedSize());
      for (int column = 0; column < rowGroup.columns().size(); column++) {
        ColumnChunk chunk = rowGroup.columns().get(column);
        ColumnChunk before = old.get(i).columns().get(column);
        assertThat(chunk.metaData().statistics()).isEqualTo(before.metaData().statistics());
        assertThat(chunk.metaData().sizeStatistics()).isEqualTo(before.metaData().sizeStatistics());
        assertThat(chunk.columnIndexLength()).isEqualTo(before.columnIndexLength());
      }
    }
  }

  @Test
  void second_encodings_go_with_the_first() throws IOException {
    Path file = files.ours("a", files.theirs("rows", 0));
    Path merged = folder.resolve("merged");

    REWRITER.withoutColumn("name").rewrite(List.of(file, file), merged, allocator);

    FlatFooter footer = FooterReader.defaults().read(merged).footer();
    int price = footer.findColumn("price");
    for (int rowGroup = 0; rowGroup < footer.rowGroupCount(); rowGroup++) {
      ColumnChunk second = footer.chunk(rowGroup, price).secondEncoding();
      assertThat(second.metaData().encodings()).contains(ParquetEncoding.ALP);
    }
    Map<String, List<String>> entries = files.read(merged);
    assertThat(entries)
        .isEqualTo(VectorEntries.read(merged, STRICT.withSecondEncodings(false), allocator));
    assertThat(entries.get("price")).isEqualTo(files.readAll(file, file).get("price"));
  }

  @Test
  void orders_of_too_few_columns_count_as_none() throws IOException {
    Path file = files.theirs("a", 0);
    Path few = folder.resolve("few");
    byte[] bytes =
        FooterRewrite.rewrite(
            Files.readAllBytes(file),
            footer -> footer.setColumn_orders(footer.getColumn_orders().subList(0, 1)));
    Files.write(few, bytes);
    Path alone = folder.resolve("alone");
    Path merged = folder.resolve("merged");

    REWRITER.rewrite(List.of(few), alone, allocator);
    REWRITER.rewrite(List.of(few, file), merged, allocator);

    assertThat(footer(alone).columnOrders()).isNull();
    assertThat(footer(merged).columnOrders()).isEqualTo(footer(file).columnOrders());
    assertThat(files.read(merged)).isEqualTo(files.readAll(few, file));
  }

  @Test
  void key_values_are_merged_and_replaced() throws IOException {
    Path merged = folder.resolve("merged");
    Path first = files.theirs("a", 0);
    REWRITER
        .withKeyValue("row_groups", "kept, since it is given")
        .withKeyValue("own", "1")
        .rewrite(List.of(first), folder.resolve("x"), allocator);

    REWRITER
        .withKeyValue("own", "2")
        .withKeyValue("same", null)
        .rewrite(List.of(folder.resolve("x"), files.theirs("b", ROWS)), merged, allocator);

    FlatFooter one = FooterReader.defaults().read(folder.resolve("x")).footer();
    assertThat(one.findValue("from")).isEqualTo("0");
    assertThat(one.findValue("row_groups")).isNotNull();
    FlatFooter two = FooterReader.defaults().read(merged).footer();
    assertThat(two.findValue("from")).as("disputed").isNull();
    assertThat(two.findValue("row_groups")).as("of places").isNull();
    assertThat(two.findValue("same")).as("left out").isNull();
    assertThat(two.findValue("own")).isEqualTo("2");
  }

  /** Data pages of version 2 that say they are not compressed, and are: their writer is known. */
  @Test
  void pages_that_only_their_writer_explains_are_written_anew_beside_others() throws IOException {
    Path odd = OtherWritersFiles.find("pages_v2_is_compressed_false.parquet");
    Path right = folder.resolve("right");
    REWRITER.withCodec(ParquetCodec.ZSTD).rewrite(List.of(odd), right, allocator);
    byte[] other =
        FooterRewrite.rewrite(
            Files.readAllBytes(right), footer -> footer.setCreated_by("other version 1.0.0"));
    Files.write(right, other);
    Path merged = folder.resolve("merged");

    REWRITER.rewrite(List.of(odd, right), merged, allocator);

    assertThat(files.read(merged)).isEqualTo(files.readAll(odd, right));
    assertThat(footer(merged).createdBy()).startsWith("arrowparquet version ");
  }

  @Test
  void statistics_that_need_the_name_of_their_writer_do_not_lose_it() throws IOException {
    Path right = files.theirs("a", 0);
    Path wrong = folder.resolve("wrong");
    byte[] polars =
        FooterRewrite.rewrite(Files.readAllBytes(right), footer -> footer.setCreated_by("Polars"));
    Files.write(wrong, polars);
    Path alone = folder.resolve("alone");
    Path merged = folder.resolve("merged");

    REWRITER.rewrite(List.of(wrong), alone, allocator);
    REWRITER.rewrite(List.of(right, wrong), merged, allocator);

    ParquetStatistics before = statistics(right, 0, "name");
    assertThat(before.maxValue()).isNotNull();
    assertThat(before.nullCount()).isEqualTo(72);
    assertThat(statistics(alone, 0, "name")).isEqualTo(before);
    assertThat(statistics(merged, 0, "name")).isEqualTo(before);
    // Polars merges neither null counts nor bounds of texts right; histograms prove other nulls.
    assertThat(statistics(merged, 2, "name")).isNull();
    assertThat(statistics(merged, 2, "s.a")).isEqualTo(statistics(right, 0, "s.a"));
    assertThat(statistics(merged, 2, "id")).isEqualTo(statistics(right, 0, "id"));
    assertThat(statistics(merged, 2, "price")).isNull();
    assertThat(files.read(merged)).isEqualTo(files.readAll(right, wrong));
  }

  private static ParquetStatistics statistics(Path file, int rowGroup, String column)
      throws IOException {
    return footer(file).rowGroups().get(rowGroup).columns().stream()
        .map(ColumnChunk::metaData)
        .filter(metaData -> column.equals(metaData.dottedPath()))
        .findFirst()
        .orElseThrow()
        .statistics();
  }
}
