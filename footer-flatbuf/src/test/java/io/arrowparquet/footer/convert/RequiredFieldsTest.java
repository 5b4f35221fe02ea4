// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.ThriftFields.Field;
import io.arrowparquet.footer.file.FooterSizes;
import io.arrowparquet.footer.file.FooterSizes.Part;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.LogicalTypeCodec;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.internal.thrift.StatisticsCodec;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.LogicalType;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Conversion and codecs read the same fields: what one demands the other demands, and a field of
 * another type is not a field to either. The codecs' shapes say which fields there are.
 *
 * @see ThriftToFlatBuffers
 * @see io.arrowparquet.footer.file.ThriftFooterSizes
 */
class RequiredFieldsTest {
  /** Footers in which each field of each struct occurs. */
  private static final int FOOTERS = 60;

  /** Two numbers of the file, what has encryption among its fields, and encryption. */
  private static final Set<String> FIELDS_OF_NO_PART =
      Set.of("/1", "/3", "/4", "/4/1", "/8", "/9", "/4/1/8", "/4/1/9");

  private static final Map<String, StructShape> SHAPES = new LinkedHashMap<>();

  static {
    SHAPES.put("", FileMetaDataCodec.SHAPE);
    SHAPES.put("/2", SchemaElementCodec.SHAPE);
    SHAPES.put("/2/10/5", LogicalTypeCodec.of(LogicalType.Kind.DECIMAL).shape());
    SHAPES.put("/2/10/7", LogicalTypeCodec.of(LogicalType.Kind.TIME).shape());
    SHAPES.put("/2/10/8", LogicalTypeCodec.of(LogicalType.Kind.TIME).shape());
    SHAPES.put("/2/10/10", LogicalTypeCodec.of(LogicalType.Kind.INTEGER).shape());
    SHAPES.put("/4", RowGroupCodec.SHAPE);
    SHAPES.put("/4/4", ParquetStructs.SORTING_COLUMN.shape());
    SHAPES.put("/4/1", ColumnChunkCodec.SHAPE);
    SHAPES.put("/4/1/3", ColumnMetaDataCodec.SHAPE);
    SHAPES.put("/4/1/3/8", ParquetStructs.KEY_VALUE.shape());
    SHAPES.put("/4/1/3/12", StatisticsCodec.SHAPE);
    SHAPES.put("/4/1/3/13", ParquetStructs.PAGE_ENCODING_STATS.shape());
    SHAPES.put("/4/1/3/16", ParquetStructs.SIZE_STATISTICS.shape());
    SHAPES.put("/4/1/3/17", ParquetStructs.GEOSPATIAL_STATISTICS.shape());
    SHAPES.put("/4/1/3/17/1", ParquetStructs.BOUNDING_BOX.shape());
    SHAPES.put("/5", ParquetStructs.KEY_VALUE.shape());
  }

  @Test
  void each_field_is_required_by_conversion_if_and_only_if_its_codec_requires_it() {
    Set<String> tried = new HashSet<>();
    for (int seed = 0; seed < FOOTERS; seed++) {
      ThriftFields footer = ThriftFields.of(RandomFooter.thrift(seed));
      footer.forEachStruct(
          "",
          (path, struct) -> {
            for (int i = 0; i < struct.fields.size(); i++) {
              if (tried.add(path + "/" + struct.fields.get(i).id)) {
                withoutField(footer, path, struct, i);
                withOtherType(footer, path, struct.fields.get(i));
                withSetForList(footer, path, struct.fields.get(i));
              }
            }
          });
    }
    SHAPES.forEach(
        (path, shape) ->
            IntStream.rangeClosed(1, shape.maxFieldId())
                .forEach(id -> assertThat(tried).as(shape.name()).contains(path + "/" + id)));
  }

  private static void withoutField(ThriftFields footer, String path, ThriftFields in, int index) {
    Field field = in.fields.remove(index);
    requireSameVerdict(footer.toBytes(), "without " + path + "/" + field.id);
    in.fields.add(index, field);
  }

  private static void withOtherType(ThriftFields footer, String path, Field field) {
    int type = field.type;
    Object value = field.value;
    field.changeType();
    requireSameVerdict(footer.toBytes(), "another type of " + path + "/" + field.id);
    field.type = type;
    field.value = value;
  }

  /** A set is written as a list is. */
  private static void withSetForList(ThriftFields footer, String path, Field field) {
    if (field.type == CompactType.LIST) {
      byte[] asLists = footer.toBytes();
      field.type = CompactType.SET;
      requireSameVerdict(footer.toBytes(), "a set for " + path + "/" + field.id);
      assertThat(FooterSizes.ofThrift(footer.toBytes()))
          .as("a set for " + path + "/" + field.id)
          .usingRecursiveComparison()
          .isEqualTo(FooterSizes.ofThrift(asLists));
      field.type = CompactType.LIST;
    }
  }

  @Test
  void each_field_is_counted_in_a_part_of_the_footer() {
    Set<String> tried = new HashSet<>();
    for (int seed = 0; seed < FOOTERS; seed++) {
      ThriftFields footer = ThriftFields.of(RandomFooter.thrift(seed));
      FooterSizes whole = FooterSizes.ofThrift(footer.toBytes());
      footer.forEachStruct(
          "",
          (path, struct) -> {
            for (int i = 0; i < struct.fields.size(); i++) {
              String field = path + "/" + struct.fields.get(i).id;
              boolean isNew = path.matches("(/4(/1(/3)?)?)?") && tried.add(field);
              if (isNew && !FIELDS_OF_NO_PART.contains(field)) {
                Field removed = struct.fields.remove(i);
                FooterSizes without = FooterSizes.ofThrift(footer.toBytes());
                struct.fields.add(i, removed);
                assertThat(without.total()).as(field).isLessThan(whole.total());
                assertThat(without.bytes(Part.OTHER)).as(field).isEqualTo(whole.bytes(Part.OTHER));
              }
            }
          });
    }
    for (String path : List.of("", "/4", "/4/1", "/4/1/3")) {
      IntStream.rangeClosed(1, SHAPES.get(path).maxFieldId())
          .forEach(id -> assertThat(tried).contains(path + "/" + id));
    }
  }

  private static void requireSameVerdict(byte[] thrift, String change) {
    FileMetaData expected = null;
    String refusal = null;
    try {
      expected = FileMetaDataCodec.STRUCT.read(new CompactReader(thrift));
    } catch (CorruptFooterException e) {
      refusal = e.found();
    }
    try {
      byte[] back =
          FlatBuffersToThrift.convert(
              ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer());
      assertThat(FileMetaDataCodec.STRUCT.read(new CompactReader(back)))
          .as(change)
          .isEqualTo(expected);
    } catch (CorruptFooterException e) {
      if (e.problem().startsWith("Thrift")) {
        assertThat(e.found()).as(change).isEqualTo(refusal);
      } else {
        // The schema is not a tree any more, which codecs do not look at.
        assertThat(change).matches("(without|another type of) /2(/[15])?");
      }
    }
  }

  @Test
  void chunk_without_file_offset_is_refused() {
    ThriftFields footer = ThriftFields.of(WideFooter.thrift(2, 1));
    footer.forEachStruct(
        "",
        (path, struct) -> {
          if (path.equals("/4/1")) {
            struct.fields.removeIf(field -> field.id == 2);
          }
        });
    byte[] thrift = footer.toBytes();

    for (Runnable reading :
        List.<Runnable>of(
            () -> ThriftToFlatBuffers.convert(thrift, 0, thrift.length),
            () -> FileMetaDataCodec.STRUCT.read(new CompactReader(thrift)),
            () -> FileMetaDataCodec.check(new CompactReader(thrift)))) {
      assertThatThrownBy(reading::run)
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageStartingWith("Thrift struct ColumnChunk ending at offset ")
          .hasMessageEndingWith(
              "found no field ColumnChunk.file_offset, expected it, with id 2; it is required");
    }
  }
}
