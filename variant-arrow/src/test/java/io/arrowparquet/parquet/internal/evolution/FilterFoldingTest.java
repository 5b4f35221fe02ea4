// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.internal.evolution.FilterFolding.Folded;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.RowFilter;
import org.junit.jupiter.api.Test;

class FilterFoldingTest {
  private static final Operand HERE = Operand.column("here");
  private static final Operand LACKING = Operand.column("lacking");
  private static final RowFilter KNOWN = HERE.isEqualTo(1);
  private static final RowFilter UNKNOWN = LACKING.isEqualTo(1);

  private static Folded fold(RowFilter filter) {
    return FilterFolding.translate(filter, FilterFolding.presence(HERE::equals));
  }

  @Test
  void unknown_comparison_passes_no_row_negated_or_not() {
    assertThat(fold(UNKNOWN).passesNone()).isTrue();
    assertThat(fold(UNKNOWN.not()).passesNone()).isTrue();
    assertThat(fold(UNKNOWN.and(KNOWN)).passesNone()).isTrue();
    assertThat(fold(UNKNOWN.or(KNOWN.not()).not()).passesNone()).isTrue();
  }

  @Test
  void what_does_not_hang_on_it_is_left() {
    assertThat(fold(UNKNOWN.or(KNOWN)).predicate()).isEqualTo(KNOWN);
    assertThat(fold(UNKNOWN.and(KNOWN).not()).predicate()).isEqualTo(KNOWN.not());
    assertThat(fold(LACKING.isNull().and(KNOWN)).predicate()).isEqualTo(KNOWN);
  }

  @Test
  void lacking_column_is_null_in_every_row() {
    assertThat(fold(LACKING.isNull())).isEqualTo(Folded.ALL);
    assertThat(fold(LACKING.isNotNull())).isEqualTo(Folded.NONE);
    assertThat(fold(LACKING.isNull().or(KNOWN))).isEqualTo(Folded.ALL);
    assertThat(fold(null)).isEqualTo(Folded.ALL);
  }
}
