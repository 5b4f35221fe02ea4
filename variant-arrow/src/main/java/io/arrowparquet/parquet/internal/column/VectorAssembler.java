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
      BatchLevels levels = levels().kept;
      long[] bits = scratch.present();
      for (int from = 0; from < levels.entries(); from += Scratch.WINDOW) {
        int to = Math.min(levels.entries(), from + Scratch.WINDOW);
        int slots = 0;
        for (int at = from; at < to; at += Long.SIZE) {
          int count = Math.min(Long.SIZE, to - at);
          long areSlots = levels.slots(node, at, count);
          long arePresent = levels.definedAtLeast(node.definitionLevel(), at, count);
          slots = PresentBits.append(arePresent, areSlots, bits, slots);
        }
        validity.append(bits, slots, PresentBits.count(bits, slots));
      }
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
      BatchLevels levels = levels().kept;
      if (node.repetitionLevel() == 0) {
        offsets.ensure((levels().rows() + 1L) * offsetWidth(), 0);
      }
      for (int at = 0; at < levels.entries(); at += Scratch.WINDOW) {
        readLevels(levels, at, Math.min(levels.entries(), at + Scratch.WINDOW));
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

    private void readLevels(BatchLevels levels, int from, int to) {
      long[] bits = scratch.present();
      long used = (long) slots * offsetWidth();
      long address = offsets.ensure(used + (to - from) * (long) offsetWidth(), used) + used;
      int newSlots = 0;
      for (int at = from; at < to; at += Long.SIZE) {
        int count = Math.min(Long.SIZE, to - at);
        long areSlots = levels.slots(node, at, count);
        long areElements =
            levels.repeatedAtMost(node.repetitionLevel() + 1, at, count)
                & levels.definedAtLeast(node.definitionLevel() + 1, at, count);
        putOffsets(address, newSlots, areSlots, areElements);
        elements += Long.bitCount(areElements);
        long arePresent = levels.definedAtLeast(node.definitionLevel(), at, count);
        newSlots = PresentBits.append(arePresent, areSlots, bits, newSlots);
        requireKeys(levels, at, count);
      }
      validity.append(bits, newSlots, PresentBits.count(bits, newSlots));
      slots += newSlots;
    }

    /** A slot's offset is the number of elements before the entry that begins it. */
    private void putOffsets(long address, int firstSlot, long areSlots, long areElements) {
      int slot = firstSlot;
      for (long left = areSlots; left != 0; left &= left - 1) {
        long before = (left & -left) - 1;
        putOffset(address, slot++, elements + Long.bitCount(areElements & before));
      }
    }

    private void requireKeys(BatchLevels levels, int at, int count) {
      if (nullKey >= 0
          && levels.definedAtLeast(nullKey, at, count)
              != levels.definedAtLeast(nullKey + 1, at, count)) {
        throw new CorruptPageException(
            "key of map " + node.field().getName(), "null", "a value, as every key is");
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
