// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.ShreddedLevel.Kind;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ShreddedLayoutTest {
  private static final Field METADATA = Field.notNullable("metadata", ArrowType.Binary.INSTANCE);
  private static final Field VALUE = Field.nullable("value", ArrowType.Binary.INSTANCE);

  private static Field struct(String name, Field... children) {
    return new Field(name, FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(children));
  }

  private static Field typed(ArrowType type) {
    return Field.nullable("typed_value", type);
  }

  private static Field typedList(ArrowType list, Field element) {
    return new Field("typed_value", FieldType.nullable(list), List.of(element));
  }

  @Test
  void children_are_found_by_name_in_any_order() {
    ShreddedLayout layout = ShreddedLayout.of(struct("v", VALUE, METADATA));

    assertThat(layout.metadataChild()).isEqualTo(1);
    assertThat(layout.root())
        .isEqualTo(new ShreddedLevel(Kind.UNTYPED, "$", 0, -1, null, null, List.of()));
    assertThat(layout.isShredded()).isFalse();
  }

  @Test
  void value_may_be_absent_beside_typed_value() {
    ShreddedLayout layout =
        ShreddedLayout.of(struct("v", METADATA, typed(new ArrowType.Int(64, true))));

    assertThat(layout.root())
        .isEqualTo(
            new ShreddedLevel(
                Kind.PRIMITIVE,
                "$",
                -1,
                1,
                VariantPrimitive.of(VariantTypeIds.INT64),
                null,
                List.of()));
    assertThat(layout.isShredded()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("listTypes")
  void arrays_may_be_any_list(ArrowType list) {
    Field element = struct("element", VALUE, typed(ArrowType.Utf8.INSTANCE));

    ShreddedLevel root = ShreddedLayout.of(struct("v", METADATA, typedList(list, element))).root();

    assertThat(root.kind()).isEqualTo(Kind.ARRAY);
    ShreddedLevel inner = root.element();
    assertThat(inner.kind()).isEqualTo(Kind.PRIMITIVE);
    assertThat(inner.path()).isEqualTo("$[*]");
  }

  static Stream<ArrowType> listTypes() {
    return Stream.of(
        ArrowType.List.INSTANCE, ArrowType.LargeList.INSTANCE, ArrowType.ListView.INSTANCE);
  }

  @Test
  void objects_keep_their_fields_in_the_order_of_the_columns() {
    Field object =
        struct(
            "typed_value", struct("b", VALUE), struct("a", typed(ArrowType.Bool.INSTANCE), VALUE));

    ShreddedLevel root = ShreddedLayout.of(struct("v", METADATA, VALUE, object)).root();

    assertThat(root.fields())
        .extracting(ShreddedLevel.ShreddedField::name)
        .containsExactly("b", "a");
    assertThat(root.fields().get(1).level().path()).isEqualTo("$.a");
    assertThat(root.fields().get(1).level().typedChild()).isZero();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("illegalStorages")
  void illegal_storages_are_refused_with_the_rule_they_break(Field storage, String... message) {
    assertThatThrownBy(() -> ShreddedLayout.of(storage))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(message);
  }

  static Stream<Arguments> illegalStorages() {
    Field nullableMetadata = Field.nullable("metadata", ArrowType.Binary.INSTANCE);
    Field textMetadata = Field.notNullable("metadata", ArrowType.Utf8.INSTANCE);
    Field textValue = Field.nullable("value", ArrowType.Utf8.INSTANCE);
    Field primitiveField = Field.nullable("a", new ArrowType.Int(32, true));
    return Stream.of(
        illegal(struct("v", VALUE), "no child metadata"),
        illegal(struct("v", METADATA), "neither value nor typed_value"),
        illegal(struct("v", nullableMetadata, VALUE), "metadata that may be null"),
        illegal(struct("v", textMetadata, VALUE), "metadata of type Utf8"),
        illegal(struct("v", METADATA, textValue), "value of type Utf8", "at $"),
        illegal(struct("v", METADATA, VALUE, VALUE), "a second child value"),
        illegal(struct("v", METADATA, VALUE, primitiveField), "a child a"),
        illegal(struct("v", METADATA, typed(new ArrowType.Int(32, false))), "Int(32, false)"),
        illegal(struct("v", METADATA, typed(new ArrowType.Date(DateUnit.MILLISECOND))), "Date"),
        illegal(struct("v", METADATA, typed(new ArrowType.FixedSizeBinary(16))), "FixedSize"),
        illegal(struct("v", METADATA, typed(MinorType.NULL.getType())), "Null"),
        illegal(struct("v", METADATA, typed(new ArrowType.Decimal(39, 2, 256))), "Decimal"),
        illegal(
            struct("v", METADATA, typed(new ArrowType.Timestamp(TimeUnit.MICROSECOND, "CET"))),
            "CET"),
        illegal(
            struct("v", METADATA, struct("typed_value", primitiveField)), "$.a", "a Struct with"),
        illegal(
            struct("v", METADATA, struct("typed_value", struct("a", METADATA, VALUE))),
            "$.a",
            "a child metadata"),
        illegal(
            struct("v", METADATA, struct("typed_value", struct("a", VALUE), struct("a", VALUE))),
            "$.a",
            "a second shredded field"),
        illegal(
            struct("v", METADATA, typedList(ArrowType.List.INSTANCE, primitiveField)),
            "$[*]",
            "a Struct with"),
        illegal(struct("v", METADATA, typed(ArrowType.List.INSTANCE)), "a list of 0 children"),
        illegal(struct("v", runs(), VALUE), "run-end-encoded metadata of []"),
        illegal(
            struct("v", runs(Field.notNullable("run_ends", new ArrowType.Int(8, true)), VALUE)),
            "run ends of signed 16, 32 or 64 bits"),
        illegal(
            struct("v", runs(Field.notNullable("run_ends", new ArrowType.Int(32, false)), VALUE)),
            "run ends of signed 16, 32 or 64 bits"),
        illegal(
            struct(
                "v",
                runs(
                    Field.notNullable("run_ends", new ArrowType.Int(32, true)),
                    Field.notNullable("values", ArrowType.Utf8.INSTANCE)),
                VALUE),
            "metadata of type RunEndEncoded"),
        illegal(struct("v", METADATA, runs("value", VALUE, VALUE)), "value of type RunEndEncoded"),
        illegal(
            struct(
                "v",
                METADATA,
                new Field(
                    "value",
                    new FieldType(
                        true, new ArrowType.Int(32, true), new DictionaryEncoding(1, false, null)),
                    null)),
            "value of type Int"));
  }

  private static Field runs(Field... children) {
    return runs("metadata", children);
  }

  private static Field runs(String name, Field... children) {
    return new Field(
        name, FieldType.notNullable(ArrowType.RunEndEncoded.INSTANCE), List.of(children));
  }

  private static Arguments illegal(Field storage, String... message) {
    return arguments(storage, message);
  }

  @Test
  void nesting_beyond_the_limit_is_refused() {
    Field level = struct("a", VALUE);
    for (int i = 0; i < 200; i++) {
      level = struct("a", struct("typed_value", level));
    }
    Field deep = struct("v", METADATA, struct("typed_value", level));

    assertThatThrownBy(() -> ShreddedLayout.of(deep)).hasMessageContaining("128 levels");
  }
}
