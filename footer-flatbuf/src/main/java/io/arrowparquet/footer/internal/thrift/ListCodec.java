// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Whole lists, given the codec of their elements. */
final class ListCodec {
  private static final int INITIAL_CAPACITY = 1024;

  private ListCodec() {}

  /** Reads a list or set; what comes back is unchangeable. */
  static <T> List<T> read(CompactReader in, Function<CompactReader, T> element) {
    int size = in.listBegin();
    if (size == 0) {
      return List.of();
    }
    if (size == 1) {
      return List.of(element.apply(in));
    }
    // The size is bounded by the bytes present, but a reference takes more than a byte: grow.
    Object[] elements = new Object[Math.min(size, INITIAL_CAPACITY)];
    for (int i = 0; i < size; i++) {
      if (i == elements.length) {
        elements = Arrays.copyOf(elements, (int) Math.min(size, 2L * i));
      }
      elements[i] = element.apply(in);
    }
    @SuppressWarnings("unchecked") // every element came from the codec
    List<T> list = (List<T>) List.of(elements);
    return list;
  }

  /** Writes a list field, or nothing if the list is null. */
  static <T> void writeField(
      CompactWriter out,
      int id,
      int elementType,
      List<T> list,
      BiConsumer<CompactWriter, T> element) {
    if (list == null) {
      return;
    }
    out.listField(id, elementType, list.size());
    for (T value : list) {
      element.accept(out, value);
    }
  }
}
