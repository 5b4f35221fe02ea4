// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert.tothrift;

import io.arrowparquet.footer.flatbuf.generated.KeyValue;
import io.arrowparquet.footer.thrift.CompactWriter;
import java.nio.ByteBuffer;

/** Writes a key-value as Thrift. */
public final class KeyValueWriter {
  private static final int KEY = 1;
  private static final int VALUE = 2;

  private KeyValueWriter() {}

  public static void write(CompactWriter out, KeyValue keyValue) {
    out.structBegin();
    ByteBuffer key = keyValue.keyAsByteBuffer();
    Binaries.writeField(out, KEY, key == null ? ByteBuffer.allocate(0) : key);
    ByteBuffer value = keyValue.valAsByteBuffer();
    if (value != null) {
      Binaries.writeField(out, VALUE, value);
    }
    out.structEnd();
  }
}
