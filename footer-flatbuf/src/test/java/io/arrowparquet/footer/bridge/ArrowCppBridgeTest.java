// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.OtherWritersFiles;
import io.arrowparquet.footer.io.FooterReader;
import io.arrowparquet.footer.io.ParquetFooter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;

/** Schemas of files that have a footer of Arrow C++. */
class ArrowCppBridgeTest {
  private static final FooterReader READER = FooterReader.create();

  private static List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>(OtherWritersFiles.arrowCpp("written"));
    files.addAll(OtherWritersFiles.arrowCpp("appended"));
    assumeThat(files).as("files in the folder cpp-footers beside the corpus").isNotEmpty();
    return files;
  }

  private static int[] certain(ParquetFooter read) {
    return IntStream.range(0, read.footer().columnCount())
        .filter(column -> !read.footer().isTypeDoubtful(column))
        .toArray();
  }

  @Test
  void a_schema_is_that_of_the_thrift_footer_or_refused() throws IOException {
    int refused = 0;
    for (Path file : files()) {
      ParquetFooter read = READER.read(file);
      ParquetFooter thrift = READER.withThriftOnly(true).read(file);
      assertThat(read.layout()).isEqualTo(FooterLayout.ARROW_CPP);
      if (read.footer().hasDoubtfulTypes()) {
        refused++;
        assertThatThrownBy(() -> ArrowSchema.of(read.footer()))
            .isInstanceOf(UnsupportedOperationException.class)
            .hasMessageContaining("withCertainTypes");
        assertThatThrownBy(() -> ParquetJavaMetadata.of(read).toParquetMetadata())
            .isInstanceOf(UnsupportedOperationException.class)
            .hasMessageContaining("withCertainTypes");
      } else {
        assertThat(ArrowSchema.of(read.footer()))
            .as("%s", file)
            .isEqualTo(ArrowSchema.of(thrift.footer()));
      }
      requireSameColumns(file, read, thrift);
    }
    assertThat(refused).isPositive();
  }

  /** Columns that are certain can be had even if others are not. */
  private static void requireSameColumns(Path file, ParquetFooter read, ParquetFooter thrift) {
    int[] certain = certain(read);
    assertThat(schema(read, certain)).as("%s", file).isEqualTo(schema(thrift, certain));
  }

  private static MessageType schema(ParquetFooter footer, int[] columns) {
    return ParquetJavaMetadata.of(footer)
        .withColumnOrdinals(columns)
        .withRowGroups()
        .toParquetMetadata()
        .getFileMetaData()
        .getSchema();
  }

  @Test
  void reading_with_certain_types_uses_the_thrift_footer_where_it_is_needed() throws IOException {
    for (Path file : files()) {
      boolean isDoubtful = READER.read(file).footer().hasDoubtfulTypes();
      ParquetFooter read = READER.withCertainTypes(true).read(file);
      ParquetFooter thrift = READER.withThriftOnly(true).read(file);
      assertThat(read.layout())
          .as("%s", file)
          .isEqualTo(isDoubtful ? FooterLayout.THRIFT : FooterLayout.ARROW_CPP);
      assertThat(read.diagnostics()).isEmpty();
      assertThat(read.footer().hasDoubtfulTypes()).isFalse();
      assertThat(ArrowSchema.of(read.footer()))
          .as("%s", file)
          .isEqualTo(ArrowSchema.of(thrift.footer()));
    }
  }
}
