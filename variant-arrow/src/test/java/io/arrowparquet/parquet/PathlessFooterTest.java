// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.PathlessFile;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file whose chunks leave out {@code path_in_schema} is read as ever.
 *
 * @see ParquetArrowReader
 */
class PathlessFooterTest {
  @TempDir Path folder;

  @Test
  void is_scanned_as_with_paths() throws IOException {
    Path file = folder.resolve("file.parquet");
    new FilterFile(7).write(file, WriterVersion.PARQUET_1_0, true);
    ParquetReadOptions filtered =
        ParquetReadOptions.defaults().withFilter(Operand.column("id").isLessThan(100));
    try (RootAllocator allocator = new RootAllocator()) {
      Map<String, List<String>> rows =
          VectorEntries.read(file, ParquetReadOptions.defaults(), allocator);
      Map<String, List<String>> some = VectorEntries.read(file, filtered, allocator);
      PathlessFile.leaveOutPaths(file);

      assertThat(VectorEntries.read(file, ParquetReadOptions.defaults(), allocator))
          .isEqualTo(rows);
      assertThat(VectorEntries.read(file, filtered, allocator)).isEqualTo(some);
      assertThat(some.get("id").size()).isBetween(1, rows.get("id").size() - 1);
    }
  }
}
