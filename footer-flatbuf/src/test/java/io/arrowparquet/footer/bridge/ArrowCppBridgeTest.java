// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.NullType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Schemas of files that have a footer of Arrow C++.
 *
 * @see ArrowSchema
 * @see ArrowSchemaTree
 */
class ArrowCppBridgeTest {
  private static final FooterReader READER = FooterReader.defaults();

  /** The magic bytes, little-endian. */
  private static final int PAR1 = 0x31524150;

  @TempDir Path folder;

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
  void a_schema_is_that_of_the_thrift_footer() throws IOException {
    for (Path file : files()) {
      ParquetFooter read = READER.read(file);
      ParquetFooter thrift = READER.withThriftOnly(true).read(file);
      assertThat(read.layout()).isEqualTo(FooterLayout.ARROW_CPP);
      if (!read.footer().hasDoubtfulTypes()) {
        assertThat(ArrowSchema.of(read.footer()))
            .as("%s", file)
            .isEqualTo(ArrowSchema.of(thrift.footer()));
      }
      requireSameColumns(file, read, thrift);
    }
  }

  /** A file of nothing but its footers: a number, and a column of this type. */
  private Path file(SchemaElement column) throws IOException {
    List<SchemaElement> schema =
        List.of(
            new SchemaElement("schema").setNum_children(2),
            new SchemaElement("id")
                .setType(Type.INT64)
                .setRepetition_type(FieldRepetitionType.REQUIRED),
            column.setRepetition_type(FieldRepetitionType.OPTIONAL));
    ByteArrayOutputStream struct = new ByteArrayOutputStream();
    Util.writeFileMetaData(new FileMetaData(1, schema, 0, List.of()), struct);
    ByteBuffer file =
        ByteBuffer.allocate(struct.size() + 12).order(ByteOrder.LITTLE_ENDIAN).putInt(PAR1);
    file.put(struct.toByteArray()).putInt(struct.size()).putInt(PAR1);
    Path path = folder.resolve("doubtful.parquet");
    Files.write(path, file.array());
    FooterAttacher.defaults().withLayout(FooterLayout.ARROW_CPP).attachInPlace(path);
    return path;
  }

  static Stream<SchemaElement> doubtful() {
    TimestampType local = new TimestampType(false, TimeUnit.MICROS(new MicroSeconds()));
    return Stream.of(
        new SchemaElement("a").setType(Type.INT64).setLogicalType(LogicalType.TIMESTAMP(local)),
        new SchemaElement("a")
            .setType(Type.FIXED_LEN_BYTE_ARRAY)
            .setType_length(12)
            .setLogicalType(LogicalType.UNKNOWN(new NullType())));
  }

  @ParameterizedTest
  @MethodSource("doubtful")
  void a_type_that_the_footer_leaves_open_is_refused_or_read_from_thrift(SchemaElement column)
      throws IOException {
    Path file = file(column);
    ParquetFooter read = READER.read(file);
    assertThat(read.layout()).isEqualTo(FooterLayout.ARROW_CPP);
    assertThat(read.footer().hasDoubtfulTypes()).isTrue();
    assertThat(read.footer().isTypeDoubtful(0)).isFalse();
    assertThat(read.footer().isTypeDoubtful(1)).isTrue();
    assertThatThrownBy(() -> ArrowSchema.of(read.footer()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("column a:")
        .hasMessageContaining("withCertainTypes");
    assertThatThrownBy(() -> ParquetJavaMetadata.of(read).toParquetMetadata())
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("withCertainTypes");
    assertThat(ArrowSchema.nodes(read.footer(), List.of("id"))).hasSize(1);

    ParquetFooter thrift = READER.withThriftOnly(true).read(file);
    requireSameColumns(file, read, thrift);
    ParquetFooter certain = READER.withCertainTypes(true).read(file);
    assertThat(certain.layout()).isEqualTo(FooterLayout.THRIFT);
    assertThat(certain.diagnostics()).isEmpty();
    assertThat(certain.footer().hasDoubtfulTypes()).isFalse();
    assertThat(ArrowSchema.of(certain.footer())).isEqualTo(ArrowSchema.of(thrift.footer()));
  }

  /** Columns that are certain can be had even if others are not. */
  private static void requireSameColumns(Path file, ParquetFooter read, ParquetFooter thrift) {
    int[] certain = certain(read);
    assertThat(schema(read, certain)).as("%s", file).isEqualTo(schema(thrift, certain));
  }

  /**
   * As text: a default that is there and one that is absent are the same. Without the orders of
   * columns: Arrow C++ knows one only, and writes it for all.
   */
  private static String schema(ParquetFooter footer, int[] columns) {
    return ParquetJavaMetadata.of(footer)
        .withColumnOrdinals(columns)
        .withRowGroups()
        .toParquetMetadata()
        .getFileMetaData()
        .getSchema()
        .toString()
        .replaceAll(" columnorder\\(\\w+\\)", "");
  }
}
