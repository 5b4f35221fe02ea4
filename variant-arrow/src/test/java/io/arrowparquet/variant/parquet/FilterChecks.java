// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.parquet.options.Predicate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
