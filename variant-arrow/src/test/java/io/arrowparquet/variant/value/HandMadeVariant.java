// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Writes Variants of Long (int8), String, List and Map by the letter of the specification, every
 * choice it leaves open being made by the caller: widths, forms, order of names and values. Shares
 * no code with the library.
 *
 * @param names the dictionary, in the order of its ids
 * @param sorted whether the dictionary says that it is sorted
 * @param nameOffsetSize bytes of each number in the metadata
 * @param offsetSize bytes of each offset of a container
 * @param idSize bytes of each field id
 * @param large whether containers have their count in four bytes
 * @param order which of its values a container has first in memory
 */
record HandMadeVariant(
    List<String> names,
    boolean sorted,
    int nameOffsetSize,
    int offsetSize,
    int idSize,
    boolean large,
    Order order) {
  /** How values follow each other. */
  enum Order {
    /** As the fields or elements do. */
    FORWARD,
    BACKWARD,
    /** Every other one first, with a byte that belongs to nothing after each. */
    GAPS
  }

  byte[] metadata() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(1 | (sorted ? 0x10 : 0) | (nameOffsetSize - 1) << 6);
    number(out, names.size(), nameOffsetSize);
    int offset = 0;
    number(out, offset, nameOffsetSize);
    for (String name : names) {
      offset += utf8(name).length;
      number(out, offset, nameOffsetSize);
    }
    names.forEach(name -> out.writeBytes(utf8(name)));
    return out.toByteArray();
  }

  byte[] value(Object value) {
    if (value instanceof Map<?, ?> object) {
      return object(object);
    }
    if (value instanceof List<?> array) {
      return array(array);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (value instanceof Long number) {
      out.write(3 << 2);
      out.write(number.intValue());
    } else {
      byte[] text = utf8((String) value);
      if (large) {
        out.write(16 << 2);
        number(out, text.length, 4);
      } else {
        out.write(text.length << 2 | 1);
      }
      out.writeBytes(text);
    }
    return out.toByteArray();
  }

  private byte[] object(Map<?, ?> object) {
    List<String> fields = new ArrayList<>();
    object.keySet().forEach(name -> fields.add((String) name));
    fields.sort((left, right) -> Arrays.compareUnsigned(utf8(left), utf8(right)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(2 | (offsetSize - 1) << 2 | (idSize - 1) << 4 | (large ? 0x40 : 0));
    number(out, fields.size(), large ? 4 : 1);
    fields.forEach(name -> number(out, names.indexOf(name), idSize));
    children(out, fields.stream().map(name -> value(object.get(name))).toList());
    return out.toByteArray();
  }

  private byte[] array(List<?> array) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(3 | (offsetSize - 1) << 2 | (large ? 0x10 : 0));
    number(out, array.size(), large ? 4 : 1);
    children(out, array.stream().map(this::value).toList());
    return out.toByteArray();
  }

  private void children(ByteArrayOutputStream out, List<byte[]> children) {
    int[] offsets = new int[children.size() + 1];
    ByteArrayOutputStream values = new ByteArrayOutputStream();
    for (int child : memoryOrder(children.size())) {
      offsets[child] = values.size();
      values.writeBytes(children.get(child));
      if (order == Order.GAPS) {
        values.write(0xEE);
      }
    }
    offsets[children.size()] = values.size();
    for (int offset : offsets) {
      number(out, offset, offsetSize);
    }
    out.writeBytes(values.toByteArray());
  }

  private List<Integer> memoryOrder(int count) {
    List<Integer> children = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      children.add(i);
    }
    switch (order) {
      case FORWARD -> {
        // As they are.
      }
      case BACKWARD -> Collections.reverse(children);
      case GAPS ->
          children.sort(
              (left, right) -> Integer.compare(left % 2 * 1000 + left, right % 2 * 1000 + right));
    }
    return children;
  }

  private static void number(ByteArrayOutputStream out, int number, int size) {
    for (int i = 0; i < size; i++) {
      out.write(number >>> (8 * i));
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
