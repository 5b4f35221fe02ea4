// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/** A group: each entry that is there has one in each child. */
final class StructNodeWriter extends NodeWriter {
  enum RequiredNull {
    ERROR,
    /** Its children are null: a missing field of a shredded object. */
    EMPTY
  }

  private final RequiredNull requiredNull;
  private final List<NodeWriter> children;
  private final int[] ordinals;
  private final Slots below = new Slots();

  /** {@code ordinals}: for each child, which one of the struct's it is. */
  StructNodeWriter(
      Node node, RequiredNull requiredNull, List<NodeWriter> children, int[] ordinals) {
    super(node);
    this.requiredNull = requiredNull;
    this.children = List.copyOf(children);
    this.ordinals = ordinals.clone();
  }

  private StructNodeWriter(StructNodeWriter same, NodeWriter part, int ordinal) {
    super(same.node);
    requiredNull = same.requiredNull;
    children = List.of(part);
    ordinals = new int[] {ordinal};
  }

  @Override
  List<NodeWriter> parts() {
    List<NodeWriter> parts = new ArrayList<>();
    for (int i = 0; i < ordinals.length; i++) {
      for (NodeWriter part : children.get(i).parts()) {
        parts.add(new StructNodeWriter(this, part, ordinals[i]));
      }
    }
    return parts;
  }

  @Override
  void start(FieldVector vector) {
    FieldVector struct = VariantPrimitive.storage(vector);
    super.start(struct);
    List<FieldVector> vectors = struct.getChildrenFromFields();
    for (int i = 0; i < ordinals.length; i++) {
      children.get(i).start(requireRows(vectors.get(ordinals[i]), struct.getValueCount()));
    }
  }

  @Override
  void write(Slots slots) {
    boolean allowNulls = node.nullable() || requiredNull == RequiredNull.EMPTY;
    Slots entries = entriesOfChildren(slots, below, allowNulls);
    for (NodeWriter child : children) {
      child.write(entries);
    }
  }

  @Override
  void end() {
    super.end();
    children.forEach(NodeWriter::end);
  }
}
