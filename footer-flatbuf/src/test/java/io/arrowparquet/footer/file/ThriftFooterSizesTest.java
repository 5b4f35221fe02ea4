// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.file.FooterSizes.Part;
import io.arrowparquet.footer.internal.thrift.CorpusFooters;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ThriftFooterSizesTest {
  @Test
  void sizes_sum_up_to_the_length_of_the_footer() {
    CorpusFooters.all()
        .forEach(
            (name, struct) ->
                assertThat(FooterSizes.ofThrift(struct).total()).as(name).isEqualTo(struct.length));
  }

  @Test
  void each_part_has_the_bytes_of_its_fields() {
    FooterSizes sizes = FooterSizes.ofThrift(WideFooter.thrift(20, 3));

    assertThat(sizes.columnCount()).isEqualTo(20);
    // Field header, list header, length and eight bytes of "column_7", in three row groups.
    assertThat(sizes.bytes(7, Part.PATHS)).isEqualTo(3 * (1 + 1 + 1 + 8));
    // Four bounds of 1 + 1 + 8 bytes, a null count of one or two bytes with its header, the
    // struct's own header and stop byte.
    assertThat(sizes.bytes(7, Part.STATISTICS)).isBetween(3 * 44L, 3 * 45L);
    // Of the chunk the stop byte and the header of its metadata; the stop byte of that.
    assertThat(sizes.bytes(7, Part.STRUCTURE)).isEqualTo(3 * 3);
    assertThat(sizes.bytes(Part.NAME_INDEX)).isZero();
  }

  @Test
  void extension_is_other() {
    byte[] struct = WideFooter.thrift(2, 1);
    FooterSizes without = FooterSizes.ofThrift(struct);
    FooterSizes with = FooterSizes.ofThrift(StructExtension.append(struct, new byte[100]));

    assertThat(with.bytes(Part.OTHER)).isEqualTo(without.bytes(Part.OTHER) + 100 + 4 + 1);
  }

  @Test
  void every_truncation_is_corrupt() {
    byte[] struct = WideFooter.thrift(3, 2);
    for (int length = 0; length < struct.length; length++) {
      byte[] prefix = Arrays.copyOf(struct, length);
      assertThatThrownBy(() -> FooterSizes.ofThrift(prefix))
          .isInstanceOf(CorruptFooterException.class);
    }
  }

  @Test
  void whatever_bit_flips_sizes_sum_up_or_the_footer_is_corrupt() {
    byte[] struct = WideFooter.thrift(3, 2);
    for (int bit = 0; bit < 8 * struct.length; bit++) {
      byte[] flipped = struct.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      try {
        assertThat(FooterSizes.ofThrift(flipped).total()).isEqualTo(struct.length);
      } catch (CorruptFooterException expected) {
        assertThat(expected).hasMessageContaining("Thrift");
      }
    }
  }
}
