// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.internal.plan.FactsAssembler;
import io.arrowparquet.bundle.internal.plan.FooterAssembler;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.WideFooter;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A segment with any byte flipped, or cut anywhere, is refused or read rightly.
 *
 * @see SegmentReader
 */
class DamagedSegmentTest {
  private static final Map<String, byte[]> FOOTERS = new LinkedHashMap<>();
  private static byte[] segment;

  @BeforeAll
  static void writeSegment() throws IOException {
    FOOTERS.put("a", WideFooter.thrift(2, 1));
    FOOTERS.put("b", WideFooter.thrift(2, 3));
    FOOTERS.put("c", WideFooter.thrift(1, 1));
    segment = Segments.writeIndexed(FOOTERS, Long.MAX_VALUE);
  }

  @Test
  void each_flipped_byte_is_found_or_does_not_matter() throws IOException {
    int found = 0;
    for (int i = 0; i < segment.length; i++) {
      byte[] damaged = segment.clone();
      damaged[i] ^= (byte) (1 + i % 255);
      found += isFound(damaged) ? 1 : 0;
    }
    // All but the first eight bytes, which nothing reads.
    assertThat(found).isEqualTo(segment.length - BundleFormat.HEADER_BYTES);
  }

  @Test
  void each_cut_is_found() {
    for (int length = 0; length < segment.length; length++) {
      byte[] cut = Arrays.copyOf(segment, length);
      assertThatThrownBy(() -> Segments.open(cut)).isInstanceOf(CorruptFooterException.class);
    }
  }

  /** Reads everything; whether that was refused. What was read must be right. */
  private static boolean isFound(byte[] damaged) throws IOException {
    try {
      SegmentReader reader = Segments.open(damaged);
      for (Map.Entry<String, byte[]> footer : FOOTERS.entrySet()) {
        FileRow file = reader.find(footer.getKey());
        assertThat(new FooterAssembler(reader, null).thrift(file)).isEqualTo(footer.getValue());
      }
      for (int schema = 0; schema < reader.schemaCount(); schema++) {
        for (FactsAssembler.Facts facts :
            new FactsAssembler(reader, schema, List.of("column_0")).read(new int[] {0})) {
          assertThat(facts.chunk(0, 0).entries()).isEqualTo(facts.rows(0));
        }
      }
      reader.verify();
      return false;
    } catch (CorruptFooterException expected) {
      assertThat(expected).hasMessageContaining("expected");
      return true;
    }
  }
}
