// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.vector.SampleColumn.Form;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.hash.MurmurHasher;
import org.apache.arrow.vector.compare.Range;
import org.apache.arrow.vector.compare.RangeEqualsVisitor;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Rows are equal, and hash alike, by what they mean, in whatever form.
 *
 * @see ParquetVariantVector
 */
class VariantEqualityTest {
  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "WITHOUT_VALUE")
  void rows_of_any_form_equal_those_of_another(Form form) {
    try (SampleColumn left = SampleColumn.of(allocator, form);
        SampleColumn right = SampleColumn.of(allocator, Form.BINARY)) {
      int rows = left.vector().getValueCount();
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < rows; j++) {
          boolean same = i == j || (left.vector().isNull(i) && right.vector().isNull(j));
          assertThat(left.vector().equals(i, right.vector(), j)).as(i + ", " + j).isEqualTo(same);
        }
        int hash = left.vector().hashCode(i);
        assertThat(right.vector().hashCode(i)).isEqualTo(hash);
        assertThat(right.vector().hashCode(i, new MurmurHasher(3))).isEqualTo(hash);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "WITHOUT_VALUE")
  void arrows_visitor_compares_meanings_when_types_are_let_pass(Form form) {
    try (SampleColumn left = SampleColumn.of(allocator, form);
        SampleColumn right = SampleColumn.of(allocator, Form.BINARY)) {
      int rows = left.vector().getValueCount();
      RangeEqualsVisitor visitor =
          new RangeEqualsVisitor(left.vector(), right.vector(), (l, r) -> true);
      assertThat(visitor.rangeEquals(new Range(0, 0, rows))).isTrue();
      assertThat(visitor.rangeEquals(new Range(1, 7, 1))).as("two nulls").isTrue();
      assertThat(visitor.rangeEquals(new Range(0, 5, 1))).isFalse();
      assertThat(VectorEqualsVisitor.vectorEquals(left.vector(), right.vector()))
          .as("default: types are compared first")
          .isEqualTo(form == Form.BINARY);
    }
  }

  @Test
  void a_struct_of_variants_is_compared_by_their_meaning() {
    try (StructVector left = struct(Form.SHREDDED);
        StructVector right = struct(Form.LARGE_BINARY)) {
      RangeEqualsVisitor visitor = new RangeEqualsVisitor(left, right, (l, r) -> true);
      assertThat(visitor.rangeEquals(new Range(0, 0, 9))).isTrue();
      assertThat(visitor.rangeEquals(new Range(0, 1, 8))).isFalse();
      assertThat(left.hashCode(4)).isEqualTo(right.hashCode(4));
    }
  }

  private StructVector struct(Form form) {
    try (SampleColumn sample = SampleColumn.of(allocator, form)) {
      Field field =
          new Field(
              "s",
              FieldType.nullable(ArrowType.Struct.INSTANCE),
              List.of(sample.vector().getField()));
      StructVector struct = (StructVector) field.createVector(allocator);
      sample.vector().makeTransferPair(struct.getChild("v")).transfer();
      for (int row = 0; row < 9; row++) {
        struct.setIndexDefined(row);
      }
      struct.setValueCount(9);
      return struct;
    }
  }
}
