// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert.tothrift;

import io.arrowparquet.footer.thrift.CompactWriter;
import java.nio.ByteBuffer;

/**
 * Writes strings of the buffer byte by byte: a string that is not UTF-8 must come back as it was,
 * which it would not as a Java string.
 */
public final class Binaries {
  private Binaries() {}

  public static void writeField(CompactWriter out, int id, ByteBuffer value) {
    byte[] bytes = bytes(value);
    out.binaryField(id, bytes, 0, bytes.length);
  }

  /** A Thrift struct or list that is in the buffer as it is. */
  static void writeRaw(CompactWriter out, ByteBuffer thrift) {
    byte[] bytes = bytes(thrift);
    out.writeRaw(bytes, 0, bytes.length);
  }

  private static byte[] bytes(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.get(bytes);
    return bytes;
  }
}
