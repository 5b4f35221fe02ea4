// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.UnsupportedColumnException;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldAdaptersTest {
  private static Field field(String type) {
    return ArrowTypeText.parse("f", type);
  }

  @Test
  void floats_beside_doubles_become_doubles() {
    List<Field> merged = FieldUnion.merge("", List.of(field("float")), List.of(field("double")));
    assertThat(merged).containsExactly(field("double"));
    try (RootAllocator allocator = new RootAllocator();
        Float4Vector floats = new Float4Vector("f", allocator);
        Float8Vector doubles = new Float8Vector("f", allocator)) {
      floats.setSafe(0, 0.5f);
      floats.setNull(1);
      floats.setSafe(2, Float.NEGATIVE_INFINITY);
      floats.setValueCount(3);
      new FieldAdapters(allocator)
          .adapter(floats.getField(), doubles.getField())
          .adapt(floats, doubles, 3);
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
    assertThat(FieldUnion.merge("", List.of(utc), List.of(other))).containsExactly(utc);
    assertThat(FieldUnion.merge("", List.of(other), List.of(utc))).containsExactly(other);
    try (RootAllocator allocator = new RootAllocator();
        TimeStampMicroTZVector from = new TimeStampMicroTZVector("f", allocator, name);
        TimeStampMicroTZVector to = new TimeStampMicroTZVector("f", allocator, "UTC")) {
      from.setSafe(0, 5);
      from.setNull(1);
      from.setValueCount(2);
      new FieldAdapters(allocator).adapter(other, utc).adapt(from, to, 2);
      assertThat(to.getObject(0)).isEqualTo(5L);
      assertThat(to.isNull(1)).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"UTC, MICROSECOND, Europe/Rome, MICROSECOND", "UTC, MICROSECOND, UTC, NANOSECOND"})
  void other_zones_and_units_do_not_go_together(
      String zone, TimeUnit unit, String otherZone, TimeUnit otherUnit) {
    Field one = Field.nullable("f", new ArrowType.Timestamp(unit, zone));
    Field other = Field.nullable("f", new ArrowType.Timestamp(otherUnit, otherZone));
    assertThatThrownBy(() -> FieldUnion.merge("", List.of(one), List.of(other)))
        .isInstanceOf(UnsupportedColumnException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bigint | int",
        "double | float",
        "float16 | float",
        "uint8 | int",
        "decimal(9, 2) | decimal(9, 3)",
        "string | binary",
        "list<string> | list<int>",
      })
  void types_that_lose_something_are_refused(String from, String to) {
    try (RootAllocator allocator = new RootAllocator()) {
      FieldAdapters adapters = new FieldAdapters(allocator);
      assertThatThrownBy(() -> adapters.adapter(field(from), field(to)))
          .isInstanceOf(UnsupportedColumnException.class)
          .hasMessageContaining("column f");
    }
  }
}
