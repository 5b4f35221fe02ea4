// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SchemaTreeTest {
  private static void group(SchemaTree tree, String name, int children) {
    tree.add(children, false, hash(tree, name), name.length());
  }

  private static void leaf(SchemaTree tree, String name) {
    tree.add(0, true, hash(tree, name), name.length());
  }

  private static int hash(SchemaTree tree, String name) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    return PathHash.extend(tree.parentHash(), utf8, 0, utf8.length);
  }

  @Test
  void nested_groups_give_parents_leaves_and_path_hashes() {
    SchemaTree tree = new SchemaTree(6, 100);
    group(tree, "root", 3);
    leaf(tree, "a");
    group(tree, "b", 1);
    group(tree, "c", 1);
    leaf(tree, "d");
    leaf(tree, "e");
    tree.finish();

    assertThat(tree.parents()).containsExactly(0, 0, 0, 2, 3, 0);
    assertThat(tree.leaves()).containsExactly(1, 4, 5);
    assertThat(tree.isFlat()).isFalse();
    assertThat(tree.leafHashes())
        .containsExactly(PathHash.of("a"), PathHash.of("b.c.d"), PathHash.of("e"));
  }

  @Test
  void field_ids_ascend_as_signed_numbers() {
    SchemaTree tree = new SchemaTree(4, 100);
    group(tree, "root", 3);
    for (int id : new int[] {7, -1, Integer.MIN_VALUE}) {
      leaf(tree, "x");
      tree.fieldId(id);
    }
    tree.finish();

    assertThat(new int[] {tree.sortedFieldId(0), tree.sortedFieldId(1), tree.sortedFieldId(2)})
        .containsExactly(Integer.MIN_VALUE, -1, 7);
    assertThat(new int[] {tree.fieldIdElement(0), tree.fieldIdElement(1), tree.fieldIdElement(2)})
        .containsExactly(3, 2, 1);
  }

  @Test
  void element_outside_of_the_tree_is_refused() {
    SchemaTree tree = new SchemaTree(3, 100);
    group(tree, "root", 1);
    leaf(tree, "a");

    assertThatThrownBy(() -> leaf(tree, "b"))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessage("schema elements: found 3, expected 2, as num_children tell");
  }

  @Test
  void missing_children_are_refused() {
    SchemaTree tree = new SchemaTree(9, 100);
    group(tree, "root", 2);
    leaf(tree, "a");

    assertThatThrownBy(tree::finish)
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("found 2, expected at least 3");
  }

  @Test
  void more_children_than_there_are_elements_are_refused_at_once() {
    SchemaTree tree = new SchemaTree(2, 100);

    assertThatThrownBy(() -> group(tree, "root", Integer.MAX_VALUE))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("num_children of schema element 0")
        .hasMessageContaining("expected 0 to 1");
    assertThatThrownBy(() -> group(new SchemaTree(2, 100), "root", -1))
        .isInstanceOf(CorruptFooterException.class);
  }

  @Test
  void a_schema_is_as_deep_as_the_limit_and_no_deeper() {
    SchemaTree tree = new SchemaTree(SchemaTree.MAX_DEPTH + 4, 1000);
    group(tree, "root", 2);
    for (int depth = 1; depth < SchemaTree.MAX_DEPTH; depth++) {
      group(tree, "g", 1);
    }
    leaf(tree, "deepest");
    // The next child of the root is not below it.
    group(tree, "second", 1);
    leaf(tree, "leaf");

    SchemaTree deeper = new SchemaTree(SchemaTree.MAX_DEPTH + 2, 1000);
    for (int depth = 0; depth <= SchemaTree.MAX_DEPTH; depth++) {
      if (depth == SchemaTree.MAX_DEPTH) {
        group(deeper, "g", 1);
        assertThatThrownBy(() -> leaf(deeper, "too deep"))
            .isInstanceOf(CorruptFooterException.class)
            .hasMessage("depth of the schema: found 257, expected at most 256");
      } else {
        group(deeper, "g", 1);
      }
    }
  }

  @Test
  void paths_are_not_very_much_longer_than_the_bytes_they_are_in() {
    SchemaTree tree = new SchemaTree(1_000, 1_000);
    String name = "n".repeat(300_000);
    group(tree, "root", 1);
    group(tree, name, 998);

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 998; i++) {
                leaf(tree, "c");
              }
            })
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("length of all paths up to schema element 224: found ");
  }
}
