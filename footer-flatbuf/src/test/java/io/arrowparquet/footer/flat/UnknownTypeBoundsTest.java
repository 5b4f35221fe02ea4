// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.CorruptFooterException;
import java.nio.ByteBuffer;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;

/**
 * Packed bounds of a column whose physical type is unknown.
 *
 * @see FlatFooterVerifier
 */
class UnknownTypeBoundsTest {
  private static final byte TYPE_OF_THE_FUTURE = 14;

  @Test
  void empty_packed_bounds_of_a_type_of_the_future_do_not_verify() {
    Statistics statistics = new Statistics().setMin_value(new byte[0]).setMax_value(new byte[0]);
    ByteBuffer flatbuffer =
        new SampleFooter(1)
            .leaf("c", OPTIONAL, Type.BYTE_ARRAY)
            .statistics(statistics)
            .rowGroup(1)
            .flatbuffer();
    byte[] bytes = new byte[flatbuffer.remaining()];
    flatbuffer.get(bytes);
    int refused = 0;
    // Where the type is follows from the builder's layout; so every byte is tried.
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] = TYPE_OF_THE_FUTURE;
      ByteBuffer buffer = ByteBuffer.wrap(changed);
      try {
        FlatFooter.verify(buffer);
      } catch (CorruptFooterException e) {
        refused += e.problem().contains("packed bounds of an unknown type") ? 1 : 0;
        continue;
      }
      EveryAccessor.call(FlatFooter.wrap(buffer));
    }
    assertThat(refused).isPositive();
  }
}
