// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.model.BinaryValue;
import java.util.Arrays;

/**
 * A Thrift footer taken apart: the struct, and the extensions in it and after it.
 *
 * <pre>
 *   in the struct:   fields | 08 FF FF 01 | length | extension | 00 |
 *   after it:       fields | 00 | 08 FF FF 01 | length | extension | 00 |
 * </pre>
 *
 * <p>The struct is what parses. Arrow C++ leaves its stop byte in place and writes the extension's
 * field after it, with a stop byte of its own; Thrift libraries end before it.
 *
 * @param struct the fields and the stop byte, without any extension
 * @param inner the extension in the struct; null if there is none
 * @param outer the extension after the struct; null if there is none
 * @param end index of the first byte after the struct
 * @param rest bytes after the struct that are no extension: a signature, or damage
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes live as long as one rewrite
public record ExtendedStruct(
    byte[] struct, BinaryValue inner, BinaryValue outer, int end, int rest) {

  /**
   * Takes apart the bytes of a footer.
   *
   * @throws CorruptFooterException if they do not begin with a struct
   */
  public static ExtendedStruct parse(byte[] bytes) {
    int end = StructExtension.end(bytes, 0);
    byte[] own = Arrays.copyOf(bytes, end);
    BinaryValue inner = StructExtension.find(own);
    BinaryValue outer = end == bytes.length ? null : StructExtension.findAlone(bytes, end);
    return new ExtendedStruct(
        inner == null ? own : StructExtension.remove(own),
        inner,
        outer,
        end,
        outer == null ? bytes.length - end : 0);
  }

  /**
   * This, if nothing but an extension is after the struct.
   *
   * @throws CorruptFooterException with the offset of what is after it
   */
  public ExtendedStruct requireNoRest() {
    if (rest > 0) {
      throw new CorruptFooterException(
          "bytes after the Thrift footer's stop byte",
          end,
          rest + " bytes that are no extension",
          "the end of the footer, or an extension and its stop byte");
    }
    return this;
  }

  /** The extension that ends the footer, in the struct or after it; null if there is none. */
  public BinaryValue last() {
    return outer != null ? outer : inner;
  }
}
