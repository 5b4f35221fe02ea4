// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;

class NameIndexTest {
  /** More than are remembered. */
  private static final int COLUMNS = 5_000;

  private static FlatFooter footer(List<String> names) {
    SampleFooter footer = new SampleFooter(names.size());
    names.forEach(name -> footer.leaf(name, OPTIONAL, Type.INT32));
    return footer.build();
  }

  /** A footer of the same bytes, which remembers nothing. */
  private static int findAnew(FlatFooter footer, String path) {
    return FlatFooter.wrap(footer.flatbuffer()).findColumn(path);
  }

  private static String copy(String name) {
    return String.valueOf(name.toCharArray());
  }

  @Test
  void a_path_that_is_asked_for_again_is_the_column_that_it_was() {
    List<String> names =
        new ArrayList<>(IntStream.range(0, COLUMNS).mapToObj(i -> "column_" + i).toList());
    names.addAll(List.of("größe", "\uD83D\uDE00", "column_7", "a.b"));
    FlatFooter footer = footer(names);
    List<String> asked = new ArrayList<>(names);
    asked.addAll(List.of("", "column_", "column_5000", "gr", "a", "\uD83D"));
    int[] expected = asked.stream().mapToInt(name -> findAnew(footer, name)).toArray();
    assertThat(expected).contains(-1, 7, COLUMNS).doesNotContain(COLUMNS + 2);

    for (int round = 0; round < 3; round++) {
      int[] found = asked.stream().mapToInt(name -> footer.findColumn(copy(name))).toArray();
      assertThat(found).isEqualTo(expected);
    }
  }

  @Test
  void names_whose_strings_have_one_hash_are_told_apart() {
    List<String> names =
        IntStream.range(0, 1 << 10)
            .mapToObj(bits -> Integer.toBinaryString(1 << 10 | bits).substring(1))
            .map(bits -> bits.replace("0", "Aa").replace("1", "BB"))
            .toList();
    assertThat(names.stream().map(String::hashCode).distinct()).hasSize(1);
    FlatFooter footer = footer(names);

    for (int round = 0; round < 3; round++) {
      for (int column = 0; column < names.size(); column++) {
        assertThat(footer.findColumn(copy(names.get(column)))).isEqualTo(column);
      }
    }
  }

  @Test
  void a_path_that_is_remembered_is_found_without_allocating() {
    FlatFooter footer = footer(IntStream.range(0, 300).mapToObj(i -> "column_" + i).toList());
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    String[] names = IntStream.range(0, 300).mapToObj(i -> "column_" + i).toArray(String[]::new);
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (String name : names) {
        footer.findColumn(name);
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isLessThan(300);
  }
}
