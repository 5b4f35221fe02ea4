// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.ListRanges;
import io.arrowparquet.variant.kernel.internal.build.Target.RowTarget;
import io.arrowparquet.variant.value.VariantCursor;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ArrowTypeID;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

public final class ListBuilder<E extends RowTarget> extends VectorBuilder {
  public static final String ELEMENT = "element";

  private final boolean large;
  private final E elements;
  private final VariantCursor element;

  /** Ends of the rows, in 4 or 8 bytes each, or of views the starts. */
  private final GrowableBuffer places = own(new GrowableBuffer());

  /** Of views the lengths; else null. */
  private final GrowableBuffer sizes;

  public ListBuilder(Target target, E elements, VariantCursor element) {
    super(target);
    ArrowTypeID type = target.field().getType().getTypeID();
    this.large = type == ArrowTypeID.LargeList || type == ArrowTypeID.LargeListView;
    boolean views = type == ArrowTypeID.ListView || type == ArrowTypeID.LargeListView;
    this.sizes = views ? own(new GrowableBuffer()) : null;
    this.elements = own(elements);
    this.element = element;
  }

  @Override
  public boolean takeArray(VariantCursor array) {
    int start = elements.count();
    int count = array.elementCount();
    requireRoom(count);
    putElements(array, count, element, elements);
    appendPlace(start, count);
    validity.appendOne();
    return true;
  }

  private void appendPlace(int start, int count) {
    if (sizes != null) {
      append(places, start);
      append(sizes, count);
    } else {
      append(places, (long) start + count);
    }
  }

  private void append(GrowableBuffer numbers, long number) {
    if (large) {
      numbers.appendLong(number);
    } else {
      numbers.appendInt((int) number);
    }
  }

  public E elements() {
    return elements;
  }

  public void requireRoom(int more) {
    if (more > Integer.MAX_VALUE - elements.count()) {
      throw tooLarge("fewer rows");
    }
  }

  /**
   * Appends rows whose elements are appended separately, in order: null where a position does not
   * count.
   *
   * @param elementsOf the range of elements of a position that counts
   */
  public void appendRows(Selection rows, ListRanges elementsOf) {
    int next = elements.count();
    for (int i = rows.start(); i < rows.end(); i++) {
      int length = 0;
      if (rows.has(i)) {
        elementsOf.seek(i);
        length = elementsOf.end() - elementsOf.start();
      }
      appendPlace(next, length);
      next += length;
    }
    rows.appendTo(validity);
  }

  @Override
  public Field naturalField(String name) {
    Field child = elements.naturalField(ELEMENT);
    return new Field(name, FieldType.nullable(ArrowType.List.INSTANCE), List.of(child));
  }

  @Override
  public void start(BufferAllocator allocator) {
    super.start(allocator);
    if (sizes == null) {
      append(places, 0);
    }
  }

  @Override
  public void addNulls(int rows) {
    int end = elements.count();
    for (int i = 0; i < rows; i++) {
      appendPlace(end, 0);
    }
    validity.appendZeros(rows);
  }
}
