// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.arrowparquet.parquet.internal.evolution.EvolutionPlan.PlannedField;
import io.arrowparquet.parquet.internal.evolution.EvolutionPlan.RequiredProof;
import io.arrowparquet.parquet.internal.evolution.EvolutionPlan.RequiredProof.Kind;
import io.arrowparquet.parquet.internal.evolution.ValueType.Decimal;
import io.arrowparquet.parquet.internal.evolution.ValueType.Floating;
import io.arrowparquet.parquet.internal.evolution.ValueType.Int;
import io.arrowparquet.parquet.internal.evolution.ValueType.Plain;
import io.arrowparquet.parquet.internal.evolution.ValueType.Timestamp;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EvolutionPlanTest {
  private static final EvolutionRules RULES = EvolutionRules.defaults();
  private static final EvolutionRules BY_NAME = RULES.withByFieldId(false);
  private static final ValueType INT = new Int(32, true);
  private static final ValueType LONG = new Int(64, true);
  private static final ValueType TEXT = ValueType.TEXT;

  private static SchemaField field(String name, Integer id, ValueType type, SchemaField... below) {
    return new SchemaField(name, id, true, type, SchemaField.NO_COLUMN, false, List.of(below));
  }

  private static SchemaField required(String name, ValueType type) {
    return new SchemaField(name, null, false, type, SchemaField.NO_COLUMN, false, List.of());
  }

  private static SchemaField withDefault(SchemaField field) {
    return new SchemaField(
        field.name(), field.fieldId(), field.nullable(), field.type(), -1, true, List.of());
  }

  private static SchemaField struct(String name, SchemaField... below) {
    return field(name, null, ValueType.STRUCT, below);
  }

  private static EvolutionPlan plan(
      List<SchemaField> reader, List<SchemaField> file, EvolutionRules rules) {
    return EvolutionPlan.of(reader, file, rules);
  }

  private static List<Integer> from(EvolutionPlan plan) {
    return plan.fields().stream().map(PlannedField::from).toList();
  }

  private static List<Conversion> conversions(EvolutionPlan plan) {
    return plan.fields().stream().map(PlannedField::conversion).toList();
  }

  @Test
  void equal_schemas_need_nothing() {
    List<SchemaField> fields =
        List.of(field("a", 1, INT), struct("s", field("b", null, TEXT), required("c", LONG)));

    EvolutionPlan plan = plan(fields, fields, RULES);
    assertThat(conversions(plan)).containsExactly(Conversion.KEEP, Conversion.KEEP);
    assertThat(plan.proofs()).isEmpty();
    assertThat(from(plan)).containsExactly(0, 1);
  }

  @Test
  void another_order_a_skipped_and_an_added_field_are_planned() {
    SchemaField a = field("a", null, INT);
    SchemaField b = field("b", null, INT);

    assertThat(from(plan(List.of(b, a), List.of(a, b), RULES))).containsExactly(1, 0);
    assertThat(from(plan(List.of(a), List.of(a, b), RULES))).containsExactly(0);
    assertThat(from(plan(List.of(a, b), List.of(a), RULES))).containsExactly(0, -1);
  }

  @Test
  void field_ids_come_before_names() {
    List<SchemaField> reader = List.of(field("b", 1, INT), field("a", 2, INT));
    List<SchemaField> file = List.of(field("a", 1, INT), field("b", 2, INT));

    assertThat(from(plan(reader, file, RULES))).containsExactly(0, 1);
    assertThat(from(plan(reader, file, BY_NAME))).containsExactly(1, 0);
  }

  @Test
  void a_name_counts_only_where_one_of_the_two_has_no_field_id() {
    SchemaField reader = field("a", 1, INT);

    assertThat(from(plan(List.of(reader), List.of(field("a", 7, INT)), RULES))).containsExactly(-1);
    assertThat(from(plan(List.of(reader), List.of(field("a", null, INT)), RULES)))
        .containsExactly(0);
  }

  @Test
  void a_field_that_was_found_by_id_is_not_found_by_name_again() {
    List<SchemaField> reader = List.of(field("new", 1, INT), field("old", null, INT));

    assertThat(from(plan(reader, List.of(field("old", 1, INT)), RULES))).containsExactly(0, -1);
  }

  @Test
  void negative_ids_are_ids() {
    assertThat(from(plan(List.of(field("x", -5, INT)), List.of(field("y", -5, INT)), RULES)))
        .containsExactly(0);
  }

  @Test
  void a_duplicate_id_names_both_fields() {
    List<SchemaField> file =
        List.of(field("a", 3, INT), struct("s", field("b", null, INT), field("c", 3, INT)));

    assertThatThrownBy(() -> plan(List.of(field("a", 1, INT)), file, RULES))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("field id 3")
        .hasMessageContaining("both a and s.c");
    assertThat(from(plan(List.of(field("a", 1, INT)), file, BY_NAME))).containsExactly(0);
  }

  @Test
  void case_is_ignored_on_request_behind_exact_names() {
    List<SchemaField> reader = List.of(field("Id", null, INT));
    SchemaField lower = field("id", null, INT);
    SchemaField exact = field("Id", null, INT);

    assertThat(from(plan(reader, List.of(lower), RULES))).containsExactly(-1);
    assertThat(from(plan(reader, List.of(lower), RULES.withIgnoreCase(true)))).containsExactly(0);
    assertThat(from(plan(reader, List.of(lower, exact), RULES.withIgnoreCase(true))))
        .containsExactly(1);
  }

  @Test
  void names_that_differ_in_case_alone_are_ambiguous() {
    EvolutionRules rules = RULES.withIgnoreCase(true);
    List<SchemaField> two = List.of(field("id", null, INT), field("iD", null, INT));

    assertThatThrownBy(
            () ->
                plan(
                    List.of(struct("s", field("ID", null, INT))),
                    List.of(struct("s", two.get(0), two.get(1))),
                    rules))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("column s.ID: found columns id and iD, expected one column of this name");
    assertThatThrownBy(() -> plan(two, List.of(field("ID", null, INT)), rules))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("id and iD");
  }

  @Test
  void a_missing_field_is_null_or_has_a_default() {
    List<SchemaField> file = List.of(field("a", null, INT));

    assertThat(from(plan(List.of(field("b", null, INT)), file, RULES))).containsExactly(-1);
    assertThat(from(plan(List.of(withDefault(required("b", INT))), file, RULES)))
        .containsExactly(-1);
    assertThatThrownBy(
            () ->
                plan(
                    List.of(struct("s", required("b", INT))),
                    List.of(struct("s", file.get(0))),
                    RULES))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("column s.b")
        .hasMessageContaining("no such column")
        .hasMessageContaining("required int32");
  }

  static Stream<Arguments> promotions() {
    return Stream.of(
        Arguments.of(new Int(8, true), new Int(16, true), Conversion.WIDEN),
        Arguments.of(INT, LONG, Conversion.WIDEN),
        Arguments.of(new Floating(16), new Floating(32), Conversion.WIDEN),
        Arguments.of(new Floating(16), new Floating(64), Conversion.WIDEN),
        Arguments.of(new Floating(32), new Floating(64), Conversion.WIDEN),
        Arguments.of(new Decimal(9, 2), new Decimal(40, 2), Conversion.WIDEN),
        Arguments.of(new Timestamp(3, "UTC"), new Timestamp(9, "UTC"), Conversion.RESCALE),
        Arguments.of(new Timestamp(3, null), new Timestamp(6, null), Conversion.RESCALE),
        Arguments.of(new ValueType.Time(3), new ValueType.Time(9), Conversion.RESCALE),
        Arguments.of(new ValueType.Duration(0), new ValueType.Duration(6), Conversion.RESCALE),
        Arguments.of(ValueType.NULLS, TEXT, Conversion.NULLS));
  }

  @ParameterizedTest
  @MethodSource("promotions")
  void values_are_promoted(ValueType file, ValueType reader, Conversion expected) {
    EvolutionPlan plan =
        plan(List.of(field("a", null, reader)), List.of(field("a", null, file)), RULES);
    assertThat(plan.fields().get(0).conversion()).isEqualTo(expected);
    assertThat(plan.proofs()).isEmpty();
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of(LONG, INT),
        Arguments.of(new Int(8, false), new Int(16, false)),
        Arguments.of(new Int(8, false), INT),
        Arguments.of(new Floating(64), new Floating(32)),
        Arguments.of(INT, new Floating(64)),
        Arguments.of(INT, new Decimal(10, 0)),
        Arguments.of(new Decimal(9, 2), new Decimal(12, 3)),
        Arguments.of(new Decimal(9, 2), new Decimal(8, 2)),
        Arguments.of(new Timestamp(6, "UTC"), new Timestamp(3, "UTC")),
        Arguments.of(new Timestamp(3, null), new Timestamp(6, "UTC")),
        Arguments.of(new ValueType.Time(6), new ValueType.Time(3)),
        Arguments.of(new ValueType.Time(3), new ValueType.Duration(6)),
        Arguments.of(ValueType.DATE, new Timestamp(6, null)),
        Arguments.of(ValueType.DATE, INT),
        Arguments.of(TEXT, ValueType.BINARY),
        Arguments.of(TEXT, ValueType.NULLS),
        Arguments.of(new Plain("fixed_size_binary(4)"), new Plain("fixed_size_binary(5)")),
        Arguments.of(ValueType.VARIANT, INT),
        Arguments.of(INT, ValueType.VARIANT),
        Arguments.of(ValueType.STRUCT, INT),
        Arguments.of(ValueType.LIST, ValueType.STRUCT));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void what_does_not_fit_names_file_column_and_both_types(ValueType file, ValueType reader) {
    SchemaField from = struct("s", field("a", null, file));
    SchemaField to = struct("s", field("a", null, reader));

    UnsupportedColumnException refused =
        catchThrowableOfType(
            UnsupportedColumnException.class, () -> plan(List.of(to), List.of(from), RULES));
    assertThat(refused.in("f.parquet"))
        .hasMessage(
            "f.parquet: column s.a: found " + file + ", expected a type that goes into " + reader);
    assertThat(refused.in("f.parquet").in("g.parquet").source()).isEqualTo("f.parquet");
    assertThat(refused.column()).isEqualTo("s.a");
    assertThat(refused.found()).isEqualTo(file.toString());
  }

  @Test
  void narrowing_is_a_matter_of_proof_where_it_is_allowed() {
    EvolutionRules rules = RULES.withNarrowing(true);
    List<SchemaField> file = List.of(field("i", null, LONG), field("d", null, new Decimal(20, 2)));
    List<SchemaField> reader = List.of(field("i", null, INT), field("d", null, new Decimal(9, 2)));

    EvolutionPlan plan = plan(reader, file, rules);
    assertThat(plan.proofs())
        .containsExactly(
            new RequiredProof(Kind.VALUES_FIT, "i", file.get(0), reader.get(0)),
            new RequiredProof(Kind.VALUES_FIT, "d", file.get(1), reader.get(1)));
    assertThat(plan.proofs().get(0).refused())
        .hasMessageContaining("column i")
        .hasMessageContaining("int64")
        .hasMessageContaining("int32");
    assertThatThrownBy(
            () ->
                plan(
                    List.of(field("f", null, new Floating(32))),
                    List.of(field("f", null, new Floating(64))),
                    rules))
        .isInstanceOf(UnsupportedColumnException.class);
  }

  @Test
  void required_becomes_optional_and_optional_required_by_proof() {
    SchemaField optional = field("a", null, INT);
    SchemaField required = required("a", INT);

    assertThat(plan(List.of(optional), List.of(required), RULES).proofs()).isEmpty();
    List<RequiredProof> proofs = plan(List.of(required), List.of(optional), RULES).proofs();
    assertThat(proofs).containsExactly(new RequiredProof(Kind.NO_NULLS, "a", optional, required));
    assertThat(proofs.get(0).refused()).hasMessageContaining("required int32");
  }

  @Test
  void lists_and_maps_evolve_by_their_children_whatever_these_are_called() {
    SchemaField fileList = field("l", null, ValueType.LIST, field("array", 4, INT));
    SchemaField readerList = field("l", null, ValueType.LIST, field("element", 9, LONG));
    SchemaField fileMap =
        field(
            "m",
            null,
            ValueType.MAP,
            field("k", null, TEXT),
            struct("v", field("x", null, INT), field("y", null, INT)));
    SchemaField readerMap =
        field(
            "m",
            null,
            ValueType.MAP,
            field("key", null, TEXT),
            struct("value", field("y", null, LONG), field("z", null, INT)));

    EvolutionPlan plan = plan(List.of(readerMap, readerList), List.of(fileList, fileMap), RULES);
    PlannedField map = plan.fields().get(0);
    assertThat(map.conversion()).isEqualTo(Conversion.CHILDREN);
    assertThat(map.children().get(0).conversion()).isEqualTo(Conversion.KEEP);
    PlannedField value = map.children().get(1);
    assertThat(value.children())
        .extracting(PlannedField::conversion)
        .containsExactly(Conversion.WIDEN, Conversion.ABSENT);
    assertThat(plan.fields().get(1).children().get(0).conversion()).isEqualTo(Conversion.WIDEN);
  }

  @Test
  void variants_are_one_type_and_are_decoded_on_request() {
    SchemaField variant = field("v", null, ValueType.VARIANT);
    SchemaField text = field("v", null, TEXT);

    assertThat(conversions(plan(List.of(variant), List.of(variant), RULES)))
        .containsExactly(Conversion.KEEP);
    assertThat(
            plan(List.of(text), List.of(variant), RULES.withDecodeVariants(true))
                .fields()
                .get(0)
                .conversion())
        .isEqualTo(Conversion.DECODE);
  }
}
