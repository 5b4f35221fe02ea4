// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

import io.arrowparquet.variant.CorruptPageException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** PLAIN byte arrays: a length of four bytes, little-endian, before each value. */
public final class PlainBinary implements BinaryValues {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[0];
  private int position;
  private int end;

  @Override
  public void wrap(byte[] section, int start, int endExclusive, int count) {
    this.bytes = section;
    this.position = start;
    this.end = endExclusive;
  }

  @Override
  public void locate(int count, int[] starts, int[] lengths) {
    int at = position;
    for (int i = 0; i < count; i++) {
      int start = at + Integer.BYTES;
      if (start > end) {
        throw new CorruptPageException(
            "PLAIN byte arrays", (end - at) + " bytes", (count - i) + " more values");
      }
      int length = (int) INT.get(bytes, at);
      if (length < 0 || length > end - start) {
        throw new CorruptPageException(
            "length of a byte array",
            Integer.toString(length),
            "0 to " + (end - start) + ", the bytes that follow");
      }
      starts[i] = start;
      lengths[i] = length;
      at = start + length;
    }
    position = at;
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }
}
