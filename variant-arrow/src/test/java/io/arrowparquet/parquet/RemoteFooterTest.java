// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.variant.RemoteFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How many requests it takes to open a file elsewhere, with an attached footer.
 *
 * @see io.arrowparquet.footer.internal.wire.TailReader
 * @see ParquetArrowReader
 */
class RemoteFooterTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"20, 1", "2000, 2"})
  void a_footer_is_there_after_one_request_or_after_two_if_it_is_not_in_the_tail(
      int columns, int requests) throws IOException {
    Path file = folder.resolve("wide.parquet");
    ParquetWriteOptions options = ParquetWriteOptions.defaults().withFooter(FooterLayout.SPEC);
    try (RootAllocator allocator = new RootAllocator()) {
      List<FieldVector> vectors =
          IntStream.range(0, columns)
              .<FieldVector>mapToObj(column -> new IntVector("c" + column, allocator))
              .toList();
      vectors.forEach(vector -> ((IntVector) vector).setSafe(0, 1));
      try (VectorSchemaRoot root = new VectorSchemaRoot(vectors);
          ParquetArrowWriter writer =
              ParquetArrowWriter.open(file, root.getSchema(), options, allocator)) {
        root.setRowCount(1);
        writer.write(root);
        writer.finish();
      }
      boolean fits =
          FooterReader.defaults().read(file).flatbufferLength() < FooterReader.DEFAULT_TAIL_GUESS;
      assertThat(fits).isEqualTo(requests == 1);

      RemoteFile.Line line = RemoteFile.Line.fast(ReadHints.REMOTE);
      try (RemoteFile source = new RemoteFile(file, line);
          ParquetArrowReader reader =
              ParquetArrowReader.open(source, ParquetReadOptions.defaults(), allocator)) {
        assertThat(line.requests()).isEqualTo(requests);
        assertThat(reader.loadNextBatch()).isTrue();
        assertThat(reader.statistics().footerRequests()).isEqualTo(requests);
      }
    }
  }
}
