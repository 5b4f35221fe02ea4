// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static io.arrowparquet.variant.kernel.ShreddedColumns.VALUE;
import static io.arrowparquet.variant.kernel.ShreddedColumns.cell;
import static io.arrowparquet.variant.kernel.ShreddedColumns.column;
import static io.arrowparquet.variant.kernel.ShreddedColumns.dictionary;
import static io.arrowparquet.variant.kernel.ShreddedColumns.level;
import static io.arrowparquet.variant.kernel.ShreddedColumns.struct;
import static io.arrowparquet.variant.kernel.ShreddedColumns.typed;
import static io.arrowparquet.variant.kernel.ShreddedColumns.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantGet;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.internal.build.VariantVectorBuilder;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.util.TransferPair;
import org.apache.parquet.variant.Variant;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kernels read shredded columns to the same vectors as the columns put together first.
 *
 * @see io.arrowparquet.variant.kernel.internal.columnar.ShreddedDecoder
 * @see io.arrowparquet.variant.vector.VariantReader
 */
class ShreddedInputTest {
  private static final Field LONG = Field.nullable("x", new ArrowType.Int(64, true));
  private static final Field LONG_A = Field.nullable("a", new ArrowType.Int(64, true));
  private static final InferShreddingOptions ALL = InferShreddingOptions.defaults().withMinShare(0);

  @Provide
  Arbitrary<List<Object>> columns() {
    return RandomValues.columns();
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.of(
        "$", "$.a", "$.b", "$.user", "$.a.b", "$.user.a", "$['a longer name']", "$[0]", "$.a[1]");
  }

  /** A type that some rows fit, with some parts left out and some of another form. */
  private static Field loose(Field field, Random random) {
    List<Field> children =
        field.getChildren().stream()
            .filter(child -> random.nextInt(6) > 0)
            .map(child -> loose(child, random))
            .toList();
    return switch (field.getType().getTypeID()) {
      case Union -> Field.nullable(field.getName(), ArrowType.Null.INSTANCE);
      case List -> {
        ArrowType type =
            switch (random.nextInt(4)) {
              case 0 -> ArrowType.LargeList.INSTANCE;
              case 1 -> ArrowType.ListView.INSTANCE;
              default -> ArrowType.List.INSTANCE;
            };
        yield new Field(
            field.getName(),
            FieldType.nullable(type),
            List.of(loose(field.getChildren().get(0), random)));
      }
      case Utf8 ->
          random.nextInt(4) > 0
              ? field
              : Field.nullable(field.getName(), ArrowType.Utf8View.INSTANCE);
      case Int ->
          random.nextInt(4) > 0
              ? field
              : Field.nullable(field.getName(), new ArrowType.Int(64, true));
      default -> new Field(field.getName(), field.getFieldType(), children);
    };
  }

  /** A target: also with unions, with a Variant, or a part that may not be null. */
  private static Field target(Field natural, Random random) {
    if (random.nextInt(12) == 0) {
      return VariantVectorBuilder.field(natural.getName());
    }
    if (random.nextInt(3) == 0 && !(natural.getType() instanceof ArrowType.Struct)) {
      return natural;
    }
    Field loose = loose(natural, random);
    boolean nullable = random.nextInt(12) > 0 || loose.getType() instanceof ArrowType.Null;
    List<Field> children =
        natural.getType() instanceof ArrowType.Struct
            ? natural.getChildren().stream()
                .filter(child -> random.nextInt(6) > 0)
                .map(child -> target(child, random))
                .toList()
            : loose.getChildren();
    FieldType type = new FieldType(nullable, loose.getType(), null, loose.getMetadata());
    return new Field(natural.getName(), type, children);
  }

  private static String describe(
      Function<ParquetVariantVector, FieldVector> kernel, ParquetVariantVector column) {
    try (FieldVector vector = kernel.apply(column)) {
      List<Object> rows = new ArrayList<>();
      if (vector instanceof ParquetVariantVector variants) {
        return DescribedRows.of(variants).toString();
      }
      for (int row = 0; row < vector.getValueCount(); row++) {
        rows.add(JavaValues.of(vector, row));
      }
      return vector.getField() + " " + rows + " " + vector.getValueCount();
    } catch (ConversionException e) {
      return "unfit";
    }
  }

  private static void assertSame(
      ParquetVariantVector shredded,
      ParquetVariantVector unshredded,
      Function<ParquetVariantVector, FieldVector> kernel) {
    assertThat(describe(kernel, shredded)).isEqualTo(describe(kernel, unshredded));
  }

  @Property(tries = 600, shrinking = ShrinkingMode.OFF)
  void every_kernel_gives_what_it_gives_of_the_same_column_unshredded(
      @ForAll("columns") List<Object> values,
      @ForAll("columns") List<Object> others,
      @ForAll("paths") String path,
      @ForAll ConversionMode mode,
      @ForAll Random random) {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = withNulls(allocator, values, random);
        ParquetVariantVector otherRows =
            VariantColumns.column(allocator, VariantColumns.encodeAll(others.toArray()))) {
      ParquetVariantVector guide = random.nextInt(4) > 0 ? column : otherRows;
      Field schema =
          random.nextBoolean()
              ? InferredShredding.of(guide, ALL.withWidenNumbers(random.nextBoolean())).schema()
              : loose(NaturalType.type(guide, allocator), random);
      ShredMode shredMode = random.nextBoolean() ? ShredMode.EXACT : ShredMode.LENIENT;
      Field target =
          target(NaturalType.type(random.nextInt(4) > 0 ? column : otherRows, allocator), random);
      try (ParquetVariantVector whole =
              new VariantShred(schema, shredMode).shred(column, allocator);
          ParquetVariantVector shredded = slice(whole, random);
          ParquetVariantVector unshredded = VariantUnshred.unshred(shredded, allocator)) {
        assertSame(
            shredded, unshredded, rows -> new VariantDecode(target, mode).decode(rows, allocator));
        VariantGet get =
            new VariantGet(VariantPath.parse(path), target, mode, VariantLimits.defaults());
        assertSame(shredded, unshredded, rows -> get.get(rows, allocator));
        VariantGet variants = new VariantGet(VariantPath.parse(path), "x");
        assertSame(shredded, unshredded, rows -> variants.get(rows, allocator));
        NaturalTypeOptions options =
            NaturalTypeOptions.defaults()
                .withExactIntegers(random.nextBoolean())
                .withTellNullFromMissing(random.nextBoolean())
                .withMaxStructChildren(1 + random.nextInt(20))
                .withMaxUnionMembers(5);
        assertSame(shredded, unshredded, rows -> NaturalType.decode(rows, allocator, options));
        assertSame(shredded, unshredded, rows -> VariantToJson.write(rows, allocator));
      }
    }
  }

  private final Variant names = dictionary("a", "b", "c");
  private final Field object =
      typed(
          ArrowType.Struct.INSTANCE,
          level("a", typed(VariantTypeIds.INT64)),
          level("b", typed(VariantTypeIds.STRING)));

  /** Rows {@code {a, b, c}}; the column of {@code b} and all {@code value} are full of rubbish. */
  private ParquetVariantVector poisoned(BufferAllocator allocator) {
    List<Object> rows = new ArrayList<>();
    for (long row = 0; row < 100; row++) {
      Object typed =
          Map.of("a", Map.of("typed_value", row), "b", Map.of("typed_value", "text " + row));
      rows.add(cell(value(names, Map.of("c", row)), typed));
    }
    ParquetVariantVector column = column(allocator, names, List.of(VALUE, object), rows.toArray());
    FieldVector b = column.typedValueVector().getChildrenFromFields().get(1);
    for (FieldVector vector : List.of(column.valueVector(), b.getChildrenFromFields().get(1))) {
      vector.getDataBuffer().setOne(0, vector.getDataBuffer().capacity());
      vector.getOffsetBuffer().setOne(0, vector.getOffsetBuffer().capacity());
    }
    return column;
  }

  @Test
  void a_path_into_a_shredded_field_touches_no_other_field() {
    Field text = Field.nullable("x", ArrowType.Utf8.INSTANCE);
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = poisoned(allocator)) {
      try (FieldVector a = get("$.a", LONG).get(column, allocator)) {
        assertThat(JavaValues.of(a, 99)).isEqualTo(99L);
      }
      try (FieldVector a = new VariantGet(VariantPath.parse("$.a"), "x").get(column, allocator)) {
        assertThat(JavaValues.of(a, 99)).hasToString("99");
      }
      assertThatThrownBy(() -> get("$.b", text).get(column, allocator))
          .isInstanceOf(MalformedVariantException.class);
    }
  }

  @Test
  void the_column_of_a_field_that_the_target_lacks_is_not_touched() {
    Field target = struct("x", LONG_A);
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = poisoned(allocator)) {
      ArrowBuf noValues = column.valueVector().getValidityBuffer();
      noValues.setZero(0, noValues.capacity());
      VariantDecode decode = new VariantDecode(target, ConversionMode.STRICT);
      try (FieldVector structs = decode.decode(column, allocator)) {
        assertThat(JavaValues.of(structs, 99)).isEqualTo(Map.of("a", 99L));
      }
    }
  }

  private static VariantGet get(String path, Field target) {
    return new VariantGet(
        VariantPath.parse(path), target, ConversionMode.STRICT, VariantLimits.defaults());
  }

  static Stream<Arguments> illegalCells() {
    Variant names = dictionary("a", "b");
    byte[] number = value(names, 5);
    Field element = level("element", typed(VariantTypeIds.INT64));
    Field list = typed(ArrowType.List.INSTANCE, element);
    Field struct = typed(ArrowType.Struct.INSTANCE, level("a", typed(VariantTypeIds.INT64)));
    Map<String, Object> typed = Map.of("typed_value", 7L);
    return Stream.of(
        arguments(typed(VariantTypeIds.INT64), cell(number, 7L), "$"),
        arguments(list, cell(number, List.of(typed)), "$"),
        arguments(list, cell(null, List.of(cell(number, 7L))), "$[0]"),
        arguments(struct, cell(number, Map.of("a", typed)), "$"),
        arguments(struct, cell(null, Map.of("a", cell(number, 7L))), "$.a"));
  }

  @ParameterizedTest
  @MethodSource("illegalCells")
  void a_value_beside_a_typed_value_is_refused_by_every_kernel(
      Field typed, Map<String, Object> cell, String path) {
    List<Field> targets =
        List.of(
            LONG,
            struct("x", LONG_A),
            new Field("x", FieldType.nullable(ArrowType.List.INSTANCE), List.of(LONG)));
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column =
            column(allocator, dictionary("a", "b"), List.of(VALUE, typed), null, cell)) {
      Field target =
          switch (typed.getType().getTypeID()) {
            case Struct -> targets.get(1);
            case List -> targets.get(2);
            default -> targets.get(0);
          };
      VariantDecode decode = new VariantDecode(target, ConversionMode.SAFE);
      assertRefused(path, () -> decode.decode(column, allocator));
      assertRefused(path, () -> NaturalType.decode(column, allocator));
      assertRefused(path, () -> VariantToJson.write(column, allocator));
      assertRefused(path, () -> get("$", target).get(column, allocator));
    }
  }

  private static void assertRefused(String path, ThrowingCallable kernel) {
    assertThatThrownBy(kernel)
        .isInstanceOfSatisfying(
            MalformedVariantException.class,
            e -> {
              assertThat(e.row()).isEqualTo(1);
              assertThat(e.path()).isEqualTo(path);
              assertThat(e.problem()).isEqualTo("value beside typed_value");
            });
  }

  private static ParquetVariantVector withNulls(
      BufferAllocator allocator, List<Object> values, Random random) {
    List<Variant> rows = new ArrayList<>(VariantColumns.encodeAll(values.toArray()));
    if (random.nextBoolean()) {
      rows.add(random.nextInt(rows.size() + 1), null);
    }
    return VariantColumns.column(allocator, rows);
  }

  private static ParquetVariantVector slice(ParquetVariantVector column, Random random) {
    int start = random.nextInt(3) > 0 ? 0 : random.nextInt(column.getValueCount());
    TransferPair pair = column.getTransferPair(column.getAllocator());
    pair.splitAndTransfer(start, column.getValueCount() - start);
    return (ParquetVariantVector) pair.getTo();
  }
}
