// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import io.arrowparquet.variant.MalformedVariantException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;

/** Which elements belong to each row of a Map or a list of any kind. */
public final class ListRanges {
  private final int rows;
  private final int elements;
  private final boolean large;
  private final int fixedSize;
  private final ArrowBuf places;

  /** Of views the lengths; null for lists, whose rows end where the next begins. */
  private final ArrowBuf sizes;

  private int start;
  private int end;

  public ListRanges(FieldVector list) {
    rows = list.getValueCount();
    elements = list.getChildrenFromFields().get(0).getValueCount();
    large = list instanceof LargeListVector || list instanceof LargeListViewVector;
    int width = large ? Long.BYTES : Integer.BYTES;
    fixedSize = list instanceof FixedSizeListVector fixed ? fixed.getListSize() : 0;
    places = list instanceof FixedSizeListVector ? null : list.getOffsetBuffer();
    sizes = sizes(list);
    if (places == null) {
      requireElements(list);
    } else if (sizes != null) {
      BufferChecks.requireLength(list, "offset", places, (long) rows * width);
      BufferChecks.requireLength(list, "size", sizes, (long) rows * width);
    } else if (large || list instanceof ListVector) {
      BufferChecks.requireLength(list, "offset", places, rows == 0 ? 0 : (rows + 1L) * width);
    } else {
      throw new IllegalArgumentException(
          "column " + list.getName() + " is not a list: " + list.getField().getType());
    }
  }

  private void requireElements(FieldVector list) {
    if (elements < (long) rows * fixedSize) {
      throw new MalformedVariantException(
          "number of elements of column " + list.getName(),
          Integer.toString(elements),
          "at least " + (long) rows * fixedSize);
    }
  }

  private static ArrowBuf sizes(FieldVector list) {
    if (list instanceof ListViewVector view) {
      return view.getSizeBuffer();
    }
    return list instanceof LargeListViewVector view ? view.getSizeBuffer() : null;
  }

  /** Moves to a row that is not null; refuses elements that the list does not have. */
  public void seek(int row) {
    if (row < 0 || row >= rows) {
      throw new IndexOutOfBoundsException("row " + row + " of a list with " + rows + " rows");
    }
    if (places == null) {
      start = row * fixedSize;
      end = start + fixedSize;
      return;
    }
    long first = number(places, row);
    long last = sizes == null ? number(places, row + 1L) : first + number(sizes, row);
    // A sum of two numbers too great for their type is negative.
    if (first < 0 || last < first || last > elements) {
      throw new MalformedVariantException(
          "elements of a list",
          "[" + first + ", " + last + ")",
          "a range of its " + elements + " elements");
    }
    start = (int) first;
    end = (int) last;
  }

  private long number(ArrowBuf buffer, long index) {
    long address = buffer.memoryAddress();
    return large
        ? MemoryUtil.getLong(address + index * Long.BYTES)
        : MemoryUtil.getInt(address + index * Integer.BYTES);
  }

  public int start() {
    return start;
  }

  public int end() {
    return end;
  }
}
