// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

import io.arrowparquet.variant.CorruptPageException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.parquet.column.values.bitpacking.BytePacker;
import org.apache.parquet.column.values.bitpacking.Packer;

/**
 * The deprecated {@code BIT_PACKED} encoding of levels: values of a fixed width one after another,
 * most significant bit first, without runs or a length.
 */
public final class BitPackedDecoder implements IntDecoder {
  private static final int GROUP = 8;

  private final byte[] bytes;
  private final int end;
  private final BytePacker packer;
  private final int[] group = new int[GROUP];
  private int position;
  private int groupPosition = GROUP;

  /** Over {@code [start, endExclusive)} of the array; {@code bitWidth} from 1 to 32. */
  public BitPackedDecoder(byte[] bytes, int start, int endExclusive, int bitWidth) {
    this.bytes = bytes;
    this.position = start;
    this.end = endExclusive;
    this.packer = Packer.BIG_ENDIAN.newBytePacker(bitWidth);
  }

  /** Bytes that {@code count} values of this width take. */
  public static long byteLength(int count, int bitWidth) {
    return ((long) count * bitWidth + 7) / 8;
  }

  @Override
  public void read(int[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      if (groupPosition == GROUP) {
        unpackGroup();
      }
      out[at + i] = group[groupPosition++];
    }
  }

  private void unpackGroup() {
    if (position >= end) {
      throw new CorruptPageException("bit-packed levels", "the end of the section", "more levels");
    }
    int width = packer.getBitWidth();
    byte[] padded =
        Arrays.copyOf(Arrays.copyOfRange(bytes, position, Math.min(end, position + width)), width);
    packer.unpack8Values(ByteBuffer.wrap(padded), 0, group, 0);
    position = Math.min(end, position + width);
    groupPosition = 0;
  }
}
