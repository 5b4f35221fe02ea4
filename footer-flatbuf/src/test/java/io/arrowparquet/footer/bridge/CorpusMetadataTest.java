// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bridged metadata of every file of the Parquet testing corpus.
 *
 * @see ParquetJavaMetadata
 */
class CorpusMetadataTest {

  static List<Path> files() throws IOException {
    try (Stream<Path> data = Files.walk(OtherWritersFiles.corpus("data"));
        Stream<Path> variants = Files.walk(OtherWritersFiles.corpus("shredded_variant"))) {
      return Stream.concat(data, variants)
          .filter(file -> file.toString().endsWith(".parquet"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void metadata_are_those_of_parquet_java(Path file) throws IOException {
    ParquetFooter footer = FooterReader.defaults().read(file);
    ParquetMetadata expected;
    try (ParquetFileReader reader =
        new ParquetFileReader(new LocalInputFile(file), RowsOfGroups.options(FilterCompat.NOOP))) {
      expected = reader.getFooter();
    }
    int[] everyColumn = IntStream.range(0, footer.footer().columnCount()).toArray();
    ParquetJavaMetadata bridge = ParquetJavaMetadata.of(footer);

    assertThat(ParquetMetadataText.of(bridge.toParquetMetadata()))
        .isEqualTo(ParquetMetadataText.of(expected));
    assertThat(ParquetMetadataText.of(bridge.withColumnOrdinals(everyColumn).toParquetMetadata()))
        .isEqualTo(ParquetMetadataText.of(expected));
  }
}
