// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColumnTypesTest {
  private static final int COLUMNS = 1_000;

  @Test
  void types_of_many_columns_are_remembered() {
    ColumnTypes types = new ColumnTypes(COLUMNS);
    for (int pass = 0; pass < 2; pass++) {
      for (int column = 0; column < COLUMNS; column++) {
        types.remember(column, column % 9 - 1);
      }
    }
    for (int column = 0; column < COLUMNS; column++) {
      assertThat(types.known(column)).isEqualTo(column % 9 - 1);
    }
  }

  @Test
  void types_of_a_few_columns_are_not_remembered() {
    ColumnTypes types = new ColumnTypes(COLUMNS);
    for (int column = 0; column < 10; column++) {
      types.remember(column, 5);
      assertThat(types.known(column)).isEqualTo(ColumnTypes.UNKNOWN);
    }
  }

  @Test
  void types_of_numbers_that_do_not_fit_are_not_remembered() {
    ColumnTypes types = new ColumnTypes(COLUMNS);
    for (int type = Byte.MIN_VALUE; type <= Byte.MAX_VALUE; type++) {
      types.remember(0, 5);
    }
    for (int type = Byte.MIN_VALUE; type <= Byte.MAX_VALUE; type++) {
      types.remember(type + 200, type);
      assertThat(types.known(type + 200)).isIn(type, ColumnTypes.UNKNOWN);
    }
    assertThat(types.known(0)).isEqualTo(5);
  }
}
