// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flatbuf;

import io.arrowparquet.footer.thrift.CompactReader;
import java.nio.ByteBuffer;

/**
 * Reads the Thrift bytes that stand in the buffer where no field of the IDL could hold a struct.
 */
final class ThriftSlices {
  private ThriftSlices() {}

  /** A reader of a copy of the bytes: Thrift is read from arrays. */
  static CompactReader reader(ByteBuffer struct) {
    byte[] copy = new byte[struct.remaining()];
    struct.duplicate().get(copy);
    return new CompactReader(copy);
  }
}
