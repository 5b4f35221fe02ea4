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
  private static final int STEPS = SHAPE.steps("steps");
  private static final int ROW = SHAPE.number("row");

  @Property(tries = 300)
  void values_come_back(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 700) int rows, @ForAll boolean isLate) {
    Random random = new Random(seed);
    int split = 1 + random.nextInt(SHAPE.size());
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
        List<Long> steps = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
          boolean isNull = row < same ? isFirstNull : random.nextInt(4) == 0;
          long value = row < same ? first : random.nextInt(5) * first;
          numbers.add(isNull ? null : (Long) value);
          texts.add(isNull ? null : text(Long.toString(value, random.nextInt(5) == 0 ? 3 : 36)));
          writer.number(NUMBER).add(numbers.get(row));
          writer.bytes(BYTES).add(isNull ? null : texts.get(row).toByteArray());
          writer.number(STEPS).add(isFirstNull ? (long) block * rows + row : value);
          steps.add(writer.number(STEPS).get(row));
          writer.number(ROW).add(row);
        }
        for (int row = 0; row < rows; row++) {
          assertThat(writer.number(NUMBER).get(row)).isEqualTo(numbers.get(row));
          assertThat(writer.bytes(BYTES).get(row)).isEqualTo(texts.get(row));
        }

        List<BlockWriter.Block> written = writer.finish(batches, split);

        BlockRows read = read(written.get(0), (long) block * rows);
        read = split == SHAPE.size() ? read : read.with(read(written.get(1), (long) block * rows));
        for (int row = 0; row < rows; row++) {
          assertThat(read.optionalNumber(NUMBER, row)).isEqualTo(numbers.get(row));
          assertThat(read.bytes(BYTES, row)).isEqualTo(texts.get(row));
          assertThat(read.number(STEPS, row)).isEqualTo(steps.get(row));
          assertThat(read.number(ROW, row)).isEqualTo(row);
        }
      }
    }
  }

  private static BlockRows read(BlockWriter.Block block, long before) {
    byte[] bytes = block.bytes();
    return BlockRows.read(
        SHAPE, block.layout(), bytes, 0, bytes.length, 0, block.rows(), before, 1 << 20);
  }

  private static BinaryValue text(String text) {
    return BinaryValue.of(text.getBytes(StandardCharsets.UTF_8));
  }
}
