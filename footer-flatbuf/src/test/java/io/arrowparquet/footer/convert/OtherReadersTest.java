// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flatc.generated.DecimalOptions;
import io.arrowparquet.footer.flatc.generated.FileMetaData;
import io.arrowparquet.footer.flatc.generated.GeographyType;
import io.arrowparquet.footer.flatc.generated.GeometryType;
import io.arrowparquet.footer.flatc.generated.IntOptions;
import io.arrowparquet.footer.flatc.generated.LogicalType;
import io.arrowparquet.footer.flatc.generated.TimeOptions;
import io.arrowparquet.footer.flatc.generated.TimeUnit;
import io.arrowparquet.footer.internal.generated.ParquetFbs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is there for readers of the proposal alone, and goes on the way back to Thrift.
 *
 * @see SchemaConverter
 * @see LogicalTypeConverter
 */
class OtherReadersTest {
  private final List<SchemaElement> schema =
      new ArrayList<>(List.of(new SchemaElement("root").setNum_children(1)));
  private final List<Encoding> encodings = new ArrayList<>(List.of(Encoding.PLAIN));
  private String createdBy;
  private FileMetaData written;
  private FlatFooter footer;

  private void convert(SchemaElement leaf) throws IOException {
    schema.add(leaf);
    ColumnMetaData metaData =
        new ColumnMetaData(
            Type.INT32, encodings, List.of(leaf.name), CompressionCodec.SNAPPY, 1, 2, 3, 4);
    metaData.setType(leaf.type);
    RowGroup group = new RowGroup(List.of(new ColumnChunk(4).setMeta_data(metaData)), 3, 1);
    var model = new org.apache.parquet.format.FileMetaData(1, schema, 1, List.of(group));
    model.setCreated_by(createdBy);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Util.writeFileMetaData(model, out);
    byte[] thrift = out.toByteArray();
    ByteBuffer flatbuffer = ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
    written = FileMetaData.getRootAsFileMetaData(flatbuffer);
    footer = FlatFooter.wrap(flatbuffer);
    assertThat(FlatBuffersToThrift.convert(flatbuffer)).isEqualTo(thrift);
  }

  private static SchemaElement leaf(Type type) {
    return new SchemaElement("x").setType(type).setType_length(12);
  }

  @ParameterizedTest
  @EnumSource
  void every_converted_type_has_a_logical_type_but_interval(ConvertedType converted)
      throws IOException {
    convert(leaf(Type.FIXED_LEN_BYTE_ARRAY).setConverted_type(converted));

    boolean isInterval = converted == ConvertedType.INTERVAL;
    assertThat(written.schema(1).logicalTypeType() == ParquetFbs.LogicalType.NONE)
        .isEqualTo(isInterval);
    assertThat(footer.schemaElement(1).logicalType()).isNull();
    assertThat(footer.schemaElement(1).convertedTypeNumber()).isEqualTo(converted.getValue());
  }

  @Test
  void options_of_the_logical_type_are_those_of_the_converted_type() throws IOException {
    convert(leaf(Type.INT64).setConverted_type(ConvertedType.DECIMAL).setScale(2).setPrecision(9));
    DecimalOptions decimal = (DecimalOptions) written.schema(1).logicalType(new DecimalOptions());

    assertThat(written.schema(1).logicalTypeType()).isEqualTo(LogicalType.DecimalType);
    assertThat(decimal.scale()).isEqualTo(2);
    assertThat(decimal.precision()).isEqualTo(9);
    assertThat(footer.schemaElement(1).scale()).isEqualTo(2);
    assertThat(footer.schemaElement(1).precision()).isEqualTo(9);
  }

  @Test
  void decimal_without_scale_has_none() throws IOException {
    convert(leaf(Type.INT64).setConverted_type(ConvertedType.DECIMAL).setPrecision(9));

    assertThat(footer.schemaElement(1).scale()).isNull();
    assertThat(footer.schemaElement(1).precision()).isEqualTo(9);
  }

  @Test
  void times_are_in_utc() throws IOException {
    convert(leaf(Type.INT64).setConverted_type(ConvertedType.TIMESTAMP_MICROS));
    TimeOptions time = (TimeOptions) written.schema(1).logicalType(new TimeOptions());

    assertThat(written.schema(1).logicalTypeType()).isEqualTo(LogicalType.TimestampType);
    assertThat(time.isAdjustedToUtc()).isTrue();
    assertThat(time.unit()).isEqualTo(TimeUnit.MICROS);
  }

  @Test
  void integers_have_their_width_and_sign() throws IOException {
    convert(leaf(Type.INT32).setConverted_type(ConvertedType.UINT_16));
    IntOptions integer = (IntOptions) written.schema(1).logicalType(new IntOptions());

    assertThat(integer.bitWidth()).isEqualTo((byte) 16);
    assertThat(integer.isSigned()).isFalse();
  }

  @Test
  void default_coordinate_systems_are_written() throws IOException {
    var geometry = new org.apache.parquet.format.GeometryType();
    convert(
        leaf(Type.BYTE_ARRAY)
            .setLogicalType(org.apache.parquet.format.LogicalType.GEOMETRY(geometry)));

    assertThat(((GeometryType) written.schema(1).logicalType(new GeometryType())).crs()).isEmpty();
    assertThat(footer.schemaElement(1).logicalType())
        .isEqualTo(new io.arrowparquet.footer.model.LogicalType.GeometryType(null));
  }

  @Test
  void default_coordinate_systems_of_geographies_are_written() throws IOException {
    var geography = new org.apache.parquet.format.GeographyType();
    convert(
        leaf(Type.BYTE_ARRAY)
            .setLogicalType(org.apache.parquet.format.LogicalType.GEOGRAPHY(geography)));

    assertThat(((GeographyType) written.schema(1).logicalType(new GeographyType())).crs())
        .isEmpty();
    assertThat(footer.schemaElement(1).logicalType())
        .isEqualTo(new io.arrowparquet.footer.model.LogicalType.GeographyType(null, null));
  }

  @Test
  void the_writer_is_always_there() throws IOException {
    convert(leaf(Type.INT32));

    assertThat(written.createdBy()).isEmpty();
    assertThat(footer.createdBy()).isNull();
  }

  @Test
  void an_empty_writer_stays_one() throws IOException {
    createdBy = "";
    convert(leaf(Type.INT32));

    assertThat(footer.createdBy()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "PLAIN_DICTIONARY, true",
    "PLAIN_DICTIONARY RLE BIT_PACKED, true",
    "PLAIN_DICTIONARY PLAIN, false",
    "RLE_DICTIONARY RLE PLAIN, false",
    "RLE_DICTIONARY RLE, false",
    "RLE BIT_PACKED, false",
    "PLAIN, false"
  })
  void encodings_say_whether_all_pages_have_a_dictionary(String names, boolean isFully)
      throws IOException {
    encodings.clear();
    for (String name : names.split(" ", -1)) {
      encodings.add(Encoding.valueOf(name));
    }
    convert(leaf(Type.INT32));

    assertThat(written.rowGroups(0).columns(0).metadata().isFullyDictEncoded()).isEqualTo(isFully);
  }
}
