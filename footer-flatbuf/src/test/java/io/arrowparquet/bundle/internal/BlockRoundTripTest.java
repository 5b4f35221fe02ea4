// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.model.BinaryValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Values come back from a block, whatever of them is equal or null.
 *
 * @see BlockWriter
 * @see BlockRows
 */
class BlockRoundTripTest {
  private static final BlockShape SHAPE = new BlockShape();
  private static final int NUMBER = SHAPE.number("number");
  private static final int BYTES = SHAPE.bytes("bytes");
  private static final int ROW = SHAPE.number("row");

  @Property(tries = 300)
  void values_come_back(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 700) int rows, @ForAll boolean isLate) {
    Random random = new Random(seed);
    BlockWriter writer = new BlockWriter(SHAPE);
    try (BatchWriter batches = new BatchWriter()) {
      // Twice, as writers are reused.
      for (int block = 0; block < 2; block++) {
        // Equal values or nulls up to here, as in most fields.
        int same = isLate ? random.nextInt(rows + 1) : 0;
        long first = random.nextBoolean() ? random.nextLong() : random.nextInt(3);
        boolean isFirstNull = random.nextInt(3) == 0;
        List<Long> numbers = new ArrayList<>();
        List<BinaryValue> texts = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
          boolean isNull = row < same ? isFirstNull : random.nextInt(4) == 0;
          long value = row < same ? first : random.nextInt(5) * first;
          numbers.add(isNull ? null : (Long) value);
          texts.add(isNull ? null : text(Long.toString(value, random.nextInt(5) == 0 ? 3 : 36)));
          writer.number(NUMBER).add(numbers.get(row));
          writer.bytes(BYTES).add(isNull ? null : texts.get(row).toByteArray());
          writer.number(ROW).add(row);
        }
        for (int row = 0; row < rows; row++) {
          assertThat(writer.number(NUMBER).get(row)).isEqualTo(numbers.get(row));
          assertThat(writer.bytes(BYTES).get(row)).isEqualTo(texts.get(row));
        }

        BlockWriter.Block written = writer.finish(batches);

        byte[] bytes = written.bytes();
        BlockRows read =
            BlockRows.read(SHAPE, written.layout(), bytes, 0, bytes.length, 0, rows, 1 << 20);
        for (int row = 0; row < rows; row++) {
          assertThat(read.optionalNumber(NUMBER, row)).isEqualTo(numbers.get(row));
          assertThat(read.bytes(BYTES, row)).isEqualTo(texts.get(row));
          assertThat(read.number(ROW, row)).isEqualTo(row);
        }
      }
    }
  }

  private static BinaryValue text(String text) {
    return BinaryValue.of(text.getBytes(StandardCharsets.UTF_8));
  }
}
