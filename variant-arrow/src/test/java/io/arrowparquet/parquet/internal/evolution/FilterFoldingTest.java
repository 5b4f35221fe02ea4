// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.RowFilter;
import org.junit.jupiter.api.Test;

class FilterFoldingTest {
  private static final Operand HERE = Operand.column("here");
  private static final Operand LACKING = Operand.column("lacking");
  private static final RowFilter KNOWN = HERE.isEqualTo(1);
  private static final RowFilter UNKNOWN = LACKING.isEqualTo(1);

  private static RowFilter fold(RowFilter filter) {
    return FilterFolding.translate(filter, FilterFolding.presence(HERE::equals));
  }

  @Test
  void unknown_comparison_passes_no_row_negated_or_not() {
    assertThat(FilterFolding.isNone(fold(UNKNOWN))).isTrue();
    assertThat(FilterFolding.isNone(fold(UNKNOWN.not()))).isTrue();
    assertThat(FilterFolding.isNone(fold(UNKNOWN.and(KNOWN)))).isTrue();
    assertThat(FilterFolding.isNone(fold(UNKNOWN.or(KNOWN.not()).not()))).isTrue();
  }

  @Test
  void what_does_not_hang_on_it_is_left() {
    assertThat(fold(UNKNOWN.or(KNOWN))).isEqualTo(KNOWN);
    assertThat(fold(UNKNOWN.and(KNOWN).not())).isEqualTo(KNOWN.not());
    assertThat(fold(LACKING.isNull().and(KNOWN))).isEqualTo(KNOWN);
  }

  @Test
  void lacking_column_is_null_in_every_row() {
    assertThat(fold(LACKING.isNull())).isNull();
    assertThat(FilterFolding.isNone(fold(LACKING.isNotNull()))).isTrue();
    assertThat(fold(LACKING.isNull().or(KNOWN))).isNull();
    assertThat(fold(null)).isNull();
  }
}
