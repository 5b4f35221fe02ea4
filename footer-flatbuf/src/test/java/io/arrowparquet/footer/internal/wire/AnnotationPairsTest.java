// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterVerifier;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.footer.model.UnionMember;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each converted type beside each logical type, whether they agree or not.
 *
 * @see io.arrowparquet.footer.convert.LogicalTypeConverter
 * @see ArrowCppComparison
 */
class AnnotationPairsTest {
  private static final int UNKNOWN_NUMBER = 77;

  private static List<LogicalType> logicalTypes() {
    List<LogicalType> types = new ArrayList<>();
    types.add(null);
    types.add(new LogicalType.StringType());
    types.add(new LogicalType.MapType());
    types.add(new LogicalType.ListType());
    types.add(new LogicalType.EnumType());
    types.add(new LogicalType.DecimalType(2, 9));
    types.add(new LogicalType.DateType());
    for (TimeUnit unit : TimeUnit.values()) {
      for (boolean isAdjusted : new boolean[] {false, true}) {
        types.add(new LogicalType.TimeType(isAdjusted, unit));
        types.add(new LogicalType.TimestampType(isAdjusted, unit));
      }
    }
    for (int width = Byte.SIZE; width <= Long.SIZE; width *= 2) {
      types.add(new LogicalType.IntType((byte) width, true));
      types.add(new LogicalType.IntType((byte) width, false));
    }
    types.add(new LogicalType.NullType());
    types.add(new LogicalType.JsonType());
    types.add(new LogicalType.BsonType());
    types.add(new LogicalType.UUIDType());
    types.add(new LogicalType.Float16Type());
    types.add(new LogicalType.VariantType(null));
    types.add(new LogicalType.VariantType((byte) 1));
    types.add(new LogicalType.GeometryType(null));
    types.add(new LogicalType.GeometryType("EPSG:4326"));
    types.add(new LogicalType.GeographyType(null, null));
    types.add(new LogicalType.GeographyType("", 2));
    types.add(new LogicalType.FileType());
    BinaryValue empty = BinaryValue.of(new byte[] {0});
    types.add(new LogicalType.Unknown(new UnionMember(UNKNOWN_NUMBER, CompactType.STRUCT, empty)));
    return types;
  }

  private static List<Integer> convertedTypes() {
    List<Integer> types = new ArrayList<>();
    types.add(null);
    for (ConvertedType type : ConvertedType.values()) {
      types.add(type.number());
    }
    types.add(UNKNOWN_NUMBER);
    return types;
  }

  private static FileMetaData footer(PhysicalType type) {
    List<SchemaElement> schema = new ArrayList<>();
    for (LogicalType logical : logicalTypes()) {
      for (Integer converted : convertedTypes()) {
        boolean isDecimal = converted != null && converted == ConvertedType.DECIMAL.number();
        schema.add(
            new SchemaElement(
                type.number(),
                type == PhysicalType.FIXED_LEN_BYTE_ARRAY ? 12 : null,
                1,
                logical + " beside " + converted,
                null,
                converted,
                isDecimal ? 3 : null,
                isDecimal ? 8 : null,
                null,
                logical));
      }
    }
    int columns = schema.size();
    schema.add(
        0, new SchemaElement(null, null, null, "root", columns, null, null, null, null, null));
    return new FileMetaData(1, schema, 0, List.of(), null, "test", null, null, null);
  }

  private static byte[] thrift(FileMetaData footer) {
    CompactWriter out = new CompactWriter();
    FileMetaDataCodec.STRUCT.write(out, footer);
    return out.toByteArray();
  }

  @ParameterizedTest
  @EnumSource
  void every_pair_comes_back_from_the_footer_that_holds_all(PhysicalType type) {
    FileMetaData footer = footer(type);
    byte[] thrift = thrift(footer);

    byte[] back =
        FlatBuffersToThrift.convert(
            ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer());

    assertThat(FileMetaDataCodec.STRUCT.read(new CompactReader(back))).isEqualTo(footer);
  }

  @ParameterizedTest
  @EnumSource
  void every_pair_means_the_same_in_a_footer_of_arrow_cpp(PhysicalType type) {
    FileMetaData footer = footer(type);
    byte[] thrift = thrift(footer);
    FlatFooter whole =
        FlatFooter.wrap(ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer());

    FlatFooter translated = FlatFooter.wrap(ArrowCppReader.convert(ArrowCppWriter.convert(whole)));

    assertThat(ArrowCppComparison.differences(translated, footer)).isEmpty();
    SchemaElementView view = new SchemaElementView();
    for (int element = 1; element < footer.schema().size(); element++) {
      SchemaElement expected = footer.schema().get(element);
      translated.schemaElement(element, view);
      boolean isInterval =
          type == PhysicalType.FIXED_LEN_BYTE_ARRAY
              && ConvertedType.isInterval(expected.logicalType(), expected.convertedType());
      assertThat(view.convertedType() == ConvertedType.INTERVAL)
          .as(expected.name())
          .isEqualTo(isInterval);
    }
  }

  @Test
  void a_file_of_parquet_java_with_an_interval_verifies(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("attached.parquet");
    FooterAttacher.defaults()
        .withLayout(FooterLayout.ARROW_CPP)
        .attach(OtherWritersFiles.find("interval_arrow_cpp.parquet"), file);

    FlatFooter footer = FooterVerifier.defaults().verify(file).footer();

    SchemaElementView view = new SchemaElementView();
    boolean hasInterval = false;
    for (int column = 0; column < footer.columnCount(); column++) {
      footer.schemaElement(footer.columnElement(column), view);
      hasInterval |= view.convertedType() == ConvertedType.INTERVAL;
    }
    assertThat(hasInterval).isTrue();
  }
}
