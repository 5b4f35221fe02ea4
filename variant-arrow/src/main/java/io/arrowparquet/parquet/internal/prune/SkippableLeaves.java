// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.bridge.ArrowSchemaNode.Kind;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Which of the leaves to decode can be left unread in a row group, and when. Leaves are numbered as
 * they are met, depth first.
 *
 * <ul>
 *   <li>a {@code value} beside a {@code typed_value}, if it holds nulls only: levels come from the
 *       {@code typed_value}
 *   <li>the {@code metadata} of a Variant column in which no object is read, if every {@code value}
 *       is left unread: there is no field id left to look up
 * </ul>
 */
final class SkippableLeaves {
  /** A leaf that can be left unread. */
  record Value(int leaf, int column) {}

  /**
   * A Variant column.
   *
   * @param metadata leaf that can be left unread if all {@code values} are; -1 if it cannot
   */
  record Variant(int metadata, List<Value> values) {}

  private final List<Variant> variants = new ArrayList<>();
  private int leaves;
  private int metadata;
  private List<Value> values = new ArrayList<>();
  private boolean needsNames;

  /**
   * The skippable leaves of nodes.
   *
   * @param nameless whether the Variant column of this node is only read as something without names
   */
  SkippableLeaves(List<ArrowSchemaNode> nodes, IntPredicate nameless) {
    for (int i = 0; i < nodes.size(); i++) {
      visit(nodes.get(i), nameless.test(i));
    }
  }

  private void visit(ArrowSchemaNode node, boolean nameless) {
    if (node.kind() == Kind.LEAF) {
      leaves++;
    } else if (node.field().getType() instanceof ParquetVariantType) {
      metadata = -1;
      values = new ArrayList<>();
      needsNames = !nameless;
      visitLevel(node);
      variants.add(new Variant(needsNames ? -1 : metadata, values));
    } else {
      node.children().forEach(child -> visit(child, nameless));
    }
  }

  /** A struct of {@code value} and {@code typed_value}, and {@code metadata} at the top. */
  private void visitLevel(ArrowSchemaNode level) {
    boolean hasTyped =
        level.children().stream()
            .anyMatch(child -> child.field().getName().equals(ShreddedLayout.TYPED_VALUE));
    for (ArrowSchemaNode child : level.children()) {
      switch (child.field().getName()) {
        case ShreddedLayout.METADATA -> metadata = leaves++;
        case ShreddedLayout.VALUE -> {
          needsNames |= !hasTyped;
          if (hasTyped) {
            values.add(new Value(leaves, child.column()));
          }
          leaves++;
        }
        default -> visitTyped(child);
      }
    }
  }

  private void visitTyped(ArrowSchemaNode typed) {
    switch (typed.kind()) {
      case LEAF -> leaves++;
      case STRUCT -> typed.children().forEach(this::visitLevel);
      case LIST, MAP -> visitLevel(typed.children().get(0));
    }
  }

  /** The Variant columns. */
  List<Variant> variants() {
    return variants;
  }

  /** How many leaves there are. */
  int leaves() {
    return leaves;
  }
}
