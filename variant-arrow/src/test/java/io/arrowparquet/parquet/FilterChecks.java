// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScanPlan;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.internal.statistics.ChunkClaims;
import io.arrowparquet.parquet.internal.prune.RowGroupFilter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;

/** Reads files with a column {@code id} by filters. */
final class FilterChecks {
  private FilterChecks() {}

  /** A filter finds the rows that it finds without skipping. */
  static void sameAsWithoutSkipping(BufferAllocator allocator, Path file, RowFilter predicate)
      throws IOException {
    ParquetReadOptions options = options(predicate);
    assertThat(VectorEntries.read(file, options, allocator))
        .as("%s", predicate)
        .isEqualTo(VectorEntries.read(file, options.withSkipping(false), allocator));
  }

  /**
   * A filter finds the rows that it finds without skipping, in the file and in it with a footer
   * attached; and what is planned from a bundle has all row groups that the file's plan has.
   *
   * @return how many rows it finds
   */
  static long sameEverywhere(
      BufferAllocator allocator, Path file, RowFilter predicate, Path directory)
      throws IOException {
    ParquetReadOptions options = ParquetReadOptions.defaults().withFilter(predicate);
    Copies copies = Copies.of(file, directory);
    Map<String, List<String>> expected = copies.sameRows(allocator, options);
    assertThat(copies.planned(options))
        .as("%s, bundled", predicate)
        .containsAll(Copies.possible(file, options));
    return expected.values().stream().mapToLong(List::size).findFirst().orElse(0);
  }

  /** A file, the same with a footer attached, and a bundle of it. */
  record Copies(Path file, Path attached, Path bundle) {
    static Copies of(Path file, Path directory) throws IOException {
      Path attached = directory.resolve("attached.parquet");
      FooterAttacher.defaults().withOverwrite(true).attach(file, attached);
      Path bundle = directory.resolve("files.bundle");
      new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults())
          .write(List.of(BundleInput.of(directory, attached)), true);
      return new Copies(file, attached, bundle);
    }

    /** The rows that a filter finds: with and without skipping, with both footers. */
    Map<String, List<String>> sameRows(BufferAllocator allocator, ParquetReadOptions options)
        throws IOException {
      Map<String, List<String>> expected =
          VectorEntries.read(file, options.withSkipping(false), allocator);
      assertThat(VectorEntries.read(file, options, allocator))
          .as("%s", options.filter())
          .isEqualTo(expected);
      assertThat(VectorEntries.read(attached, options, allocator))
          .as("%s, attached", options.filter())
          .isEqualTo(expected);
      return expected;
    }

    /** The row groups that the statistics of all three leave, and their rows, are the same. */
    void sameRowGroups(BufferAllocator allocator, ParquetReadOptions options) throws IOException {
      List<Integer> possible = possible(file, options);
      assertThat(possible(attached, options))
          .as("%s, attached", options.filter())
          .isEqualTo(possible);
      assertThat(planned(options)).as("%s, bundled", options.filter()).isEqualTo(possible);
      Map<String, List<String>> whole = sameRows(allocator, options);
      try (FooterBundle bundled = FooterBundle.open(bundle)) {
        ParquetFileSet set =
            ParquetFileSet.open(
                bundled, attached.getParent(), BundleTrust.STAT, options, found -> {});
        long rows = 0;
        try (FileSetReader reader = set.read(options, allocator)) {
          while (reader.loadNextBatch()) {
            rows += reader.getVectorSchemaRoot().getRowCount();
          }
        }
        assertThat(rows)
            .as("%s, rows of the bundle", options.filter())
            .isEqualTo(whole.getOrDefault("id", List.of()).size());
      }
    }

    static List<Integer> possible(Path file, ParquetReadOptions options) throws IOException {
      return new RowGroupFilter(
              new ChunkClaims.OfFooter(FooterReader.defaults().read(file).footer()), options)
          .possible().stream().boxed().toList();
    }

    List<Integer> planned(ParquetReadOptions options) throws IOException {
      try (FooterBundle bundled = FooterBundle.open(bundle)) {
        return ParquetScanPlan.rowGroups(bundled, null, options).values().stream()
            .flatMap(List::stream)
            .toList();
      }
    }
  }

  /** How many rows a filter finds. */
  static long count(BufferAllocator allocator, Path file, RowFilter predicate) throws IOException {
    return VectorEntries.read(file, options(predicate), allocator)
        .getOrDefault("id", List.of())
        .size();
  }

  private static ParquetReadOptions options(RowFilter predicate) {
    return ParquetReadOptions.defaults().withColumns(List.of("id")).withFilter(predicate);
  }

  /** All rows that are left, as texts, in batches that are no larger than asked. */
  static List<String> rows(ArrowReader reader, ParquetReadOptions options) throws IOException {
    List<String> rows = new ArrayList<>();
    VectorSchemaRoot root = reader.getVectorSchemaRoot();
    while (reader.loadNextBatch()) {
      assertThat(root.getRowCount()).isBetween(1, options.batchSize());
      for (int row = 0; row < root.getRowCount(); row++) {
        int index = row;
        rows.add(
            root.getFieldVectors().stream()
                .map(vector -> text(vector, index))
                .collect(Collectors.joining(", ", "[", "]")));
      }
    }
    return rows;
  }

  private static String text(FieldVector vector, int row) {
    Object value = vector.getObject(row);
    return value instanceof byte[] bytes ? java.util.Arrays.toString(bytes) : "" + value;
  }
}
