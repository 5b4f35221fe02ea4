// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.arrowparquet.it.Corpus;
import io.arrowparquet.it.NeedsCorpus;
import io.arrowparquet.variant.CorruptPageException;
import io.arrowparquet.variant.dataset.ParquetDatasetFactory;
import io.arrowparquet.variant.parquet.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.dataset.file.FileSystemDatasetFactory;
import org.apache.arrow.dataset.jni.NativeMemoryPool;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.dataset.source.DatasetFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files without Variant columns, through Arrow's native dataset and through ours. */
@NeedsCorpus
class DatasetAgreesWithArrowTest {
  private static final long BATCH_ROWS = 1000;

  /** Arrow reads on where a chunk's pages are longer than the footer says. */
  private static final String PAGES_BEYOND_THEIR_CHUNK = "nation.dict-malformed.parquet";

  /** Arrow does not look at the checksums of pages unless told. */
  private static final ParquetReadOptions UNCHECKED = ParquetReadOptions.ALL.withCheckCrc(false);

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
      expected = rows(nativeFactory(file, allocator));
    } catch (RuntimeException | IOException e) {
      assumeThat(e).as("Arrow reads it").isNull();
      return;
    }
    try (BufferAllocator allocator = new RootAllocator()) {
      DatasetFactory ours = ParquetDatasetFactory.open(List.of(file), UNCHECKED, allocator);
      if (file.endsWith(PAGES_BEYOND_THEIR_CHUNK)) {
        assertThatThrownBy(() -> rows(ours)).isInstanceOf(CorruptPageException.class);
      } else {
        assertThat(rows(ours)).containsExactlyElementsOf(expected);
      }
    }
  }

  private static DatasetFactory nativeFactory(Path file, BufferAllocator allocator) {
    return new FileSystemDatasetFactory(
        allocator, NativeMemoryPool.getDefault(), FileFormat.PARQUET, file.toUri().toString());
  }

  @SuppressWarnings("try") // Arrow's close() may declare any exception, interruption included
  private static List<String> rows(DatasetFactory made) throws Exception {
    List<String> rows = new ArrayList<>();
    try (DatasetFactory factory = made;
        Dataset dataset = factory.finish();
        Scanner scanner = dataset.newScan(new ScanOptions(BATCH_ROWS));
        ArrowReader reader = scanner.scanBatches()) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      root.getSchema().getFields().forEach(field -> rows.add(field.toString()));
      while (reader.loadNextBatch()) {
        if (root.getRowCount() > 0) { // Arrow gives a batch for an empty row group too
          rows.add("batch of " + root.getRowCount());
        }
        for (int row = 0; row < root.getRowCount(); row++) {
          for (int column = 0; column < root.getFieldVectors().size(); column++) {
            rows.add(VectorText.value(root.getVector(column), row));
          }
        }
      }
    }
    return rows;
  }
}
