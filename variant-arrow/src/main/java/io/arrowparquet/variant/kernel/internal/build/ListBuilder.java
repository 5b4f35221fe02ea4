// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.ListRanges;
import io.arrowparquet.variant.value.VariantCursor;
import org.apache.arrow.memory.BufferAllocator;

/** List, LargeList and their view forms: arrays. */
public final class ListBuilder extends VectorBuilder {
  /** How a row says which elements are its own. */
  public enum Form {
    /** The end of each row, in 4 bytes. */
    LIST(false, false, "LargeList"),
    /** The end of each row, in 8 bytes. */
    LARGE_LIST(true, false, ""),
    /** Start and length of each row, in 4 bytes each. */
    LIST_VIEW(false, true, "LargeListView"),
    /** Start and length of each row, in 8 bytes each. */
    LARGE_LIST_VIEW(true, true, "");

    private final boolean large;
    private final boolean view;
    private final String larger;

    Form(boolean large, boolean view, String larger) {
      this.large = large;
      this.view = view;
      this.larger = larger;
    }
  }

  private final Form form;
  private final VectorBuilder elements;
  private final VariantCursor element;

  /** Ends of the rows, or of views the starts. */
  private final GrowableBuffer places = own(new GrowableBuffer());

  /** Of views only. */
  private final GrowableBuffer sizes;

  public ListBuilder(Target target, Form form, VectorBuilder elements, VariantCursor element) {
    super(target);
    this.form = form;
    this.sizes = form.view ? own(new GrowableBuffer()) : null;
    this.elements = own(elements);
    this.element = element;
  }

  @Override
  public boolean takeArray(VariantCursor array) {
    int start = elements.count();
    int count = array.elementCount();
    if (count > Integer.MAX_VALUE - start) {
      throw tooLarge(form.larger);
    }
    putElements(array, count, element, elements);
    appendPlace(start, count);
    validity.appendOne();
    return true;
  }

  private void appendPlace(int start, int count) {
    if (form.view) {
      append(places, start);
      append(sizes, count);
    } else {
      append(places, (long) start + count);
    }
  }

  private void append(GrowableBuffer numbers, long number) {
    if (form.large) {
      numbers.appendLong(number);
    } else {
      numbers.appendInt((int) number);
    }
  }

  /** The builder of the elements. */
  public VectorBuilder elements() {
    return elements;
  }

  /** Refuses more elements than the rows' numbers can count. */
  public void requireRoom(int more) {
    if (more > Integer.MAX_VALUE - elements.count()) {
      throw tooLarge(form.larger);
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
    appendValidity(rows);
  }

  @Override
  public void start(BufferAllocator allocator) {
    super.start(allocator);
    if (!form.view) {
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
