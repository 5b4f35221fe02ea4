// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.internal.thrift.ChunkFields;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.internal.thrift.StatisticsCodec;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.internal.thrift.ThriftDifference;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each field that a codec's SHAPE declares survives the conversions, and the fast reader of chunks
 * takes it. A field added to a SHAPE alone fails here.
 *
 * @see ThriftToFlatBuffers
 * @see ChunkFields
 */
class EveryFieldTest {
  /** The struct of a field, or of a list's elements, by the field's name. */
  private static final Map<String, StructShape> STRUCTS =
      Map.ofEntries(
          Map.entry("columns", ColumnChunkCodec.SHAPE),
          Map.entry("sorting_columns", ParquetStructs.SORTING_COLUMN.shape()),
          Map.entry("meta_data", ColumnMetaDataCodec.SHAPE),
          Map.entry("crypto_metadata", ParquetStructs.COLUMN_CRYPTO_META_DATA.shape()),
          Map.entry("ENCRYPTION_WITH_COLUMN_KEY", ParquetStructs.COLUMN_KEY.shape()),
          Map.entry("key_value_metadata", ParquetStructs.KEY_VALUE.shape()),
          Map.entry("statistics", StatisticsCodec.SHAPE),
          Map.entry("encoding_stats", ParquetStructs.PAGE_ENCODING_STATS.shape()),
          Map.entry("size_statistics", ParquetStructs.SIZE_STATISTICS.shape()),
          Map.entry("geospatial_statistics", ParquetStructs.GEOSPATIAL_STATISTICS.shape()),
          Map.entry("bbox", ParquetStructs.BOUNDING_BOX.shape()),
          Map.entry("logicalType", StructShape.of("one member").optional(1, "STRING", 12)),
          Map.entry("STRING", StructShape.of("StringType")));

  /** Of a union the only member to write. */
  private static final Map<StructShape, Integer> MEMBERS =
      Map.of(ParquetStructs.COLUMN_CRYPTO_META_DATA.shape(), 2);

  private static final String NAME = "name";
  private static final int PHYSICAL_TYPE = 1;

  /** A struct and one of its fields. */
  static Stream<Arguments> fields() {
    return Stream.of(
            SchemaElementCodec.SHAPE,
            RowGroupCodec.SHAPE,
            ColumnChunkCodec.SHAPE,
            ColumnMetaDataCodec.SHAPE,
            StatisticsCodec.SHAPE)
        .flatMap(shape -> ids(shape).mapToObj(id -> Arguments.of(shape, id, shape.fieldName(id))));
  }

  private static IntStream ids(StructShape shape) {
    return IntStream.rangeClosed(1, shape.maxFieldId()).filter(id -> shape.fieldName(id) != null);
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("fields")
  void every_field_comes_back(StructShape shape, int id, String name) {
    byte[] thrift = footer(shape, id);

    byte[] back =
        FlatBuffersToThrift.convert(
            ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer());

    assertThat(ThriftDifference.firstField(thrift, back)).isNull();
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("fields")
  void every_field_is_declared_with_its_struct(StructShape shape, int id, String name) {
    byte[] thrift = footer(shape, id);

    assertThat(ThriftToFlatBuffers.convertAndReport(thrift, 0, thrift.length).unknownFields())
        .isEmpty();
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("fields")
  void the_fast_reader_takes_every_field_of_a_chunk(StructShape shape, int id, String name) {
    CompactWriter out = new CompactWriter();
    writeSchema(out, shape, id);
    int chunkStart = out.size();
    writeStruct(out, ColumnChunkCodec.SHAPE, shape, id);
    int chunkEnd = out.size();
    // Without room after the chunk the fast reader does not begin.
    out.writeRaw(new byte[64], 0, 64);
    byte[] bytes = out.toByteArray();
    CompactReader in = new CompactReader(bytes);
    SchemaConverter schema = new SchemaConverter(new FlatWriter(bytes, 1024), null);
    schema.read(in);
    ChunkFields fields = new ChunkFields(in, schema.paths(in));
    in.position(chunkStart);

    assertThat(fields.readInOrder(0)).isTrue();

    assertThat(in.position()).isEqualTo(chunkEnd);
    Map<StructShape, Integer> added =
        Map.of(
            ColumnChunkCodec.SHAPE, ChunkFields.IN_CHUNK,
            ColumnMetaDataCodec.SHAPE, ChunkFields.IN_META_DATA,
            StatisticsCodec.SHAPE, ChunkFields.IN_STATISTICS);
    if (added.containsKey(shape)) {
      assertThat(fields.has(added.get(shape) + id)).isTrue();
    }
  }

  /** A footer of one column and one row group: all required fields, and this one. */
  private static byte[] footer(StructShape shape, int id) {
    CompactWriter out = new CompactWriter();
    out.structBegin();
    out.i32Field(1, 1);
    out.fieldHeader(2, CompactType.LIST);
    writeSchema(out, shape, id);
    out.i64Field(3, 1);
    out.listField(4, CompactType.STRUCT, 1);
    writeStruct(out, RowGroupCodec.SHAPE, shape, id);
    out.structEnd();
    return out.toByteArray();
  }

  private static void writeSchema(CompactWriter out, StructShape shape, int id) {
    out.listBegin(CompactType.STRUCT, 2);
    out.structBegin();
    out.stringField(SchemaElementCodec.NAME, "schema");
    out.i32Field(SchemaElementCodec.NUM_CHILDREN, 1);
    out.structEnd();
    out.structBegin();
    for (int field : ids(SchemaElementCodec.SHAPE).toArray()) {
      if (field == SchemaElementCodec.TYPE) {
        out.i32Field(field, PHYSICAL_TYPE);
      } else if (field == SchemaElementCodec.NUM_CHILDREN && isIt(shape, id, field)) {
        out.i32Field(field, 0);
      } else if (field == SchemaElementCodec.NAME || isIt(shape, id, field)) {
        writeField(out, SchemaElementCodec.SHAPE, field, null, 0);
      }
    }
    out.structEnd();
  }

  private static boolean isIt(StructShape shape, int id, int field) {
    return shape.equals(SchemaElementCodec.SHAPE) && id == field;
  }

  /** Writes what is required, what leads to a field, and the field; all where none is given. */
  private static void writeStruct(
      CompactWriter out, StructShape shape, StructShape wanted, int wantedId) {
    out.structBegin();
    for (int id : ids(shape).toArray()) {
      StructShape child = STRUCTS.get(shape.fieldName(id));
      boolean isWanted =
          wanted == null
              ? MEMBERS.getOrDefault(shape, id) == id
              : shape.equals(wanted) && id == wantedId;
      if (isWanted || isUsual(shape, id) || (wanted != null && leadsTo(child, wanted))) {
        writeField(out, shape, id, isWanted ? null : wanted, wantedId);
      }
    }
    out.structEnd();
  }

  /** Required, or the path, which every writer writes. */
  private static boolean isUsual(StructShape shape, int id) {
    return shape.isRequired(id)
        || (shape.equals(ColumnMetaDataCodec.SHAPE) && id == ColumnMetaDataCodec.PATH_IN_SCHEMA);
  }

  private static boolean leadsTo(StructShape shape, StructShape wanted) {
    return shape != null
        && (shape.equals(wanted)
            || shape.equals(ColumnChunkCodec.SHAPE)
            || shape.equals(ColumnMetaDataCodec.SHAPE));
  }

  private static void writeField(
      CompactWriter out, StructShape shape, int id, StructShape wanted, int wantedId) {
    int type = accepted(shape, id, List.of(2, 4, 5, 6, 7, 8, 9, 12), (byte) 0);
    out.fieldHeader(id, type);
    if (type == CompactType.LIST) {
      int elementType = -1;
      // Shapes take any integer type in a list; histograms are declared as i64, the others as i32.
      boolean isHistogram = shape.fieldName(id).endsWith("_histogram");
      for (int candidate : List.of(isHistogram ? 6 : 5, 8, 12)) {
        if (elementType < 0 && shape.accepts(id, type, (byte) (1 << 4 | candidate))) {
          elementType = candidate;
        }
      }
      out.listBegin(elementType, 1);
      writeValue(out, shape, id, elementType, wanted, wantedId);
    } else {
      writeValue(out, shape, id, type, wanted, wantedId);
    }
  }

  private static int accepted(StructShape shape, int id, List<Integer> types, byte first) {
    return types.stream().filter(type -> shape.accepts(id, type, first)).findFirst().orElseThrow();
  }

  private static void writeValue(
      CompactWriter out, StructShape shape, int id, int type, StructShape wanted, int wantedId) {
    switch (type) {
      case CompactType.BOOLEAN_FALSE -> {}
      case CompactType.I16, CompactType.I32, CompactType.I64 -> out.writeI32(PHYSICAL_TYPE);
      case CompactType.DOUBLE -> out.writeDouble(id);
      case CompactType.BINARY -> out.writeString(NAME);
      case CompactType.STRUCT -> {
        StructShape child = STRUCTS.get(shape.fieldName(id));
        assertThat(child).as("the struct of %s.%s", shape.name(), shape.fieldName(id)).isNotNull();
        writeStruct(out, child, wanted, wantedId);
      }
      default -> throw new IllegalArgumentException("type " + type);
    }
  }
}
