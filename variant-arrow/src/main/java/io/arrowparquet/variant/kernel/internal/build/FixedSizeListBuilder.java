// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.value.VariantCursor;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** FixedSizeList: arrays of just that many elements. */
final class FixedSizeListBuilder extends VectorBuilder {
  private final int size;
  private final VectorBuilder elements;
  private final VariantCursor element;

  FixedSizeListBuilder(Target target, int size, VectorBuilder elements, VariantCursor element) {
    super(target);
    this.size = size;
    this.elements = elements;
    this.element = element;
  }

  public @Override boolean takeArray(VariantCursor array) {
    if (array.elementCount() != size) {
      return false;
    }
    requireRoom(1);
    putElements(array, size, element, elements);
    validity.appendOne();
    return true;
  }

  private void requireRoom(int rows) {
    if ((long) rows * size > Integer.MAX_VALUE - elements.count()) {
      throw tooLarge("a list of another kind");
    }
  }

  public @Override void start(BufferAllocator allocator) {
    validity.start(allocator);
    elements.start(allocator);
  }

  public @Override void addNulls(int rows) {
    requireRoom(rows);
    validity.appendZeros(rows);
    elements.addNulls(rows * size);
  }

  public @Override void load(FieldVector vector) {
    load(vector, validity.count(), validity.zeros(), validity);
    elements.load(vector.getChildrenFromFields().get(0));
  }

  public @Override void release() {
    validity.release();
    elements.release();
  }
}
