// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.parquet.internal.encoding.Scratch;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.variant.internal.GrowableBuffer;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * One vector and those below it: field nodes and buffers in the order of Arrow's record batches.
 */
interface VectorAssembler extends AutoCloseable {

  /** The leaf whose levels give this vector's slots and nulls: the first one below that is read. */
  LeafReader levels();

  void addLeaves(List<LeafReader> leaves);

  /** Has those leaves keep levels whose levels are needed, now that it is known which are read. */
  void requestLevels();

  default boolean isAbsent() {
    return false;
  }

  default void finishAbsent(int slots, List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
    throw new IllegalStateException("only leaves are left unread");
  }

  /** Adds the batch's vectors to the lists, whose owner owns the buffers from then on. */
  int finish(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers);

  @Override
  void close();

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
      // A required Variant whose paths are asked for is nullable here, and has no levels.
      boolean hasNulls = node.field().isNullable() && node.definitionLevel() > 0;
      this.counted = hasNulls || node.slotLevel() > 0 || node.repetitionLevel() > 0;
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
      int entries = leaf.entries();
      if (!leaf.isNested() && leaf.equalDefinition() >= node.definitionLevel()) {
        validity.append(scratch.present(), entries, entries);
        return;
      }
      int[] definition = leaf.definition();
      int[] repetition = leaf.repetition();
      int[] window = scratch.slots();
      for (int at = 0; at < entries; at += window.length) {
        int end = Math.min(entries, at + window.length);
        int slots = takeSlots(definition, repetition, at, end, window);
        int present = BatchLevels.atLeast(node.definitionLevel(), window, 0, slots);
        validity.append(window, slots, present, node.definitionLevel());
      }
    }

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

  /**
   * A List, LargeList or Map: validity and offsets from the levels of the first leaf below.
   *
   * <pre>
   *   repetition level  at most the list's   a new slot, if defined so far
   *                     the element's        one more element of the slot
   *                     greater              inside an element: nothing to this list
   *   definition level  less than the list's null;  equal: empty;  greater: an element
   * </pre>
   */
  final class ListAssembler implements VectorAssembler {
    private final ArrowSchemaNode node;
    private final VectorAssembler element;
    private final boolean large;

    /** Definition level of an entry whose key is null; -1 if none can be. */
    private final int nullKey;

    private final Validity validity;
    private final GrowableBuffer offsets;
    private final Scratch scratch;
    private int slots;
    private int elements;

    ListAssembler(
        ArrowSchemaNode node, VectorAssembler element, Scratch scratch, BufferAllocator allocator) {
      this.node = node;
      this.scratch = scratch;
      this.element = element;
      this.large = node.field().getType() instanceof ArrowType.LargeList;
      this.nullKey = nullKey(node);
      this.validity = new Validity(allocator, node.field().isNullable());
      this.offsets = new GrowableBuffer(allocator);
    }

    /** Some writers declare keys optional. */
    private static int nullKey(ArrowSchemaNode node) {
      if (node.kind() != ArrowSchemaNode.Kind.MAP) {
        return -1;
      }
      ArrowSchemaNode entry = node.children().get(0);
      boolean optional = entry.children().get(0).definitionLevel() > entry.definitionLevel();
      return optional ? entry.definitionLevel() : -1;
    }

    @Override
    public LeafReader levels() {
      return element.levels();
    }

    @Override
    public void addLeaves(List<LeafReader> leaves) {
      element.addLeaves(leaves);
    }

    @Override
    public void requestLevels() {
      levels().keepLevels();
      element.requestLevels();
    }

    @Override
    public int finish(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
      validity.clear();
      slots = 0;
      elements = 0;
      LeafReader leaf = levels();
      int entries = leaf.entries();
      if (node.repetitionLevel() == 0) {
        offsets.ensure((leaf.rows() + 1L) * offsetWidth(), 0);
      }
      for (int at = 0; at < entries; at += Scratch.WINDOW) {
        readLevels(leaf, at, Math.min(entries, at + Scratch.WINDOW));
      }
      if (nullKey >= 0) {
        requireKeys(leaf.definition(), entries);
      }
      long used = (long) slots * offsetWidth();
      putOffset(offsets.ensure(used + offsetWidth(), used), slots, elements);
      nodes.add(new ArrowFieldNode(validity.count(), validity.nulls()));
      buffers.add(validity.take());
      buffers.add(offsets.take((slots + 1L) * offsetWidth()));
      int found = element.finish(nodes, buffers);
      if (found != elements) {
        throw new CorruptPageException(
            "elements of " + node.field().getName(),
            found + " in a column below it",
            elements + ", as in its other columns");
      }
      return validity.count();
    }

    private void readLevels(LeafReader leaf, int from, int to) {
      if (leaf.maxRepetition() == 1 && !large) {
        readOnlyList(leaf, from, to);
      } else {
        readAnyLevels(leaf, from, to);
      }
    }

    /** Where no other list is above or below: each entry begins a slot, or goes on with it. */
    private void readOnlyList(LeafReader leaf, int from, int to) {
      int[] repetition = leaf.repetition();
      int[] window = scratch.slots();
      int ownDefinition = node.definitionLevel();
      long used = (long) slots * Integer.BYTES;
      // As below.
      long address = offsets.ensure(used + (to - from + 1L) * Integer.BYTES, used) + used;
      int newSlots;
      int present;
      if (leaf.equalDefinition() > ownDefinition
          || BatchLevels.atLeast(ownDefinition + 1, leaf.definition(), from, to) == to - from) {
        newSlots = putFullLists(address, repetition, from, to);
        present = newSlots;
        elements += to - from;
      } else {
        int[] definition = leaf.definition();
        newSlots = 0;
        int count = elements;
        for (int i = from; i < to; i++) {
          MemoryUtil.putInt(address + (long) Integer.BYTES * newSlots, count);
          window[newSlots] = definition[i];
          newSlots += 1 - repetition[i];
          count += (ownDefinition - definition[i]) >>> (Integer.SIZE - 1);
        }
        present = BatchLevels.atLeast(ownDefinition, window, 0, newSlots);
        elements = count;
      }
      validity.append(window, newSlots, present, ownDefinition);
      slots += newSlots;
    }

    /** Where each entry is an element; returns how many lists they begin. */
    private int putFullLists(long address, int[] repetition, int from, int to) {
      int newSlots = 0;
      int first = elements - from;
      for (int i = from; i < to; i++) {
        MemoryUtil.putInt(address + (long) Integer.BYTES * newSlots, first + i);
        newSlots += 1 - repetition[i];
      }
      return newSlots;
    }

    private void readAnyLevels(LeafReader leaf, int from, int to) {
      int[] definition = leaf.definition();
      int[] repetition = leaf.repetition();
      int[] window = scratch.slots();
      int ownRepetition = node.repetitionLevel();
      int ownDefinition = node.definitionLevel();
      int slotLevel = node.slotLevel();
      long used = (long) slots * offsetWidth();
      // One more than there can be new slots: the offset that ends the last one goes there too.
      long address = offsets.ensure(used + (to - from + 1L) * offsetWidth(), used) + used;
      int newSlots = 0;
      int present = 0;
      int count = elements;
      for (int i = from; i < to; i++) {
        // Levels are as good as random to a branch: what is not a slot is overwritten by the next
        // one.
        // The OR of two differences is negative if one of them is.
        int inSlot = (ownRepetition - repetition[i]) | (definition[i] - slotLevel);
        int inElement = (ownRepetition + 1 - repetition[i]) | (definition[i] - ownDefinition - 1);
        putOffset(address, newSlots, count);
        window[newSlots] = definition[i];
        newSlots += inSlot >= 0 ? 1 : 0;
        present += (inSlot | (definition[i] - ownDefinition)) >= 0 ? 1 : 0;
        count += inElement >= 0 ? 1 : 0;
      }
      validity.append(window, newSlots, present, ownDefinition);
      elements = count;
      slots += newSlots;
    }

    private void requireKeys(int[] definition, int entries) {
      for (int i = 0; i < entries; i++) {
        if (definition[i] == nullKey) {
          throw new CorruptPageException(
              "key of map " + node.field().getName(), "null", "a value, as every key is");
        }
      }
    }

    private void putOffset(long address, long slot, int offset) {
      if (large) {
        MemoryUtil.putLong(address + Long.BYTES * slot, offset);
      } else {
        MemoryUtil.putInt(address + Integer.BYTES * slot, offset);
      }
    }

    private int offsetWidth() {
      return large ? Long.BYTES : Integer.BYTES;
    }

    @Override
    public void close() {
      validity.close();
      offsets.close();
      element.close();
    }
  }
}
