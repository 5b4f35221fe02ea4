// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Leaves of a nested schema, with names that have dots. */
class SchemaLeavesTest {
  private static final List<SchemaElement> SCHEMA =
      List.of(
          element("schema", 5),
          element("a", null),
          element("g", 2),
          element("x", null),
          element("h", 1),
          element("y.z", null),
          element("empty", 0),
          element("ab", null),
          element("g.x", null));

  private final SchemaLeaves leaves = SchemaLeaves.of(SCHEMA);

  private static SchemaElement element(String name, Integer children) {
    Integer type = children == null ? PhysicalType.INT64.number() : null;
    return new SchemaElement(type, null, null, name, children, null, null, null, null, null);
  }

  private static List<String> path(byte[] thrift) {
    CompactReader in = new CompactReader(thrift);
    List<String> names = new ArrayList<>();
    for (int left = in.listBegin(); left > 0; left--) {
      names.add(in.readString());
    }
    return names;
  }

  @Test
  void paths_have_the_names_of_the_groups_around_leaves() {
    assertThat(Arrays.stream(leaves.paths(new int[] {0, 1, 2, 3, 4})).map(SchemaLeavesTest::path))
        .containsExactly(
            List.of("a"),
            List.of("g", "x"),
            List.of("g", "h", "y.z"),
            List.of("ab"),
            List.of("g.x"));
    assertThat(leaves.count()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({
    "a, 0",
    "ab, 3",
    "g, 1 2 4",
    "g.x, 1 4",
    "g.h, 2",
    "g.h.y, 2",
    "g.h.y.z, 2",
    "g.h.y.z.a, ''",
    "g., ''",
    "h, ''",
    "empty, ''",
    "abc, ''"
  })
  void paths_choose_columns_and_all_below_groups(String path, String expected) {
    String found = Arrays.toString(leaves.chosen(List.of("none", path)));

    assertThat(found).isEqualTo("[" + expected.replace(" ", ", ") + "]");
  }

  @Test
  void pruned_schema_has_chosen_leaves_and_the_groups_around_them() {
    CompactReader in = new CompactReader(leaves.prunedSchema(new int[] {2, 3}));
    List<SchemaElement> pruned = new ArrayList<>();
    for (int left = in.listBegin(); left > 0; left--) {
      pruned.add(SchemaElementCodec.read(in));
    }

    assertThat(pruned)
        .containsExactly(
            element("schema", 2),
            element("g", 1),
            element("h", 1),
            element("y.z", null),
            element("ab", null));
  }

  @Test
  void groups_nested_without_end_are_refused() {
    List<SchemaElement> deep = new ArrayList<>(Collections.nCopies(100_000, element("g", 1)));
    deep.add(element("leaf", null));

    assertThatThrownBy(() -> SchemaLeaves.of(deep))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessage("depth of the schema: found 257, expected at most 256");
  }
}
