// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import static io.arrowparquet.footer.model.FieldRepetitionType.OPTIONAL;
import static io.arrowparquet.footer.model.FieldRepetitionType.REPEATED;
import static io.arrowparquet.footer.model.FieldRepetitionType.REQUIRED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CorpusFooters;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchemaDefTest {
  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  private static void assertGolden(String expected, List<SchemaElement> schema) {
    SchemaDef def = SchemaDef.of(schema);
    assertThat(def.toBytes()).asHexString().isEqualToIgnoringCase(expected.replace(" ", ""));
    assertThat(SchemaDef.read(hex(expected), 0, def.length())).isEqualTo(def);
    assertThat(SchemaDef.read(ByteBuffer.wrap(hex(expected))).schema()).isEqualTo(schema);
  }

  @Test
  void flat_schema_has_the_bytes_of_the_specification() {
    assertGolden(
        // one layer, evolution on; hash; 16 bytes; 3 fields
        "11 81b5e555c13a30 10 03"
            // UTF-8 of 2 bytes; INT64 (6) with a field id; "id"; 1
            + "01 31 6964 02"
            // OPTIONAL, ALL_TO_LOWER_SPECIAL of 3 bytes; STRING (11); 0 01101 00000 01100 00100 000
            + "4a 58 340c20"
            // UTF-8 of 2 bytes; TIMESTAMP (13) of unit 2 in UTC; "at"
            + "01 68 05 6174",
        List.of(
            Elements.root(3),
            Elements.leaf("id", REQUIRED, PhysicalType.INT64, null, null, 1),
            Elements.leaf(
                "name",
                OPTIONAL,
                PhysicalType.BYTE_ARRAY,
                ConvertedType.UTF8.number(),
                new LogicalType.StringType(),
                null),
            Elements.leaf(
                "at",
                REQUIRED,
                PhysicalType.INT64,
                ConvertedType.TIMESTAMP_MICROS.number(),
                new LogicalType.TimestampType(true, TimeUnit.MICROS),
                null)));
  }

  @Test
  void groups_take_the_next_layer_and_an_unusual_root_is_last() {
    assertGolden(
        "13 dbcdc44073d769 15"
            // layer of the root: OPTIONAL; LIST (3); "l"
            + "01 40 18 6c"
            // layer of the list: ALL_TO_LOWER_SPECIAL of 3 bytes; GROUP (2), REPEATED; "list"
            + "01 0a 14 2d1298"
            // layer of its group: OPTIONAL, ALL_TO_LOWER_SPECIAL of 5 bytes; INT32 (5); "element"
            + "01 4c 28 1164611b30"
            // the root: GROUP (2), REQUIRED; "r"
            + "00 10 72",
        List.of(
            Elements.group("r", REQUIRED, 1),
            Elements.group(
                "l", OPTIONAL, 1, ConvertedType.LIST.number(), new LogicalType.ListType()),
            Elements.group("list", REPEATED, 1),
            Elements.leaf("element", OPTIONAL, PhysicalType.INT32, null, null, null)));
  }

  @Test
  void schemas_of_the_corpus_come_back() {
    for (Map.Entry<String, byte[]> file : CorpusFooters.all().entrySet()) {
      List<SchemaElement> schema =
          FileMetaDataCodec.STRUCT.read(new CompactReader(file.getValue())).schema();
      SchemaDef def = SchemaDef.of(schema);
      assertThat(SchemaDef.read(def.toBytes(), 0, def.length()).schema())
          .as(file.getKey())
          .isEqualTo(schema);
    }
  }

  @Test
  void deep_and_wide_schemas_need_no_stack() {
    List<SchemaElement> schema = new ArrayList<>();
    schema.add(Elements.root(1));
    for (int depth = 0; depth < 50_000; depth++) {
      schema.add(Elements.group("g" + depth, OPTIONAL, 1));
    }
    schema.add(Elements.leaf("leaf", PhysicalType.INT32));

    SchemaDef def = SchemaDef.of(schema);
    assertThat(SchemaDef.read(def.toBytes(), 0, def.length()).schema()).isEqualTo(schema);
  }

  @Test
  void lists_that_are_no_tree_are_refused() {
    SchemaElement leaf = Elements.leaf("a", PhysicalType.INT32);
    for (List<SchemaElement> schema :
        List.of(
            List.<SchemaElement>of(),
            List.of(Elements.root(1)),
            List.of(Elements.root(-1)),
            List.of(Elements.root(Integer.MAX_VALUE), leaf),
            List.of(Elements.root(1), leaf, leaf),
            List.of(leaf, leaf))) {
      assertThatThrownBy(() -> SchemaDef.of(schema))
          .as(schema.toString())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the schema is not a tree: ");
    }
  }

  @Test
  void each_byte_flipped_and_each_length_cut_is_found() {
    byte[] bytes =
        SchemaDef.of(
                List.of(
                    Elements.root(2),
                    Elements.leaf("some_name", PhysicalType.DOUBLE),
                    Elements.leaf("other", REQUIRED, PhysicalType.INT64, null, null, -7)))
            .toBytes();
    for (int at = 0; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= (byte) (1 << at % 8);
      assertThatThrownBy(() -> SchemaDef.read(damaged, 0, damaged.length))
          .as("byte %d", at)
          .isInstanceOf(CorruptFooterException.class);
      int length = at;
      assertThatThrownBy(() -> SchemaDef.read(bytes, 0, length))
          .as("length %d", length)
          .isInstanceOf(CorruptFooterException.class);
    }
  }
}
