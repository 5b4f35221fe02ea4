// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels;

import io.arrowparquet.variant.encoding.VariantCursor;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** Struct: objects, their fields by name; fields that the Struct does not have are skipped. */
final class StructSink extends Sink {
  private final Sink[] children;
  private final FieldLocator locator;
  private final VariantCursor child;

  StructSink(Target target, List<Sink> children, FieldLocator locator, VariantCursor child) {
    super(target);
    this.children = children.toArray(new Sink[0]);
    this.locator = locator;
    this.child = child;
  }

  @Override
  boolean takeObject(VariantCursor object) {
    int[] where = locator.locate(object);
    for (int i = 0; i < children.length; i++) {
      if (where[i] == FieldLocator.MISSING) {
        children[i].putMissing();
      } else {
        object.element(where[i], child);
        children[i].put(child);
      }
    }
    validity.appendOne();
    return true;
  }

  @Override
  void start(BufferAllocator allocator) {
    validity.start(allocator);
    for (Sink sink : children) {
      sink.start(allocator);
    }
  }

  @Override
  void addNulls(int rows) {
    validity.appendZeros(rows);
    for (Sink sink : children) {
      sink.addNulls(rows);
    }
  }

  @Override
  void load(FieldVector vector) {
    load(vector, validity.count(), validity.zeros(), validity.take());
    List<FieldVector> vectors = vector.getChildrenFromFields();
    for (int i = 0; i < children.length; i++) {
      children[i].load(vectors.get(i));
    }
  }

  @Override
  void release() {
    validity.release();
    for (Sink sink : children) {
      sink.release();
    }
  }
}
