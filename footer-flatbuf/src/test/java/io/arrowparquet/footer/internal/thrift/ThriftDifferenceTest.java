// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.convert.ThriftFields;
import io.arrowparquet.footer.convert.ThriftFields.Field;
import io.arrowparquet.footer.convert.WideFooter;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ThriftDifferenceTest {
  private static final byte[] FOOTER = WideFooter.thrift(3, 2);

  @Test
  void equal_bytes_have_no_difference() {
    assertThat(ThriftDifference.firstField(FOOTER, FOOTER.clone())).isNull();
  }

  @Test
  void every_changed_field_is_named() {
    ThriftFields footer = ThriftFields.of(FOOTER);
    Set<String> named = new HashSet<>();
    footer.forEachStruct(
        "",
        (path, struct) -> {
          for (Field field : struct.fields) {
            Object value = field.value;
            if (value instanceof byte[] bytes && bytes.length > 0) {
              byte[] changed = bytes.clone();
              changed[changed.length - 1] ^= 1;
              field.value = changed;
              named.add(ThriftDifference.firstField(FOOTER, footer.toBytes()));
              field.value = value;
            }
          }
        });

    assertThat(named)
        .contains(
            "version",
            "schema[2].name",
            "num_rows",
            "created_by",
            "row_groups[1].num_rows",
            "row_groups[0].columns[2].file_offset",
            "row_groups[1].columns[0].meta_data.path_in_schema",
            "row_groups[1].columns[2].meta_data.statistics.null_count",
            "row_groups[0].columns[1].meta_data.encoding_stats[0].count")
        .doesNotContainNull();
  }

  @Test
  void field_out_of_order_and_field_left_out_are_named() {
    ThriftFields footer = ThriftFields.of(FOOTER);
    Collections.swap(footer.fields, 2, 3);
    assertThat(ThriftDifference.firstField(footer.toBytes(), FOOTER)).isEqualTo("row_groups");

    ThriftFields shorter = ThriftFields.of(FOOTER);
    Field last = shorter.fields.remove(shorter.fields.size() - 1);
    assertThat(last.id).isEqualTo(7);
    assertThat(ThriftDifference.firstField(FOOTER, shorter.toBytes())).isEqualTo("column_orders");
    assertThat(ThriftDifference.firstField(shorter.toBytes(), FOOTER)).isEqualTo("column_orders");
  }

  @Test
  void another_spelling_of_a_number_is_a_difference() {
    // version = 1 as the varint 02, or as 82 00
    byte[] longer = new byte[FOOTER.length + 1];
    System.arraycopy(FOOTER, 1, longer, 2, FOOTER.length - 1);
    longer[0] = FOOTER[0];
    longer[1] = (byte) 0x82;
    longer[2] = 0;

    assertThat(Arrays.copyOf(FOOTER, 2)).containsExactly(0x15, 0x02);
    assertThat(ThriftDifference.firstField(longer, FOOTER)).isEqualTo("version");
  }
}
