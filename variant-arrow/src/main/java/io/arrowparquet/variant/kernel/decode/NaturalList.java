// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.ListRanges;
import io.arrowparquet.variant.kernel.internal.build.Selection;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Arrays as a List whose elements have the type that all of them turn out to have. */
final class NaturalList extends VectorBuilder {
  static final String ELEMENT = "element";

  private final NaturalNode elements;
  private final VariantCursor cursor;
  private final GrowableBuffer ends = own(new GrowableBuffer());

  NaturalList(NaturalPlan plan, NaturalPlace place) {
    super(plan.anything(place.path()));
    this.elements = new NaturalNode(plan, place.element());
    this.cursor = plan.newCursor();
  }

  @Override
  public boolean takeArray(VariantCursor array) {
    int count = array.elementCount();
    if (count > Integer.MAX_VALUE - elements.count()) {
      throw tooLarge("fewer rows");
    }
    putElements(array, count);
    ends.appendInt(elements.count());
    validity.appendOne();
    return true;
  }

  /** The position of the elements. */
  NaturalNode elements() {
    return elements;
  }

  /**
   * Appends rows whose elements are appended separately, in order: null where a position does not
   * count.
   *
   * @param elementsOf the range of elements of a position that counts
   */
  void appendRows(Selection rows, ListRanges elementsOf) {
    int end = elements.count();
    for (int i = rows.start(); i < rows.end(); i++) {
      if (rows.has(i)) {
        elementsOf.seek(i);
        end += elementsOf.end() - elementsOf.start();
      }
      ends.appendInt(end);
    }
    appendValidity(rows);
  }

  private void putElements(VariantCursor array, int count) {
    int left = array.lengthBytes();
    int i = 0;
    try {
      for (; i < count; i++) {
        array.element(i, cursor);
        left = cursor.takeFrom(left);
        elements.put(cursor);
      }
    } catch (MalformedVariantException e) {
      throw inElement(e, i);
    }
  }

  @Override
  public Field naturalField(String name) {
    return new Field(
        name, FieldType.nullable(ArrowType.List.INSTANCE), List.of(elements.field(ELEMENT)));
  }

  @Override
  public void start(BufferAllocator allocator) {
    super.start(allocator);
    ends.appendInt(0);
  }

  @Override
  public void addNulls(int rows) {
    for (int i = 0; i < rows; i++) {
      ends.appendInt(elements.count());
    }
    validity.appendZeros(rows);
  }

  @Override
  public void load(FieldVector vector) {
    load(vector, validity.count(), validity.zeros(), validity, ends);
    elements.load(vector.getChildrenFromFields().get(0));
  }

  @Override
  public void release() {
    super.release();
    elements.release();
  }
}
