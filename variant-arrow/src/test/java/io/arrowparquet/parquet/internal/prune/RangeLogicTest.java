// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.internal.filter.TruthSet;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.internal.prune.RangeLogic.RangeTruths;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges against an array with the truths of each row. */
class RangeLogicTest {
  private static final int ROWS = 40;

  /** Ranges that begin where {@code rows} changes, and now and then in between. */
  private static RangeTruths ranges(byte[] rows, Random random) {
    long[] ends =
        LongStream.rangeClosed(1, ROWS)
            .filter(
                end ->
                    end == ROWS || rows[(int) end] != rows[(int) end - 1] || random.nextInt(9) == 0)
            .toArray();
    byte[] truths = new byte[ends.length];
    for (int i = 0; i < ends.length; i++) {
      truths[i] = rows[(int) ends[i] - 1];
    }
    return new RangeTruths(ends, truths);
  }

  private static byte[] rows(Random random) {
    byte[] rows = new byte[ROWS];
    for (int i = 0; i < ROWS; i++) {
      rows[i] = (i > 0 && random.nextInt(4) > 0) ? rows[i - 1] : (byte) (1 + random.nextInt(7));
    }
    return rows;
  }

  private static void check(RowRanges possible, byte[] rows) {
    for (int row = 0; row < ROWS; row++) {
      assertThat(possible.meets(row, row + 1)).isEqualTo((rows[row] & TruthSet.TRUE) != 0);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void operations_are_those_of_each_row(long seed) {
    Random random = new Random(seed);
    byte[] left = rows(random);
    byte[] right = rows(random);
    byte[] and = new byte[ROWS];
    byte[] not = new byte[ROWS];
    for (int row = 0; row < ROWS; row++) {
      and[row] = TruthSet.and(left[row], right[row]);
      not[row] = TruthSet.not(left[row]);
    }
    RangeTruths ranges = ranges(left, random);

    check(ranges.possible(), left);
    check(ranges.combine(ranges(right, random), TruthSet::and).possible(), and);
    check(ranges.map(TruthSet::not).possible(), not);
  }
}
