// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.LocalBundleStore;
import io.arrowparquet.dataset.BundlePlan;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.parquet.internal.prune.RowGroupFilter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.Predicate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;

/** Reads files with a column {@code id} by filters. */
final class FilterChecks {
  private FilterChecks() {}

  /** A filter finds the rows that it finds without skipping. */
  static void sameAsWithoutSkipping(BufferAllocator allocator, Path file, Predicate predicate)
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
      BufferAllocator allocator, Path file, Predicate predicate, Path directory)
      throws IOException {
    ParquetReadOptions options = ParquetReadOptions.ALL.withFilter(predicate);
    Map<String, List<String>> expected =
        VectorEntries.read(file, options.withSkipping(false), allocator);
    assertThat(VectorEntries.read(file, options, allocator))
        .as("%s", predicate)
        .isEqualTo(expected);
    Path attached = directory.resolve("attached.parquet");
    FooterAttacher.create().withOverwrite(true).attach(file, attached);
    assertThat(VectorEntries.read(attached, options, allocator))
        .as("%s, attached", predicate)
        .isEqualTo(expected);
    Path bundle = directory.resolve("files.bundle");
    new BundleWriter(new LocalBundleStore(bundle), BundleOptions.defaults())
        .create(List.of(BundleInput.of(directory, attached)), true);
    List<Integer> possible =
        RowGroupFilter.possible(FooterReader.create().read(file).footer(), options).stream()
            .boxed()
            .toList();
    try (FooterBundle bundled = FooterBundle.open(bundle)) {
      List<Integer> planned =
          BundlePlan.of(bundled, options).files().stream()
              .flatMap(planFile -> planFile.rowGroups().stream())
              .toList();
      assertThat(planned).as("%s, bundled", predicate).containsAll(possible);
    }
    return expected.values().stream().mapToLong(List::size).findFirst().orElse(0);
  }

  /** How many rows a filter finds. */
  static long count(BufferAllocator allocator, Path file, Predicate predicate) throws IOException {
    return VectorEntries.read(file, options(predicate), allocator)
        .getOrDefault("id", List.of())
        .size();
  }

  private static ParquetReadOptions options(Predicate predicate) {
    return ParquetReadOptions.ALL.withColumns(List.of("id")).withFilter(predicate);
  }
}
