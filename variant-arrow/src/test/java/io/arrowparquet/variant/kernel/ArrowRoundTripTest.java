// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.ListRanges;
import io.arrowparquet.variant.kernel.cast.CastOptions;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.value.VariantValidator;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.UnionVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Vectors of random Arrow types cast to Variant, and decoded into the same types again.
 *
 * @see VariantCast
 * @see VariantDecode
 */
class ArrowRoundTripTest {
  private static final int ROWS = 12;

  @Property(tries = 400)
  void any_vector_comes_back_from_variants_equal(@ForAll long seed) {
    try (BufferAllocator allocator = new RootAllocator();
        RandomArrowColumn columns = new RandomArrowColumn(seed)) {
      assertComesBack(columns, columns.field("column", 3), allocator);
    }
  }

  private static void assertComesBack(
      RandomArrowColumn columns, Field field, BufferAllocator allocator) {
    Field target = columns.encodings().decodable(field);
    DictionaryProvider dictionaries = columns.encodings().dictionaries();
    try (FieldVector vector = columns.vector(field, ROWS, allocator);
        ParquetVariantVector cast =
            VariantCast.cast(vector, allocator, CastOptions.defaults(), dictionaries);
        FieldVector back =
            new VariantDecode(target, ConversionMode.STRICT).decode(cast, allocator)) {
      validate(cast);
      for (int row = 0; row < ROWS; row++) {
        assertThat(plain(JavaValues.of(back, row)))
            .as("row %d of %s", row, field)
            .isEqualTo(plain(expected(vector, row, dictionaries)));
      }
    }
  }

  @Property(tries = 150)
  void a_slice_of_any_vector_shredded_or_not_is_the_same(@ForAll long seed) {
    try (BufferAllocator allocator = new RootAllocator();
        RandomArrowColumn columns = new RandomArrowColumn(seed);
        FieldVector vector = columns.vector(columns.field("column", 2), ROWS, allocator);
        ParquetVariantVector cast =
            VariantCast.cast(
                vector, allocator, CastOptions.defaults(), columns.encodings().dictionaries())) {
      VariantShred shred;
      try {
        Field schema = columns.encodings().decodable(columns.field("schema", 2));
        shred = new VariantShred(schema, ShredMode.EXACT, VariantLimits.defaults());
      } catch (IllegalArgumentException noSchema) {
        return;
      }
      try (ParquetVariantVector shredded = shred.shred(cast, allocator);
          ParquetVariantVector back = VariantUnshred.unshred(shredded, allocator)) {
        validate(back);
        for (int row = 0; row < ROWS; row++) {
          assertThat(shredded.equals(row, cast, row)).isTrue();
          assertThat(back.equals(row, cast, row)).isTrue();
        }
      }
    }
  }

  private static void validate(ParquetVariantVector column) {
    column.validate();
    VariantValidator validator = new VariantValidator();
    try (VariantReader reader = new VariantReader(column)) {
      for (int row = 0; row < column.getValueCount(); row++) {
        if (!column.isNull(row)) {
          validator.validate(reader.seek(row));
        }
      }
    }
  }

  /** A row of the source as it is to come back; see {@link RandomEncodings#decodable}. */
  private static Object expected(FieldVector vector, int row, DictionaryProvider dictionaries) {
    if (vector instanceof DenseUnionVector union) {
      FieldVector member = (FieldVector) union.getVectorByType(union.getTypeId(row));
      return expected(member, union.getOffset(row), dictionaries);
    }
    if (vector instanceof UnionVector union) {
      return expected((FieldVector) union.getVector(row), row, dictionaries);
    }
    if (vector instanceof RunEndEncodedVector runs) {
      return expected(runs.getValuesVector(), RandomEncodings.runOf(runs, row), dictionaries);
    }
    if (vector.isNull(row)) {
      return null;
    }
    DictionaryEncoding encoding = vector.getField().getDictionary();
    if (encoding != null) {
      FieldVector values = dictionaries.lookup(encoding.getId()).getVector();
      return expected(values, (int) ((BaseIntVector) vector).getValueAsLong(row), dictionaries);
    }
    if (vector instanceof StructVector struct) {
      Map<String, Object> fields = new LinkedHashMap<>();
      for (FieldVector child : struct.getChildrenFromFields()) {
        fields.put(child.getName(), expected(child, row, dictionaries));
      }
      return fields;
    }
    if (!vector.getChildrenFromFields().isEmpty()) {
      return elements(vector, row, dictionaries);
    }
    return primitive(vector, row);
  }

  private static Object primitive(FieldVector vector, int row) {
    if (vector instanceof Decimal256Vector decimals) {
      return decimals.getObject(row);
    }
    if (vector instanceof DateMilliVector dates) {
      return (int) (dates.getDataBuffer().getLong(8L * row) / 86_400_000L);
    }
    if (vector instanceof Float2Vector halves) {
      return Float16.toFloat(halves.get(row));
    }
    return switch (RandomEncodings.extensionOf(vector.getField())) {
      case RandomEncodings.BOOL8 -> ((TinyIntVector) vector).get(row) != 0;
      case RandomEncodings.JSON -> Long.valueOf(vector.getObject(row).toString());
      default -> JavaValues.of(vector, row);
    };
  }

  private static List<Object> elements(FieldVector list, int row, DictionaryProvider dictionaries) {
    FieldVector child = list.getChildrenFromFields().get(0);
    List<Object> elements = new ArrayList<>();
    if (list instanceof FixedSizeListVector fixed) {
      for (int i = 0; i < fixed.getListSize(); i++) {
        elements.add(expected(child, fixed.getElementStartIndex(row) + i, dictionaries));
      }
    } else {
      ListRanges ranges = new ListRanges(list);
      ranges.seek(row);
      for (int i = ranges.start(); i < ranges.end(); i++) {
        elements.add(expected(child, i, dictionaries));
      }
    }
    return elements;
  }

  /** Without what types do not tell apart: a decimal's own scale. */
  private static Object plain(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> fields = new LinkedHashMap<>();
      map.forEach((name, field) -> fields.put(name, plain(field)));
      return fields;
    }
    if (value instanceof List<?> list) {
      List<Object> elements = new ArrayList<>();
      list.forEach(element -> elements.add(plain(element)));
      return elements;
    }
    return value instanceof BigDecimal decimal ? decimal.stripTrailingZeros() : value;
  }

  static Stream<ArrowType> typesWithoutEqual() {
    return Stream.of(
        new ArrowType.Duration(TimeUnit.SECOND),
        new ArrowType.Duration(TimeUnit.NANOSECOND),
        new ArrowType.Interval(IntervalUnit.YEAR_MONTH),
        new ArrowType.Interval(IntervalUnit.DAY_TIME),
        new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO));
  }

  @ParameterizedTest
  @MethodSource("typesWithoutEqual")
  void types_without_an_equal_are_refused_or_become_text(ArrowType type) {
    try (BufferAllocator allocator = new RootAllocator();
        FieldVector vector = Field.nullable("d", type).createVector(allocator)) {
      vector.allocateNew();
      vector.setValueCount(3);
      assertThatThrownBy(() -> VariantCast.cast(vector, allocator))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no Variant equals");
      CastOptions text = CastOptions.defaults().withStringify(true);
      try (ParquetVariantVector cast = VariantCast.cast(vector, allocator, text, null)) {
        assertThat(cast.getNullCount()).isEqualTo(3);
      }
    }
  }
}
