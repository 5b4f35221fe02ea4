// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CorpusFooters;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.GeometryType;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;

/**
 * Thrift to FlatBuffers and back gives the same footer.
 *
 * @see ThriftToFlatBuffers
 * @see FlatBuffersToThrift
 */
class RoundTripTest {
  /**
   * Their footers hold a field with another type than parquet.thrift gives it, which every reader
   * skips; it does not come back.
   */
  private static final Set<String> WITH_A_WRONGLY_TYPED_FIELD =
      Set.of("dict-page-offset-zero.parquet");

  private static byte[] roundTrip(byte[] thrift) {
    byte[] back =
        FlatBuffersToThrift.convert(
            ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer());
    assertThat(backFromMemory(thrift)).isEqualTo(back);
    return back;
  }

  private static byte[] backFromMemory(byte[] thrift) {
    return FlatBuffersToThrift.convert(
        ThriftToFlatBuffers.convertInMemory(thrift, 0, thrift.length).flatbuffer());
  }

  @Test
  void corpus_footers_come_back_field_by_field() throws IOException {
    for (Map.Entry<String, byte[]> file : CorpusFooters.all().entrySet()) {
      byte[] thrift = file.getValue();
      byte[] back = roundTrip(thrift);

      // As text: its unions of the future cannot be compared.
      assertThat(Util.readFileMetaData(new ByteArrayInputStream(back)).toString())
          .as("parquet-java's model of %s", file.getKey())
          .isEqualTo(Util.readFileMetaData(new ByteArrayInputStream(thrift)).toString());
      if (!WITH_A_WRONGLY_TYPED_FIELD.contains(file.getKey())) {
        assertThat(ThriftTree.of(back))
            .as("all fields of %s", file.getKey())
            .isEqualTo(ThriftTree.of(thrift));
      }
    }
  }

  /** Most are like one before, which is where a template is used; some differ in one thing. */
  @Property(tries = 200)
  void chunks_of_numbers_come_back_byte_by_byte(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    List<Type> types = List.of(Type.values());
    List<SchemaElement> schema = new ArrayList<>();
    schema.add(new SchemaElement("root").setNum_children(types.size()));
    for (Type type : types) {
      schema.add(new SchemaElement("of_" + type).setType(type).setType_length(4));
    }
    FileMetaData footer = new FileMetaData(1, schema, 0, new ArrayList<>());
    int rowGroups = 1 + random.nextInt(40);
    for (int group = 0; group < rowGroups; group++) {
      List<ColumnChunk> chunks = new ArrayList<>();
      for (Type type : types) {
        chunks.add(chunkOfNumbers(type, random));
      }
      footer.addToRow_groups(new RowGroup(chunks, 7, 100));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, out);

    assertThat(roundTrip(out.toByteArray())).isEqualTo(out.toByteArray());
    byte[] thrift = out.toByteArray();
    FlatFooter.verify(ThriftToFlatBuffers.convertInMemory(thrift, 0, thrift.length).flatbuffer());
  }

  /** Elements that differ in their names alone are not parsed again; others must be. */
  @Property(tries = 200)
  void schema_elements_of_many_kinds_come_back_byte_by_byte(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    int kinds = 1 + random.nextInt(40);
    int count = random.nextInt(300);
    List<SchemaElement> schema = new ArrayList<>();
    schema.add(new SchemaElement("root").setNum_children(count));
    for (int i = 0; i < count; i++) {
      // In turns, with some that are out of turn.
      int kind = isRare(random) ? random.nextInt(kinds) : i % kinds;
      int length = random.nextInt(isRare(random) ? 300 : 12);
      schema.add(elementOfKind(kind, "n".repeat(length) + i, random));
    }
    FileMetaData footer = new FileMetaData(1, schema, 0, List.of());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, out);
    byte[] thrift = out.toByteArray();

    assertThat(roundTrip(thrift)).isEqualTo(thrift);
    ByteBuffer converted = ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
    FlatFooter.verify(converted);
    FlatFooter flat = FlatFooter.wrap(converted);
    for (int i = 0; i <= count; i++) {
      assertThat(flat.schemaElement(i).name()).isEqualTo(schema.get(i).getName());
    }
  }

  /** {@code 81 00} is 1, and {@code 81 01} is 129: only the second byte tells them apart. */
  @Test
  void names_whose_lengths_have_more_bytes_than_needed_are_told_apart() throws IOException {
    String longName = "b\0" + "x".repeat(127);
    List<SchemaElement> schema =
        List.of(
            new SchemaElement("root").setNum_children(2),
            new SchemaElement("a").setType(Type.DOUBLE),
            new SchemaElement(longName).setType(Type.DOUBLE));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Util.writeFileMetaData(new FileMetaData(1, schema, 0, List.of()), out);
    byte[] thrift = out.toByteArray();
    int length = new String(thrift, StandardCharsets.ISO_8859_1).indexOf("\1a");
    byte[] longer = Arrays.copyOf(thrift, thrift.length + 1);
    longer[length] = (byte) 0x81;
    longer[length + 1] = 0;
    System.arraycopy(thrift, length + 1, longer, length + 2, thrift.length - length - 1);

    FlatFooter footer =
        FlatFooter.wrap(ThriftToFlatBuffers.convertInMemory(longer, 0, longer.length).flatbuffer());

    assertThat(footer.schemaElement(1).name()).isEqualTo("a");
    assertThat(footer.schemaElement(2).name()).isEqualTo(longName);
  }

  private static SchemaElement elementOfKind(int kind, String name, Random random) {
    SchemaElement element = new SchemaElement(name).setType(Type.findByValue(kind % 8));
    switch (kind / 8) {
      case 0 -> element.setRepetition_type(FieldRepetitionType.OPTIONAL);
      case 1 -> element.setField_id(random.nextInt(1_000));
      case 2 -> element.setLogicalType(LogicalType.GEOMETRY(new GeometryType()));
      case 3 -> element.setLogicalType(LogicalType.DECIMAL(new DecimalType(kind % 8, 9)));
      default -> element.setConverted_type(ConvertedType.DECIMAL).setScale(kind).setPrecision(38);
    }
    return element;
  }

  private static ColumnChunk chunkOfNumbers(Type type, Random random) {
    long size = 1L + random.nextInt(1 << 20);
    ColumnMetaData meta =
        new ColumnMetaData(
            type,
            isRare(random) ? List.of(Encoding.PLAIN) : List.of(Encoding.RLE, Encoding.PLAIN),
            List.of(isRare(random) ? "other" : "of_" + type),
            isRare(random) ? CompressionCodec.ZSTD : CompressionCodec.UNCOMPRESSED,
            isRare(random) ? 99 : 100,
            size,
            isRare(random) ? size + 1 : size,
            random.nextLong() >>> random.nextInt(64));
    if (!isRare(random)) {
      meta.setDictionary_page_offset(random.nextInt(1_000));
    }
    if (!isRare(random)) {
      meta.setStatistics(statisticsOfNumbers(type, random));
    }
    if (isRare(random)) {
      meta.setBloom_filter_offset(size);
    }
    ColumnChunk chunk = new ColumnChunk(isRare(random) ? 3 : meta.getData_page_offset());
    if (!isRare(random)) {
      chunk.setOffset_index_offset(size).setOffset_index_length(9);
      chunk.setColumn_index_offset(size + 9).setColumn_index_length(random.nextInt(9));
    }
    return chunk.setMeta_data(meta);
  }

  private static boolean isRare(Random random) {
    return random.nextInt(20) == 0;
  }

  private static Statistics statisticsOfNumbers(Type type, Random random) {
    int width =
        switch (type) {
          case BOOLEAN -> 1;
          case INT32, FLOAT -> 4;
          case INT96 -> 12;
          default -> 8;
        };
    byte[] min = new byte[isRare(random) ? 4 : width];
    byte[] max = new byte[isRare(random) ? 4 : width];
    if (!isRare(random)) {
      random.nextBytes(min);
    }
    if (!isRare(random)) {
      random.nextBytes(max);
    }
    Statistics statistics = new Statistics().setMin_value(min);
    statistics.setMax_value(isRare(random) ? min : max);
    if (!isRare(random)) {
      statistics.setNull_count(random.nextInt(3));
    }
    if (isRare(random)) {
      statistics.setDistinct_count(random.nextInt(3));
    }
    if (!isRare(random)) {
      statistics.setMin(min).setMax(isRare(random) ? min : max);
    }
    if (!isRare(random)) {
      statistics.setIs_min_value_exact(!isRare(random)).setIs_max_value_exact(!isRare(random));
    }
    return statistics;
  }

  @Test
  void wide_footer_comes_back_byte_by_byte() {
    byte[] thrift = WideFooter.thrift(1_000, 4);

    assertThat(roundTrip(thrift)).isEqualTo(thrift);
  }

  @Test
  void number_of_rows_that_is_not_that_of_the_values_comes_back() throws IOException {
    FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(WideFooter.thrift(3, 3)));
    footer.getRow_groups().get(1).setNum_rows(footer.getRow_groups().get(1).getNum_rows() + 7);
    ByteArrayOutputStream thrift = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, thrift);

    byte[] back = roundTrip(thrift.toByteArray());

    assertThat(ThriftTree.of(back)).isEqualTo(ThriftTree.of(thrift.toByteArray()));
  }

  @Test
  void a_long_name_that_every_row_group_repeats_comes_back() throws IOException {
    String name = "x".repeat(70_000);
    FileMetaData footer =
        Util.readFileMetaData(new ByteArrayInputStream(WideFooter.thrift(1, 400)));
    footer.getSchema().get(1).setName(name);
    footer
        .getRow_groups()
        .forEach(
            group -> group.getColumns().get(0).getMeta_data().setPath_in_schema(List.of(name)));
    ByteArrayOutputStream thrift = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, thrift);

    byte[] back = roundTrip(thrift.toByteArray());

    assertThat(ThriftTree.of(back)).isEqualTo(ThriftTree.of(thrift.toByteArray()));
  }

  @Test
  void strings_that_are_not_utf8_come_back() throws IOException {
    String marker = "<!>";
    FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(WideFooter.thrift(1, 2)));
    footer.getSchema().get(1).setName(marker + "\uD83D\uDE00");
    footer.setCreated_by("by " + marker);
    footer.addToKey_value_metadata(new KeyValue("key " + marker).setValue(marker + " \u00e9"));
    for (RowGroup group : footer.getRow_groups()) {
      ColumnChunk chunk = group.getColumns().get(0).setFile_path(marker);
      chunk.getMeta_data().setPath_in_schema(List.of(footer.getSchema().get(1).getName()));
      chunk.getMeta_data().addToKey_value_metadata(new KeyValue(marker).setValue(marker + marker));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, out);
    byte[] thrift =
        out.toString(StandardCharsets.ISO_8859_1)
            .replace(marker, "\u00ff\u00c3(")
            .getBytes(StandardCharsets.ISO_8859_1);

    assertThat(ThriftTree.of(roundTrip(thrift))).isEqualTo(ThriftTree.of(thrift));
  }

  @Test
  void a_long_name_that_many_groups_have_below_them_comes_back() throws IOException {
    int groups = 200;
    FileMetaData footer = new FileMetaData(1, new ArrayList<>(), 0, List.of());
    footer.addToSchema(new SchemaElement("root").setNum_children(groups));
    for (int i = 0; i < groups; i++) {
      footer.addToSchema(new SchemaElement("group" + i).setNum_children(1));
      footer.addToSchema(new SchemaElement("x".repeat(70_000)).setType(Type.INT32));
    }
    footer.getSchema().forEach(element -> element.setRepetition_type(FieldRepetitionType.REQUIRED));
    ByteArrayOutputStream thrift = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, thrift);

    byte[] back = roundTrip(thrift.toByteArray());

    assertThat(ThriftTree.of(back)).isEqualTo(ThriftTree.of(thrift.toByteArray()));
  }

  @Property(tries = 400)
  void random_footer_comes_back_field_by_field(@ForAll long seed) {
    byte[] thrift = RandomFooter.thrift(seed);

    assertThat(ThriftTree.of(roundTrip(thrift))).isEqualTo(ThriftTree.of(thrift));
  }

  @Test
  void a_damaged_footer_that_converts_comes_back_too() {
    byte[] thrift = WideFooter.thrift(2, 1);
    for (int bit = 0; bit < 8 * thrift.length; bit++) {
      byte[] flipped = thrift.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      try {
        ConvertedFooter converted =
            ThriftToFlatBuffers.convertAndReport(flipped, 0, flipped.length);
        byte[] struct = Arrays.copyOf(flipped, converted.thriftLength());
        byte[] back = FlatBuffersToThrift.convert(converted.flatbuffer());
        assertThat(FileMetaDataCodec.STRUCT.read(new CompactReader(back)))
            .as("bit %d", bit)
            .isEqualTo(FileMetaDataCodec.STRUCT.read(new CompactReader(struct)));
        assertThat(backFromMemory(flipped)).as("bit %d", bit).isEqualTo(back);
      } catch (CorruptFooterException expected) {
        assertThat(expected).hasMessageContaining("expected");
      }
    }
  }
}
