// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.parquet.internal.filter.RawColumns;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArrowFieldsTest {
  private static final FieldRepetitionType REQUIRED = FieldRepetitionType.REQUIRED;
  private static final FieldRepetitionType OPTIONAL = FieldRepetitionType.OPTIONAL;
  private static final FieldRepetitionType REPEATED = FieldRepetitionType.REPEATED;
  private static final LogicalType LIST = new LogicalType.ListType();
  private static final LogicalType MAP = new LogicalType.MapType();

  private static SchemaElement element(
      String name,
      FieldRepetitionType repetition,
      PhysicalType type,
      int children,
      LogicalType logical) {
    return new SchemaElement(
        type == null ? null : type.number(),
        null,
        repetition == null ? null : repetition.number(),
        name,
        type == null ? children : null,
        null,
        null,
        null,
        null,
        logical);
  }

  private static SchemaElement leaf(String name, FieldRepetitionType repetition) {
    return element(name, repetition, PhysicalType.INT32, 0, null);
  }

  private static SchemaElement group(
      String name, FieldRepetitionType repetition, int children, LogicalType logical) {
    return element(name, repetition, null, children, logical);
  }

  private static List<SchemaField> read(int children, SchemaElement... elements) {
    List<SchemaElement> all = new ArrayList<>();
    all.add(group("schema", null, children, null));
    all.addAll(List.of(elements));
    return ArrowFields.ofNodes(
            new RawColumns(footer(all), ParquetReadOptions.defaults(), Set.of()).nodes())
        .fields();
  }

  private static FlatFooter footer(List<SchemaElement> elements) {
    FileMetaData metadata =
        new FileMetaData(1, elements, 0L, List.of(), null, null, null, null, null);
    CompactWriter thrift = new CompactWriter();
    FileMetaDataCodec.STRUCT.write(thrift, metadata);
    byte[] bytes = thrift.toByteArray();
    return FlatFooter.wrap(
        ThriftToFlatBuffers.convertInMemory(bytes, 0, bytes.length).flatbuffer());
  }

  private static String text(List<SchemaField> fields) {
    StringBuilder text = new StringBuilder();
    for (SchemaField field : fields) {
      text.append(text.length() == 0 ? "" : ", ").append(field.type());
      if (field.nullable()) {
        text.append('?');
      }
      if (!field.children().isEmpty()) {
        text.append('<').append(text(field.children())).append('>');
      }
      if (field.column() >= 0) {
        text.append('#').append(field.column());
      }
    }
    return text.toString();
  }

  @Test
  void very_many_columns_of_one_name_take_time_by_their_number() {
    List<SchemaElement> all = new ArrayList<>();
    all.add(group("g", OPTIONAL, 60_000, null));
    all.addAll(Collections.nCopies(60_000, leaf("same", OPTIONAL)));

    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () ->
            assertThatThrownBy(() -> read(1, all.toArray(SchemaElement[]::new)))
                .isInstanceOf(UnsupportedColumnException.class)
                .hasMessageContaining("two fields of this name"));
  }

  @Test
  void all_layouts_of_a_list_are_one_type() {
    SchemaElement list = group("l", OPTIONAL, 1, LIST);
    List<List<SchemaField>> spellings =
        List.of(
            read(1, list, group("list", REPEATED, 1, null), leaf("element", REQUIRED)),
            read(1, list, group("bag", REPEATED, 1, null), leaf("array_element", REQUIRED)),
            read(1, list, leaf("array", REPEATED)));
    for (List<SchemaField> spelling : spellings) {
      assertThat(text(spelling)).isEqualTo("list?<int32#0>");
      for (SchemaField reader : spellings.get(0)) {
        EvolutionPlan plan = EvolutionPlan.of(List.of(reader), spelling, EvolutionRules.defaults());
        assertThat(plan.fields().get(0).conversion()).isEqualTo(Conversion.KEEP);
        assertThat(plan.proofs()).isEmpty();
      }
    }
    assertThat(text(read(1, leaf("l", REPEATED)))).isEqualTo("list<int32#0>");
  }

  @Test
  void legacy_groups_that_are_the_element_stay_structs() {
    SchemaElement list = group("l", OPTIONAL, 1, LIST);

    assertThat(text(read(1, list, group("array", REPEATED, 1, null), leaf("x", OPTIONAL))))
        .isEqualTo("list?<struct<int32?#0>>");
    assertThat(text(read(1, list, group("l_tuple", REPEATED, 1, null), leaf("x", OPTIONAL))))
        .isEqualTo("list?<struct<int32?#0>>");
    assertThat(
            text(
                read(
                    1,
                    list,
                    group("element", REPEATED, 2, null),
                    leaf("x", OPTIONAL),
                    leaf("y", REQUIRED))))
        .isEqualTo("list?<struct<int32?#0, int32#1>>");
  }

  @Test
  void maps_have_a_key_that_is_never_null() {
    assertThat(
            text(
                read(
                    1,
                    group("m", OPTIONAL, 1, MAP),
                    group("map", REPEATED, 2, null),
                    leaf("k", OPTIONAL),
                    leaf("v", OPTIONAL))))
        .isEqualTo("map?<int32#0, int32?#1>");
    assertThat(
            text(
                read(
                    1,
                    group("set", OPTIONAL, 1, MAP),
                    group("map", REPEATED, 1, null),
                    leaf("k", REQUIRED))))
        .isEqualTo("list?<int32#0>");
  }

  @Test
  void a_variant_has_no_children_however_it_is_shredded() {
    LogicalType variant = new LogicalType.VariantType((byte) 1);
    assertThat(
            text(
                read(
                    2,
                    group("v", OPTIONAL, 3, variant),
                    element("metadata", REQUIRED, PhysicalType.BYTE_ARRAY, 0, null),
                    element("value", OPTIONAL, PhysicalType.BYTE_ARRAY, 0, null),
                    leaf("typed_value", OPTIONAL),
                    leaf("next", REQUIRED))))
        .isEqualTo("variant?#0, int32#3");
  }

  @Test
  void groups_without_columns_are_no_fields() {
    assertThat(text(read(2, group("empty", OPTIONAL, 0, null), leaf("a", REQUIRED))))
        .isEqualTo("int32#0");
  }

  @Test
  void converted_types_say_the_same_as_logical_ones() {
    SchemaElement old =
        new SchemaElement(
            PhysicalType.INT64.number(),
            null,
            OPTIONAL.number(),
            "t",
            null,
            ConvertedType.TIMESTAMP_MICROS.number(),
            null,
            null,
            7,
            null);
    SchemaElement now =
        element(
            "t",
            OPTIONAL,
            PhysicalType.INT64,
            0,
            new LogicalType.TimestampType(true, TimeUnit.MICROS));
    assertThat(read(1, old).get(0).type()).isEqualTo(read(1, now).get(0).type());
    assertThat(read(1, old).get(0).fieldId()).isEqualTo(7);
  }

  @Test
  void numbers_of_children_that_do_not_fit_are_refused() {
    assertThatThrownBy(() -> read(2, leaf("a", REQUIRED)))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("num_children");
    assertThatThrownBy(() -> read(1, leaf("a", REQUIRED), leaf("b", REQUIRED)))
        .isInstanceOf(CorruptFooterException.class);
    assertThatThrownBy(() -> read(1, group("a", OPTIONAL, -1, null)))
        .isInstanceOf(CorruptFooterException.class);
  }

  @Test
  void depth_is_bounded() {
    List<SchemaElement> elements = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      elements.add(group("g", OPTIONAL, 1, null));
    }
    elements.add(leaf("a", REQUIRED));
    assertThatThrownBy(() -> footer(elements))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("depth");
  }
}
