// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.value.Variant;
import io.arrowparquet.variant.vector.SampleColumn.Form;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.util.TransferPair;
import org.apache.arrow.vector.util.ValueVectorUtility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Columns of every form moved, cut and copied as Arrow does it.
 *
 * @see ParquetVariantVector
 */
class VariantTransferTest {
  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  @BeforeEach
  void register() {
    ParquetVariantType.register();
  }

  @ParameterizedTest
  @EnumSource
  void rows_are_what_they_are_in_any_form(Form form) {
    try (SampleColumn sample = SampleColumn.of(allocator, form)) {
      ParquetVariantVector vector = sample.vector();
      vector.validate();
      assertThat(SampleColumn.objects(vector)).isEqualTo(SampleColumn.values(form));
      for (int row = 0; row < vector.getValueCount(); row++) {
        assertThat(vector.isNull(row)).isEqualTo(SampleColumn.values(form).get(row) == null);
      }
      assertThat(vector.getNullCount())
          .isEqualTo((int) SampleColumn.values(form).stream().filter(v -> v == null).count());
      assertThat(vector.getField().getType()).isEqualTo(ParquetVariantType.INSTANCE);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BINARY", "LARGE_BINARY", "DICTIONARY"}) // Arrow 18 validates no views, runs
  void arrow_finds_the_buffers_valid(Form form) {
    try (SampleColumn sample = SampleColumn.of(allocator, form)) {
      ValueVectorUtility.validateFull(sample.vector());
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_transfer_moves_all_rows_and_leaves_none(Form form) {
    try (SampleColumn sample = SampleColumn.of(allocator, form);
        BufferAllocator other = allocator.newChildAllocator("other", 0, Long.MAX_VALUE)) {
      ParquetVariantVector vector = sample.vector();
      TransferPair pair = vector.getTransferPair("moved", other);
      pair.transfer();
      try (ParquetVariantVector moved = (ParquetVariantVector) pair.getTo()) {
        assertThat(moved.getName()).isEqualTo("moved");
        assertThat(moved.getField().getChildren()).isEqualTo(vector.getField().getChildren());
        assertThat(SampleColumn.objects(moved)).isEqualTo(SampleColumn.values(form));
        assertThat(vector.getValueCount()).isZero();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void every_slice_has_its_rows(Form form) {
    List<Variant> values = SampleColumn.values(form);
    try (SampleColumn sample = SampleColumn.of(allocator, form)) {
      for (int start = 0; start < values.size(); start++) {
        for (int end = start + 1; end <= values.size(); end++) {
          TransferPair pair = sample.vector().getTransferPair(allocator);
          pair.splitAndTransfer(start, end - start);
          try (ParquetVariantVector slice = (ParquetVariantVector) pair.getTo()) {
            slice.validate();
            assertThat(SampleColumn.objects(slice)).isEqualTo(values.subList(start, end));
          }
        }
      }
      assertThat(SampleColumn.objects(sample.vector())).isEqualTo(values);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_slice_of_a_slice_goes_into_a_vector_of_the_field(Form form) {
    List<Variant> values = SampleColumn.values(form);
    try (SampleColumn sample = SampleColumn.of(allocator, form)) {
      TransferPair first = sample.vector().getTransferPair(sample.vector().getField(), allocator);
      first.splitAndTransfer(1, values.size() - 1);
      try (ParquetVariantVector slice = (ParquetVariantVector) first.getTo();
          ParquetVariantVector target =
              ((ParquetVariantVector) slice.getField().createVector(allocator))
                  .withDictionaries(sample.dictionaries())) {
        slice.makeTransferPair(target).splitAndTransfer(1, 2);
        assertThat(SampleColumn.objects(target)).isEqualTo(values.subList(2, 4));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RUNS") // which Arrow 18 cannot copy
  void rows_are_copied_one_by_one(Form form) {
    List<Variant> values = SampleColumn.values(form);
    try (SampleColumn sample = SampleColumn.of(allocator, form)) {
      ParquetVariantVector vector = sample.vector();
      TransferPair pair = vector.getTransferPair(allocator);
      try (ParquetVariantVector safe = (ParquetVariantVector) pair.getTo();
          ParquetVariantVector copy =
              ((ParquetVariantVector) vector.getField().createVector(allocator))
                  .withDictionaries(sample.dictionaries())) {
        copy.setInitialCapacity(100);
        copy.allocateNew();
        for (int row = 0; row < values.size(); row++) {
          copy.copyFrom(row, row, vector);
        }
        copy.setValueCount(values.size());
        assertThat(SampleColumn.objects(copy)).isEqualTo(values);
        for (int row = 0; row < 100 * values.size(); row++) {
          if (row % 2 == 0) {
            safe.copyFromSafe(row % values.size(), row, vector);
          } else {
            pair.copyValueSafe(row % values.size(), row);
          }
        }
        safe.setValueCount(100 * values.size());
        for (int row = 0; row < safe.getValueCount(); row++) {
          assertThat(safe.getObject(row)).isEqualTo(values.get(row % values.size()));
        }
      }
    }
  }

  @Test
  void only_rows_of_variants_can_be_copied() {
    try (SampleColumn sample = SampleColumn.of(allocator, Form.BINARY);
        IntVector numbers = new IntVector("n", allocator)) {
      assertThatThrownBy(() -> sample.vector().copyFrom(0, 0, numbers))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("n is not a ParquetVariantVector");
      assertThatThrownBy(() -> sample.vector().makeTransferPair(numbers))
          .hasMessageContaining("n is not a ParquetVariantVector");
    }
  }

  @Test
  void a_row_can_be_made_null_and_all_cleared() {
    try (SampleColumn sample = SampleColumn.of(allocator, Form.BINARY)) {
      ParquetVariantVector vector = sample.vector();
      vector.setNull(0);
      assertThat(vector.getObject(0)).isNull();
      assertThat(vector.getNullCount()).isEqualTo(3);
      vector.clear();
      assertThat(vector.getValueCount()).isZero();
    }
  }
}
