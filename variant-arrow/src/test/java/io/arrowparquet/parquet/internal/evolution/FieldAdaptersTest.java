// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import static org.apache.arrow.vector.types.TimeUnit.MICROSECOND;
import static org.apache.arrow.vector.types.TimeUnit.MILLISECOND;
import static org.apache.arrow.vector.types.TimeUnit.NANOSECOND;
import static org.apache.arrow.vector.types.TimeUnit.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.arrowparquet.parquet.internal.evolution.EvolutionPlan.PlannedField;
import io.arrowparquet.parquet.internal.evolution.FieldAdapters.FieldAdapter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.Duration;
import org.apache.arrow.vector.types.pojo.ArrowType.FloatingPoint;
import org.apache.arrow.vector.types.pojo.ArrowType.Time;
import org.apache.arrow.vector.types.pojo.ArrowType.Timestamp;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldAdaptersTest {
  private static Field field(String type) {
    return ArrowTypeText.parse("f", type);
  }

  private static FieldAdapter adapter(Field source, Field target, BufferAllocator allocator) {
    PlannedField planned =
        EvolutionPlan.of(
                ArrowFields.of(List.of(target)),
                ArrowFields.of(List.of(source)),
                FieldAdapters.BY_NAME)
            .fields()
            .get(0);
    return new FieldAdapters(allocator, Map.of()).adapter(planned, source, target);
  }

  @Test
  void floats_beside_doubles_become_doubles() {
    List<Field> merged = FieldUnion.merge(List.of(field("float")), List.of(field("double")));
    assertThat(merged).containsExactly(field("double"));
    try (RootAllocator allocator = new RootAllocator();
        Float4Vector floats = new Float4Vector("f", allocator);
        Float8Vector doubles = new Float8Vector("f", allocator)) {
      floats.setSafe(0, 0.5f);
      floats.setNull(1);
      floats.setSafe(2, Float.NEGATIVE_INFINITY);
      floats.setValueCount(3);
      adapter(floats.getField(), doubles.getField(), allocator).adapt(floats, doubles, 3);
      assertThat(doubles.getObject(0)).isEqualTo(0.5);
      assertThat(doubles.isNull(1)).isTrue();
      assertThat(doubles.getObject(2)).isEqualTo(Double.NEGATIVE_INFINITY);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Etc/UTC", "+00:00", "Z", "GMT"})
  void names_of_utc_go_together(String name) {
    Field utc = Field.nullable("f", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC"));
    Field other = Field.nullable("f", new ArrowType.Timestamp(TimeUnit.MICROSECOND, name));
    assertThat(FieldUnion.merge(List.of(utc), List.of(other))).containsExactly(utc);
    assertThat(FieldUnion.merge(List.of(other), List.of(utc))).containsExactly(other);
    try (RootAllocator allocator = new RootAllocator();
        TimeStampMicroTZVector from = new TimeStampMicroTZVector("f", allocator, name);
        TimeStampMicroTZVector to = new TimeStampMicroTZVector("f", allocator, "UTC")) {
      from.setSafe(0, 5);
      from.setNull(1);
      from.setValueCount(2);
      adapter(other, utc, allocator).adapt(from, to, 2);
      assertThat(to.getObject(0)).isEqualTo(5L);
      assertThat(to.isNull(1)).isTrue();
    }
  }

  @Test
  void other_zones_do_not_go_together() {
    Field one = Field.nullable("f", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC"));
    Field other = Field.nullable("f", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "Europe/Rome"));
    assertThatThrownBy(() -> FieldUnion.merge(List.of(one), List.of(other)))
        .isInstanceOf(UnsupportedColumnException.class);
  }

  static Stream<Arguments> unitsAndWidths() {
    FloatingPoint half = new FloatingPoint(FloatingPointPrecision.HALF);
    FloatingPoint single = new FloatingPoint(FloatingPointPrecision.SINGLE);
    FloatingPoint large = new FloatingPoint(FloatingPointPrecision.DOUBLE);
    long one = Double.doubleToLongBits(1.5);
    return Stream.of(
        arguments(
            new Timestamp(MILLISECOND, "UTC"), new Timestamp(NANOSECOND, "Z"), -3, -3_000_000),
        arguments(new Timestamp(SECOND, null), new Timestamp(MICROSECOND, null), 4, 4_000_000),
        arguments(
            new Time(MILLISECOND, 32), new Time(MICROSECOND, 64), 86_399_999, 86_399_999_000L),
        arguments(new Time(MICROSECOND, 64), new Time(NANOSECOND, 64), 5, 5_000),
        arguments(new Duration(SECOND), new Duration(NANOSECOND), -1, -1_000_000_000),
        arguments(half, single, 0x3E00, Float.floatToIntBits(1.5f)),
        arguments(half, large, 0x3E00, one),
        arguments(single, large, Float.floatToIntBits(1.5f), one));
  }

  /** Values as they are in the vectors' memory. */
  @ParameterizedTest
  @MethodSource("unitsAndWidths")
  void units_and_floats_become_the_finer_and_wider(
      ArrowType coarse, ArrowType fine, long value, long expected) {
    Field one = Field.nullable("f", coarse);
    Field other = Field.nullable("f", fine);
    assertThat(FieldUnion.merge(List.of(one), List.of(other))).containsExactly(other);
    assertThat(FieldUnion.merge(List.of(other), List.of(one))).containsExactly(other);
    try (RootAllocator allocator = new RootAllocator();
        BaseFixedWidthVector from = (BaseFixedWidthVector) one.createVector(allocator);
        BaseFixedWidthVector to = (BaseFixedWidthVector) other.createVector(allocator)) {
      from.allocateNew(2);
      from.setIndexDefined(1);
      for (int i = 0; i < from.getTypeWidth(); i++) {
        from.getDataBuffer().setByte(from.getTypeWidth() + i, (byte) (value >> (8 * i)));
      }
      from.setValueCount(2);
      adapter(one, other, allocator).adapt(from, to, 2);
      assertThat(to.isNull(0)).isTrue();
      assertThat(
              to.getTypeWidth() == Integer.BYTES
                  ? to.getDataBuffer().getInt(Integer.BYTES)
                  : to.getDataBuffer().getLong(Long.BYTES))
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bigint | int",
        "double | float",
        "float | float16",
        "time(us) | time(ms)",
        "uint8 | int",
        "decimal(9, 2) | decimal(9, 3)",
        "string | binary",
        "list<string> | list<int>",
      })
  void types_that_lose_something_are_refused(String from, String to) {
    try (RootAllocator allocator = new RootAllocator()) {
      assertThatThrownBy(() -> adapter(field(from), field(to), allocator))
          .isInstanceOf(UnsupportedColumnException.class)
          .hasMessageContaining("column f");
    }
  }
}
