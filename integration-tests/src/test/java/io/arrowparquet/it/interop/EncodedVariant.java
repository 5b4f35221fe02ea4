// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * One Variant in its binary encoding; equal when both parts are byte-equal. Nobody may write them.
 */
public final class EncodedVariant {
  private final byte[] metadata;
  private final byte[] value;

  /** Keeps both arrays without copying them. */
  public EncodedVariant(byte[] metadata, byte[] value) {
    this.metadata = metadata;
    this.value = value;
  }

  /** Copies what remains in both buffers. */
  public static EncodedVariant copyOf(ByteBuffer metadata, ByteBuffer value) {
    return new EncodedVariant(bytes(metadata), bytes(value));
  }

  /** The dictionary; not a copy. */
  public byte[] metadata() {
    return metadata;
  }

  /** The value; not a copy. */
  public byte[] value() {
    return value;
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EncodedVariant that
        && Arrays.equals(metadata, that.metadata)
        && Arrays.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(metadata) + Arrays.hashCode(value);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(metadata) + " " + HexFormat.of().formatHex(value);
  }
}
