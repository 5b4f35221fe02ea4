// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.encoding.VariantCursor;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** Struct: objects, their fields by name; fields that the Struct does not have are skipped. */
final class StructSink extends Sink {
  private final Sink[] children;
  private final FieldLocator locator;
  private final VariantCursor child;

  /** Rows under a null, which the children get when the next object comes, or in the end. */
  private int pendingNulls;

  StructSink(Target target, List<Sink> children, FieldLocator locator, VariantCursor child) {
    super(target);
    this.children = children.toArray(new Sink[0]);
    this.locator = locator;
    this.child = child;
  }

  @Override
  boolean take(VariantCursor value) {
    int typeId = value.typeId();
    if (typeId == VariantTypeIds.OBJECT) {
      return takeObject(value);
    }
    return typeId == VariantTypeIds.NULL && takeNull();
  }

  @Override
  boolean takeObject(VariantCursor object) {
    int[] where = locator.locate(object);
    addPendingNulls();
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

  /** The sinks of the fields; whoever appends to them appends {@link #appendRows} as well. */
  List<Sink> children() {
    return List.of(children);
  }

  /** Appends rows whose children come by themselves: null where a position does not count. */
  void appendRows(LevelRows rows) {
    addPendingNulls();
    appendValidity(rows);
  }

  @Override
  void start(BufferAllocator allocator) {
    pendingNulls = 0;
    validity.start(allocator);
    for (Sink sink : children) {
      sink.start(allocator);
    }
  }

  @Override
  void addNulls(int rows) {
    validity.appendZeros(rows);
    pendingNulls += rows;
  }

  private void addPendingNulls() {
    if (pendingNulls != 0) {
      for (Sink sink : children) {
        sink.addNulls(pendingNulls);
      }
      pendingNulls = 0;
    }
  }

  @Override
  void load(FieldVector vector) {
    addPendingNulls();
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
