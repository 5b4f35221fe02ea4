// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArrowTypeTextTest {
  @Test
  void reads_nested_types() {
    Field field =
        ArrowTypeText.parse("v", "struct<a: bigint, b: struct<c: string>, tags: list<string>>");
    assertThat(field)
        .isEqualTo(
            struct(
                "v",
                Field.nullable("a", new ArrowType.Int(64, true)),
                struct("b", Field.nullable("c", ArrowType.Utf8.INSTANCE)),
                new Field(
                    "tags",
                    FieldType.nullable(ArrowType.List.INSTANCE),
                    List.of(Field.nullable("element", ArrowType.Utf8.INSTANCE)))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "boolean",
        "tinyint",
        "smallint",
        "int",
        "bigint",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "float16",
        "float",
        "double",
        "decimal(10, 2)",
        "decimal(38, -3)",
        "decimal(50, 4)",
        "decimal(9, 2, 32)",
        "decimal(20, 2, 256)",
        "string",
        "large_string",
        "string_view",
        "binary",
        "large_binary",
        "binary_view",
        "fixed_size_binary(7)",
        "date",
        "date_ms",
        "time",
        "time(s)",
        "time(ms)",
        "time(ns)",
        "timestamp",
        "timestamp(ns)",
        "timestamp(ms, 'Europe/Paris')",
        "timestamp_ntz",
        "timestamp_ntz(s)",
        "duration(ns)",
        "interval(year_month)",
        "interval(day_time)",
        "interval(month_day_nano)",
        "uuid",
        "variant",
        "null",
        "list<int>",
        "list<int not null>",
        "large_list<int>",
        "list_view<int>",
        "large_list_view<list<int>>",
        "fixed_size_list(3)<float not null>",
        "map<string, bigint not null>",
        "run_end_encoded<int, string>",
        "struct<>",
        "struct<a: int not null, `b c`: struct<`d``e`: variant>>",
        "dense_union<a: int, b: string>",
        "dense_union(5, 7)<a: int, b: string>",
        "sparse_union<a: int>",
        "bigint not null",
      })
  void writes_what_it_reads(String text) {
    assertThat(ArrowTypeText.of(ArrowTypeText.parse("f", text))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      value = {
        "BOOL = boolean",
        "Integer = int",
        "long = bigint",
        "int8 = tinyint",
        "real = float",
        "float64 = double",
        "numeric(5) = decimal(5, 0)",
        "varchar = string",
        "void = null",
        "array<int64> = list<bigint>",
        "struct<a int,b string NOT  NULL> = struct<a: int, b: string not null>",
        "' list < int > ' = list<int>",
        "timestamp(us) = timestamp",
        "timestamp(us, 'UTC') = timestamp",
        "map<string not null, int> = map<string, int>",
      })
  void reads_other_spellings(String text, String canonical) {
    assertThat(ArrowTypeText.of(ArrowTypeText.parse("f", text))).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\" | 0 | the end of the type | a name",
        "bignum | 0 | 'bignum' | a type",
        "struct<a: bigint, b: strng> | 21 | 'strng' | a type",
        "struct<a: int, a: int> | 15 | 'a' | a name that no field before it has",
        "struct<a: int | 13 | the end of the type | '>'",
        "list int | 5 | 'int' | '<'",
        "list<int>> | 9 | '>' | the end of the type",
        "decimal | 7 | the end of the type | '('",
        "decimal(0, 0) | 8 | '0' | a precision of 1 to 76",
        "decimal(99, 0) | 8 | '99' | at most 76",
        "decimal(9, 2, 33) | 14 | '33' | 32, 64, 128 or 256 bits",
        "timestamp(hours) | 10 | 'hours' | s, ms, us or ns",
        "timestamp(us, 'UTC | 14 | 'UTC | a closing '",
        "interval(week) | 9 | 'week' | year_month",
        "int not nul | 8 | 'nul' | null, after not",
        "fixed_size_binary(99999999999) | 18 | '99999999999' | at most 2147483647",
        "dense_union(1)<a: int, b: int> | 11 | '(' | one type id for each of 2 members",
        "dense_union(1, 1)<a: int, b: int> | 11 | '(' | one type id for each",
        "struct<`a: int> | 7 | '`a: int>' | a closing `",
      })
  void says_where_a_text_is_no_type(String text, int position, String found, String expected) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ArrowTypeText.parse("f", text))
        .withMessageStartingWith(
            "type " + text + ": at position " + position + " found " + found + ", expected ")
        .withMessageContaining(expected);
  }

  @Test
  void refuses_types_of_too_many_levels() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ArrowTypeText.parse("f", "list<".repeat(100_000)))
        .withMessageContaining("at most 128 levels");
    assertThat(ArrowTypeText.parse("f", "list<".repeat(127) + "int" + ">".repeat(127))).isNotNull();
  }

  @Test
  void refuses_dictionary_encoded_fields() {
    FieldType encoded =
        new FieldType(
            true, ArrowType.Utf8.INSTANCE, new DictionaryEncoding(1, false, null), Map.of());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ArrowTypeText.of(new Field("d", encoded, null)))
        .withMessageContaining("d is dictionary-encoded");
  }

  @Test
  void a_uuid_is_one_in_variants_too() {
    assertThat(VariantPrimitive.of(ArrowTypeText.parse("u", "uuid")).arrowType())
        .isEqualTo(new ArrowType.FixedSizeBinary(16));
  }

  @Test
  void a_variant_is_unshredded() {
    assertThat(ShreddedLayout.of(ArrowTypeText.parse("v", "variant")).isShredded()).isFalse();
  }

  @Property
  void any_type_reads_back(@ForAll("types") Field type) {
    assertThat(ArrowTypeText.parse("root", ArrowTypeText.of(type))).isEqualTo(type);
  }

  @Property
  void any_text_is_a_type_or_refused(@ForAll("texts") String text) {
    try {
      String written = ArrowTypeText.of(ArrowTypeText.parse("f", text));
      assertThat(ArrowTypeText.of(ArrowTypeText.parse("f", written))).isEqualTo(written);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("at position");
    }
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "struct",
            "list",
            "<",
            ">",
            "(",
            ")",
            ",",
            ":",
            "`",
            "'",
            "int",
            "decimal",
            "3",
            " ",
            "not",
            "null",
            "a",
            "-",
            "timestamp",
            "us",
            "map",
            "dense_union",
            "variant")
        .list()
        .ofMaxSize(12)
        .map(tokens -> String.join("", tokens));
  }

  @Provide
  Arbitrary<Field> types() {
    return type("root", 3);
  }

  private Arbitrary<Field> type(String name, int depth) {
    Arbitrary<Field> leaf =
        Arbitraries.of(
                new ArrowType.Int(64, true),
                new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE),
                new ArrowType.Decimal(20, 3, 128),
                new ArrowType.Timestamp(TimeUnit.NANOSECOND, "it's"),
                ArrowType.Utf8.INSTANCE)
            .flatMap(
                type ->
                    Arbitraries.of(true, false)
                        .map(
                            nullable ->
                                new Field(name, new FieldType(nullable, type, null), null)));
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<Field> list =
        type("element", depth - 1)
            .map(
                element ->
                    new Field(
                        name, FieldType.nullable(ArrowType.LargeList.INSTANCE), List.of(element)));
    Arbitrary<Field> struct =
        Arbitraries.strings()
            .ofMaxLength(5)
            .flatMap(child -> type(child, depth - 1))
            .list()
            .uniqueElements(Field::getName)
            .ofMaxSize(3)
            .map(children -> struct(name, children.toArray(Field[]::new)));
    return Arbitraries.oneOf(leaf, list, struct);
  }

  private static Field struct(String name, Field... children) {
    return new Field(name, FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(children));
  }
}
