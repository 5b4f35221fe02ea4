// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.column;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.variant.CorruptPageException;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** A Struct: validity from the levels of its first leaf. Owns its children. */
final class StructAssembler implements VectorAssembler {
  private final ArrowSchemaNode node;
  private final List<VectorAssembler> children;
  private final Validity validity;

  /** Whether levels are needed; otherwise there is a slot, not null, for each row. */
  private final boolean counted;

  private final Scratch scratch;

  StructAssembler(
      ArrowSchemaNode node,
      List<VectorAssembler> children,
      Scratch scratch,
      BufferAllocator allocator) {
    this.node = node;
    this.scratch = scratch;
    this.children = children;
    this.validity = new Validity(allocator, node.field().isNullable());
    this.counted = node.field().isNullable() || node.slotLevel() > 0 || node.repetitionLevel() > 0;
  }

  @Override
  public LeafReader levels() {
    for (VectorAssembler child : children) {
      if (!child.isAbsent()) {
        return child.levels();
      }
    }
    throw new IllegalStateException("no column of " + node.field().getName() + " is read");
  }

  @Override
  public void addLeaves(List<LeafReader> leaves) {
    children.forEach(child -> child.addLeaves(leaves));
  }

  @Override
  public void requestLevels() {
    if (counted) {
      levels().keepLevels();
    }
    children.forEach(VectorAssembler::requestLevels);
  }

  @Override
  public int finish(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
    int ownNode = nodes.size();
    validity.clear();
    if (counted) {
      readLevels();
    }
    nodes.add(new ArrowFieldNode(validity.count(), validity.nulls()));
    buffers.add(validity.take());
    int slots = counted ? validity.count() : levels().rows();
    for (VectorAssembler child : children) {
      if (child.isAbsent()) {
        child.finishAbsent(slots, nodes, buffers);
        continue;
      }
      int childSlots = child.finish(nodes, buffers);
      if (childSlots != slots) {
        throw new CorruptPageException(
            "slots of " + node.field().getName(),
            childSlots + " in a column below it",
            slots + ", as in its other columns");
      }
    }
    if (!counted) {
      nodes.set(ownNode, new ArrowFieldNode(slots, 0));
    }
    return slots;
  }

  private void readLevels() {
    LeafReader leaf = levels();
    int[] definition = leaf.definition();
    int[] repetition = leaf.repetition();
    int[] window = scratch.slots();
    int entries = leaf.entries();
    for (int at = 0; at < entries; ) {
      int end = Math.min(entries, at + window.length);
      int slots = 0;
      int present = 0;
      for (int i = at; i < end; i++) {
        if (definition[i] >= node.slotLevel()
            && (!leaf.isNested() || repetition[i] <= node.repetitionLevel())) {
          window[slots++] = definition[i];
          present += definition[i] >= node.definitionLevel() ? 1 : 0;
        }
      }
      validity.append(window, 0, slots, present, node.definitionLevel());
      at = end;
    }
  }

  @Override
  public void close() {
    validity.close();
    children.forEach(VectorAssembler::close);
  }
}
