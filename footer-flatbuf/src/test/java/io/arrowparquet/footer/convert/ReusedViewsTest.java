// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A view remembers nothing of where it was that does not hold where it is.
 *
 * @see ColumnChunkView
 * @see StatisticsView
 */
class ReusedViewsTest {
  private static final int FOOTERS = 40;

  private final Random random = new Random(7);
  private final ColumnChunkView reused = new ColumnChunkView();
  private final StatisticsView statistics = new StatisticsView();

  private static List<FlatFooter> footers() {
    List<FlatFooter> footers = new ArrayList<>();
    for (long seed = 0; footers.size() < FOOTERS; seed++) {
      byte[] thrift = RandomFooter.thrift(seed);
      FlatFooter footer =
          FlatFooter.wrap(ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer());
      if (footer.columnCount() > 0 && footer.rowGroupCount() > 0) {
        footers.add(footer);
      }
    }
    return footers;
  }

  /** What a view says of a chunk; the view is wherever it was if the chunk is damaged. */
  private String describe(FlatFooter footer, int group, int column, ColumnChunkView view) {
    try {
      ColumnChunkView chunk = footer.chunk(group, column, view);
      StatisticsView found = chunk.statistics(statistics);
      return String.join(
          " ",
          String.valueOf(chunk.column()),
          String.valueOf(chunk.rowGroup()),
          String.valueOf(chunk.type()),
          String.valueOf(chunk.numValues()),
          String.valueOf(chunk.codecNumber()),
          String.valueOf(chunk.startOffset()),
          String.valueOf(chunk.columnIndex().offset()),
          String.valueOf(found.isPresent()),
          Arrays.toString(found.minValue()));
    } catch (CorruptFooterException e) {
      return e.getMessage();
    }
  }

  private void assertReusedSaysWhatANewOneSays(FlatFooter footer) {
    int group = random.nextInt(footer.rowGroupCount());
    int column = random.nextInt(footer.columnCount());

    assertThat(describe(footer, group, column, reused))
        .isEqualTo(describe(footer, group, column, new ColumnChunkView()));
  }

  @Test
  void one_view_goes_from_footer_to_footer() {
    List<FlatFooter> footers = footers();
    for (int i = 0; i < 5_000; i++) {
      assertReusedSaysWhatANewOneSays(footers.get(random.nextInt(FOOTERS)));
    }
  }

  @Test
  void one_view_goes_on_after_it_met_damaged_footers() {
    List<FlatFooter> footers = footers();
    for (int i = 0; i < 5_000; i++) {
      FlatFooter footer = footers.get(random.nextInt(FOOTERS));
      byte[] damaged = new byte[footer.flatbuffer().remaining()];
      footer.flatbuffer().get(damaged);
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      try {
        FlatFooter other = FlatFooter.wrap(ByteBuffer.wrap(damaged));
        if (other.columnCount() > 0 && other.rowGroupCount() > 0) {
          assertReusedSaysWhatANewOneSays(other);
        }
      } catch (CorruptFooterException e) {
        // Damaged where opening looks.
      }
      assertReusedSaysWhatANewOneSays(footer);
    }
  }
}
