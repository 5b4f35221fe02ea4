// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.bridge.ArrowSchemaNode.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * How files of one schema are read into the reader's: made once for the pair, for any file of it.
 *
 * @param named the reader's fields that a filter or path may name
 * @param whole the plan of these, from the file's whole schema
 * @param columns dotted paths of the file's columns to read
 * @param plan from them to the reader's fields
 * @param proven the file's fields that {@code plan} has proofs of, as nodes
 */
public record FileEvolution(
    List<Field> named,
    EvolutionPlan whole,
    List<String> columns,
    EvolutionPlan plan,
    IdentityHashMap<SchemaField, ArrowSchemaNode> proven) {

  /** Finds the columns that a plan needs of a file. */
  static final class NeededColumns {
    private final Set<Integer> columns = new HashSet<>();

    /** The numbers of the columns. */
    Set<Integer> columns() {
      return columns;
    }

    /** Adds those of planned fields, whose siblings in the file are given. */
    void add(List<PlannedField> planned, List<ArrowSchemaNode> siblings) {
      for (PlannedField field : planned) {
        if (field.isPresent()) {
          add(field, siblings.get(field.from()));
        }
      }
    }

    private void add(PlannedField field, ArrowSchemaNode node) {
      boolean inPart = field.conversion() == Conversion.CHILDREN;
      if (!inPart || node.kind() == Kind.MAP || node.kind() == Kind.LEAF) {
        columns.addAll(leaves(node));
        return;
      }
      int before = columns.size();
      add(field.children(), node.children());
      if (columns.size() == before) {
        // Which rows have the group, or how many elements the list, any column below it says.
        columns.add(leaves(node).get(0));
      }
    }

    /** Numbers of the columns of a node, in order. */
    static List<Integer> leaves(ArrowSchemaNode node) {
      List<Integer> leaves = new ArrayList<>();
      collect(node, leaves);
      return leaves;
    }

    private static void collect(ArrowSchemaNode node, List<Integer> leaves) {
      if (node.kind() == Kind.LEAF) {
        leaves.add(node.column());
      }
      node.children().forEach(child -> collect(child, leaves));
    }
  }
}
