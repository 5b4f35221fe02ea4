// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ParquetJavaMetadata;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A footer whose chunks do not say which column they are of: the order of the schema does.
 *
 * @see io.arrowparquet.footer.internal.thrift.OrderedChunkReader
 * @see FlatBuffersToThrift
 */
class PathlessFooterTest {
  private static final int TRAILER = 8;

  @TempDir Path folder;
  private Path file;
  private FlatFooter ordinary;

  @BeforeEach
  void write() throws IOException {
    file = ParquetJavaFile.write(folder.resolve("file.parquet"));
    ordinary = FooterReader.defaults().read(file).footer();
    PathlessFile.leaveOutPaths(file);
  }

  private byte[] thrift() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int length =
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - TRAILER);
    return Arrays.copyOfRange(bytes, bytes.length - TRAILER - length, bytes.length - TRAILER);
  }

  @Test
  void says_the_same_of_every_chunk() throws IOException {
    same(FooterReader.defaults().read(file).footer());
    same(FooterReader.defaults().withColumns(List.of("point", "id", "name")).read(file).footer());
  }

  private void same(FlatFooter footer) {
    assertThat(footer.columnCount()).isEqualTo(ordinary.columnCount());
    for (int group = 0; group < ordinary.rowGroupCount(); group++) {
      for (int column = 0; column < ordinary.columnCount(); column++) {
        assertThat(footer.columnPath(column)).isEqualTo(ordinary.columnPath(column));
        assertThat(footer.chunk(group, column).startOffset())
            .isEqualTo(ordinary.chunk(group, column).startOffset());
        assertThat(footer.chunk(group, column).numValues())
            .isEqualTo(ordinary.chunk(group, column).numValues());
        if (footer.isComplete()) { // others cut bounds short
          assertThat(footer.chunk(group, column).statistics().minValue())
              .isEqualTo(ordinary.chunk(group, column).statistics().minValue());
        }
      }
    }
  }

  @Test
  void comes_back_from_flatbuffers_byte_by_byte() throws IOException {
    byte[] thrift = thrift();

    byte[] back =
        FlatBuffersToThrift.convert(
            ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer());

    assertThat(back).isEqualTo(thrift);
    assertThat(
            FileMetaDataCodec.STRUCT
                .read(new CompactReader(back))
                .rowGroups()
                .get(0)
                .columns()
                .get(0)
                .metaData()
                .pathInSchema())
        .isNull();
  }

  @ParameterizedTest
  @EnumSource(
      value = FooterLayout.class,
      names = {"SPEC", "ARROW_CPP", "PAR3"})
  void goes_through_every_layout_and_comes_back(FooterLayout layout) throws IOException {
    byte[] before = Files.readAllBytes(file);

    FooterAttacher.defaults().withLayout(layout).attachInPlace(file);
    ParquetFooter read = FooterReader.defaults().read(file);

    assertThat(read.layout()).isEqualTo(layout);
    assertThat(read.diagnostics()).isEmpty();
    same(read.footer());
    FooterStripper.defaults().stripInPlace(file);
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void parquet_java_gets_the_paths_of_the_schema() throws IOException {
    BlockMetaData block =
        ParquetJavaMetadata.of(FooterReader.defaults().read(file))
            .toParquetMetadata()
            .getBlocks()
            .get(0);

    assertThat(block.getColumns())
        .extracting(ColumnChunkMetaData::getPath)
        .extracting(Object::toString)
        .containsExactly("[id]", "[name]", "[point, x]");
    assertThat(ArrowSchema.of(FooterReader.defaults().read(file).footer()))
        .isEqualTo(ArrowSchema.of(ordinary));
  }
}
