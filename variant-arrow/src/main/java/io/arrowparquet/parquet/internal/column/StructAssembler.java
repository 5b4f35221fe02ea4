// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.parquet.internal.encoding.Scratch;
import io.arrowparquet.parquet.options.CorruptPageException;
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
    for (int at = 0; at < entries; at += window.length) {
      int end = Math.min(entries, at + window.length);
      int slots = takeSlots(definition, repetition, at, end, window);
      int present = BatchLevels.atLeast(node.definitionLevel(), window, 0, slots);
      validity.append(window, 0, slots, present, node.definitionLevel());
    }
  }

  /** Copies the definition levels of a window's slots, and counts them. */
  private int takeSlots(int[] definition, int[] repetition, int from, int to, int[] window) {
    if (!levels().isNested()) {
      // Each entry is a slot where no list is above.
      System.arraycopy(definition, from, window, 0, to - from);
      return to - from;
    }
    int ownRepetition = node.repetitionLevel();
    int slotLevel = node.slotLevel();
    int slots = 0;
    for (int i = from; i < to; i++) {
      // As in ListAssembler: what is not a slot is overwritten by the next one.
      window[slots] = definition[i];
      slots += ((ownRepetition - repetition[i]) | (definition[i] - slotLevel)) >= 0 ? 1 : 0;
    }
    return slots;
  }

  @Override
  public void close() {
    validity.close();
    children.forEach(VectorAssembler::close);
  }
}
