// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.CorruptFooterException;

/**
 * What can be wrong with compact protocol bytes, in words.
 *
 * <p>Apart from the reader, because the JIT inlines a method only while it is small: building the
 * message next to the check would keep the hot readers from being inlined into the codecs.
 */
final class CompactFault {
  private CompactFault() {}

  static CorruptFooterException truncated(String what, int offset, long needed, int available) {
    return new CorruptFooterException(
        "Thrift " + what,
        offset,
        available + " bytes to the end of the struct's bytes",
        "at least " + needed);
  }

  static CorruptFooterException overlongVarint(int offset, int maxBytes) {
    return new CorruptFooterException(
        "Thrift varint",
        offset,
        "more than the " + maxBytes + " bytes its type can have",
        "a shorter one");
  }

  static CorruptFooterException outOfRange(int offset, long value, String type) {
    return new CorruptFooterException(
        "Thrift " + type, offset, Long.toString(value), "a number that fits");
  }

  static CorruptFooterException wrongWireType(String what, int offset, int type) {
    return new CorruptFooterException(
        "Thrift " + what, offset, CompactType.nameOf(type), "a type of the compact protocol");
  }

  /** A header with a delta that has the type "stop", or leads to an id that no i16 can hold. */
  static CorruptFooterException badFieldHeader(int offset, int header, int previousId) {
    int type = header & 0x0f;
    if (type == CompactType.STOP) {
      return wrongWireType("field", offset, type);
    }
    int id = previousId + (header >> 4 & 0x0f);
    return new CorruptFooterException(
        "Thrift field id", offset, Integer.toString(id), "at most 32767");
  }

  static CorruptFooterException tooDeep(int offset) {
    return new CorruptFooterException(
        "Thrift nesting", offset, "one more level", "fewer levels: the depth allowed is used up");
  }

  static CorruptFooterException badBoolean(int offset, int value) {
    return new CorruptFooterException(
        "Thrift boolean", offset, Integer.toString(value), "1 (true), 2 or 0 (false)");
  }
}
