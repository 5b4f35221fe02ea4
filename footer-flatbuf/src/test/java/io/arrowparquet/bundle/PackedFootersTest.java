// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.bundle.internal.plan.PackedFooters;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedFootersTest {
  private static final int FILES = 30;

  @TempDir private Path folder;

  /** Two segments; neighbours have one of two schemas, and one to three row groups. */
  @BeforeEach
  void writeBundle() throws IOException {
    Lake lake = new Lake(folder.resolve("lake"));
    BundleWriter writer =
        new BundleWriter(BundleStore.of(folder.resolve("lake.bundle")), BundleOptions.defaults());
    for (int i = 0; i < FILES; i++) {
      lake.write(String.format("%02d.parquet", i), i < 7 ? 3 : 100, 1 + i % 3);
      if (i == FILES / 2) {
        writer.write(lake.inputs(), false);
      }
    }
    writer.append(lake.inputs(), BundleTrust.STAT);
  }

  private FooterBundle bundle() throws IOException {
    return FooterBundle.open(folder.resolve("lake.bundle"));
  }

  private static List<BundleEntry> files(FooterBundle bundle) {
    List<BundleEntry> files = new ArrayList<>();
    bundle.files().forEach(files::add);
    return files;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void footers_are_those_of_the_bundle_which_is_closed(boolean isForward) throws IOException {
    for (List<String> columns :
        List.of(List.of("column_1"), List.of("column_0", "column_99"), List.of("none"))) {
      assertSame(columns, isForward);
    }
    assertSame(null, isForward);
  }

  private void assertSame(List<String> columns, boolean isForward) throws IOException {
    List<FlatFooter> expected = new ArrayList<>();
    PackedFooters packed;
    try (FooterBundle bundle = bundle()) {
      List<BundleEntry> files = files(bundle);
      for (BundleEntry file : files) {
        expected.add(bundle.footers(columns).footer(file));
      }
      packed = bundle.pack(files, columns);
    }
    assertThat(packed.count()).isEqualTo(FILES);
    for (int i = 0; i < FILES; i++) {
      int file = isForward ? i : FILES - 1 - i;
      assertThat(packed.has(file)).isTrue();
      assertSame(packed.footer(file), expected.get(file));
      for (int group = 0; group < expected.get(file).rowGroupCount(); group++) {
        assertThat(packed.rows(file, group))
            .isEqualTo(expected.get(file).rowGroup(group).numRows());
      }
    }
  }

  private static void assertSame(FlatFooter footer, FlatFooter expected) {
    assertThat(footer.rowGroupCount()).isEqualTo(expected.rowGroupCount());
    assertThat(footer.columnCount()).isEqualTo(expected.columnCount());
    assertThat(footer.numRows()).isEqualTo(expected.numRows());
    assertThat(footer.createdBy()).isEqualTo(expected.createdBy());
    assertThat(footer.findValue("writer.model.name")).isEqualTo("example");
    for (int group = 0; group < expected.rowGroupCount(); group++) {
      for (int column = 0; column < expected.columnCount(); column++) {
        assertThat(footer.hasChunks(column)).isEqualTo(expected.hasChunks(column));
        if (expected.hasChunks(column)) {
          ColumnChunkView left = footer.chunk(group, column);
          ColumnChunkView right = expected.chunk(group, column);
          assertThat(left.startOffset()).isEqualTo(right.startOffset());
          assertThat(left.totalCompressedSize()).isEqualTo(right.totalCompressedSize());
          assertThat(left.columnIndex().offset()).isEqualTo(right.columnIndex().offset());
          assertThat(left.statistics().maxDouble()).isEqualTo(right.statistics().maxDouble());
        }
      }
    }
  }

  /** Files of several schemas by turns, as jobs of two versions write them into one folder. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void footers_that_take_turns_are_put_together_by_schema(int schemas) throws IOException {
    Lake lake = new Lake(folder.resolve("turns"));
    for (int i = 0; i < FILES; i++) {
      lake.write(String.format("%02d.parquet", i), 3 + i % schemas, 1 + i % 3);
    }
    BundleStore store = BundleStore.of(folder.resolve("turns.bundle"));
    new BundleWriter(store, BundleOptions.defaults()).write(lake.inputs(), false);
    try (FooterBundle bundle = FooterBundle.open(store)) {
      for (List<String> columns : Arrays.asList(null, List.of("column_1"))) {
        PackedFooters packed = bundle.pack(files(bundle), columns);
        Set<ByteBuffer> whole = new HashSet<>();
        for (int i = 0; i < FILES; i++) {
          FlatFooter footer = packed.footer(i);
          assertThat(footer.rowGroupCount()).isEqualTo(1 + i % 3);
          assertThat(footer.columnCount()).isEqualTo(3 + i % schemas);
          whole.add(footer.flatbuffer());
        }
        long rowGroups =
            whole.stream()
                .mapToLong(bytes -> FlatFooter.wrap(bytes, "whole", 0).rowGroupCount())
                .sum();
        assertThat(whole).hasSize(schemas);
        assertThat(rowGroups).isEqualTo(2L * FILES);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 100, 2000})
  void footers_hold_little_more_than_they_use(int columns) throws IOException {
    byte[] thrift = WideFooter.thrift(columns, 1);
    for (int chosen : new int[] {1, columns}) {
      List<String> names = IntStream.range(0, chosen).mapToObj(i -> "column_" + i).toList();
      ByteBuffer some =
          ThriftToFlatBuffers.convertColumns(thrift, 0, thrift.length, names).flatbuffer();
      ByteBuffer all = ThriftToFlatBuffers.convertInMemory(thrift, 0, thrift.length).flatbuffer();
      assertThat(some.capacity()).isLessThan(2 * some.remaining() + thrift.length + 2048);
      assertThat(all.capacity()).isLessThan(2 * all.remaining() + 2048);
    }
  }

  @Test
  void threads_share_them() throws Exception {
    PackedFooters packed;
    try (FooterBundle bundle = bundle()) {
      packed = bundle.pack(files(bundle), null);
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Long>> sums = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        int first = thread * 7;
        sums.add(threads.submit(() -> sum(packed, first)));
      }
      for (Future<Long> sum : sums) {
        assertThat(sum.get()).isEqualTo(sums.get(0).get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static long sum(PackedFooters packed, int first) throws IOException {
    long sum = 0;
    for (int i = 0; i < FILES; i++) {
      FlatFooter footer = packed.footer((first + i) % FILES);
      for (int group = 0; group < footer.rowGroupCount(); group++) {
        sum += footer.chunk(group, footer.columnCount() - 1).startOffset();
      }
    }
    return sum;
  }
}
