// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.arrowparquet.dataset.ParquetDatasetFactory;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.it.Corpus;
import io.arrowparquet.it.NeedsCorpus;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.ConversionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.dataset.source.DatasetFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files without Variant columns, through Arrow's native dataset and through ours. */
@NeedsCorpus
class DatasetAgreesWithArrowTest {
  /** Arrow reads on where a chunk's pages are longer than the footer says. */
  private static final String PAGES_BEYOND_THEIR_CHUNK = "nation.dict-malformed.parquet";

  /** Its times beyond the year 2262 wrap in Arrow, whose INT96 are nanoseconds. */
  private static final String WRAPPING_TIMES = "int96_from_spark.parquet";

  /**
   * Arrow does not look at the checksums of pages unless told, reads INT96 as nanoseconds, and does
   * not join the rows of two row groups.
   */
  private static final ParquetReadOptions AS_ARROW =
      ParquetReadOptions.defaults()
          .withCheckCrc(false)
          .withInt96Unit(TimeUnit.NANOSECOND)
          .withFilledBatches(false);

  static Stream<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(Corpus.folder("data"))) {
      return files.filter(file -> file.toString().endsWith(".parquet")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void same_batches(Path file) throws Exception {
    List<String> expected;
    try (BufferAllocator allocator = new RootAllocator()) {
      expected = DatasetRows.read(DatasetRows.nativeFactory(file, allocator));
    } catch (RuntimeException | IOException e) {
      assumeThat(e).as("Arrow reads it").isNull();
      return;
    }
    try (BufferAllocator allocator = new RootAllocator()) {
      DatasetFactory ours =
          ParquetDatasetFactory.of(ParquetFileSet.open(List.of(file)), AS_ARROW, allocator);
      if (file.endsWith(PAGES_BEYOND_THEIR_CHUNK)) {
        assertThatThrownBy(() -> DatasetRows.read(ours)).isInstanceOf(CorruptPageException.class);
      } else if (file.endsWith(WRAPPING_TIMES)) {
        assertThatThrownBy(() -> DatasetRows.read(ours)).isInstanceOf(ConversionException.class);
      } else {
        assertThat(DatasetRows.read(ours)).containsExactlyElementsOf(expected);
      }
    }
  }
}
