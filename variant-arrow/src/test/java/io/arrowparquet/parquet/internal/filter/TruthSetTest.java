// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sets of truth values against the logic of Boolean objects, in which null is unknown. */
class TruthSetTest {
  private static List<Boolean> values(int set) {
    List<Boolean> values = new ArrayList<>();
    for (Boolean value : Arrays.asList(true, false, null)) {
      if ((set & bit(value)) != 0) {
        values.add(value);
      }
    }
    return values;
  }

  private static byte bit(Boolean value) {
    if (value == null) {
      return TruthSet.UNKNOWN;
    }
    return value ? TruthSet.TRUE : TruthSet.FALSE;
  }

  private static Boolean and(Boolean a, Boolean b) {
    if (Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)) {
      return false;
    }
    return (a == null || b == null) ? null : Boolean.TRUE;
  }

  private static Boolean not(Boolean a) {
    return a == null ? null : Boolean.valueOf(!a);
  }

  @Test
  void operations_give_what_any_of_the_values_give() {
    for (byte left = 0; left <= TruthSet.ANY; left++) {
      byte negated = 0;
      for (Boolean a : values(left)) {
        negated |= bit(not(a));
      }
      assertThat(TruthSet.not(left)).isEqualTo(negated);
      for (byte right = 0; right <= TruthSet.ANY; right++) {
        byte both = 0;
        byte either = 0;
        for (Boolean a : values(left)) {
          for (Boolean b : values(right)) {
            both |= bit(and(a, b));
            either |= bit(not(and(not(a), not(b))));
          }
        }
        assertThat(TruthSet.and(left, right)).isEqualTo(both);
        assertThat(TruthSet.or(left, right)).isEqualTo(either);
      }
    }
  }
}
