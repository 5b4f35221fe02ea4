// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector.internal;

import io.arrowparquet.variant.MalformedVariantException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;

/** Which elements belong to each row of a List, LargeList or ListView. */
public final class ListRanges {
  private final int rows;
  private final int elements;
  private final boolean large;
  private final ArrowBuf places;

  /** Of views the lengths; null for lists, whose rows end where the next begins. */
  private final ArrowBuf sizes;

  private int start;
  private int end;

  /** The ranges of a vector of one of the three types. */
  public ListRanges(FieldVector list) {
    rows = list.getValueCount();
    elements = list.getChildrenFromFields().get(0).getValueCount();
    large = list instanceof LargeListVector;
    places = list.getOffsetBuffer();
    if (list instanceof ListViewVector view) {
      sizes = view.getSizeBuffer();
      require(list, places, (long) rows * Integer.BYTES);
      require(list, sizes, (long) rows * Integer.BYTES);
    } else if (large || list instanceof ListVector) {
      sizes = null;
      require(list, places, rows == 0 ? 0 : (rows + 1L) * (large ? Long.BYTES : Integer.BYTES));
    } else {
      throw new IllegalArgumentException(
          "column " + list.getName() + " is no list: " + list.getField().getType());
    }
  }

  private static void require(FieldVector list, ArrowBuf buffer, long bytes) {
    if (buffer.capacity() < bytes) {
      throw new MalformedVariantException(
          "length of the offsets of column " + list.getName(),
          MalformedVariantException.UNKNOWN,
          buffer.capacity() + " bytes",
          "at least " + bytes);
    }
  }

  /**
   * Moves to a row that is not null.
   *
   * @throws MalformedVariantException if its elements are not those of the list
   */
  public void seek(int row) {
    if (row < 0 || row >= rows) {
      throw new IndexOutOfBoundsException("row " + row + " of a list with " + rows + " rows");
    }
    long first;
    long last;
    if (large) {
      first = MemoryUtil.getLong(places.memoryAddress() + (long) row * Long.BYTES);
      last = MemoryUtil.getLong(places.memoryAddress() + (row + 1L) * Long.BYTES);
    } else {
      first = MemoryUtil.getInt(places.memoryAddress() + (long) row * Integer.BYTES);
      last =
          sizes == null
              ? MemoryUtil.getInt(places.memoryAddress() + (row + 1L) * Integer.BYTES)
              : first + MemoryUtil.getInt(sizes.memoryAddress() + (long) row * Integer.BYTES);
    }
    if (first < 0 || last < first || last > elements) {
      throw new MalformedVariantException(
          "elements of a list",
          MalformedVariantException.UNKNOWN,
          "[" + first + ", " + last + ")",
          "a range of its " + elements + " elements");
    }
    start = (int) first;
    end = (int) last;
  }

  /** The first element of the row last sought. */
  public int start() {
    return start;
  }

  /** The element after the last of the row last sought. */
  public int end() {
    return end;
  }
}
