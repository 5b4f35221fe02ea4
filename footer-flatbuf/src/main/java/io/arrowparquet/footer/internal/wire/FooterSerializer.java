// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.internal.wire.FooterFrame.PlainTrailer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes what {@link LocatedFooter} parses: extensions that hold a FlatBuffers footer, and the
 * bytes that end a file.
 */
public final class FooterSerializer {
  private FooterSerializer() {}

  /**
   * A FlatBuffers footer as the value of Thrift field 32767.
   *
   * @param layout a layout that has a Thrift footer and an extension
   * @throws IllegalArgumentException if the layout has no extension, or cannot hold that many bytes
   */
  public static ByteBuffer extension(ByteBuffer flatbuffer, FooterLayout layout) {
    return switch (layout) {
      case SPEC -> PlainTrailer.extension(flatbuffer, ExtensionIds.SPEC);
      case SPEC_V1 -> PlainTrailer.extension(flatbuffer, ExtensionIds.SPEC_V1);
      case ARROW_CPP -> ArrowCppTrailer.extension(flatbuffer, true);
      case THRIFT, PAR3 ->
          throw new IllegalArgumentException("layout " + layout.label() + " has no extension");
    };
  }

  /** The end of a file whose Thrift footer is {@code thrift}: with its length and the magic. */
  public static ByteBuffer thrift(ByteBuffer thrift) {
    int length = thrift.remaining();
    return ByteBuffer.allocate(Math.addExact(length, Integer.BYTES + Magic.LENGTH))
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(thrift.duplicate())
        .putInt(length)
        .putInt(Magic.PAR1)
        .flip();
  }

  public static ByteBuffer par3(ByteBuffer flatbuffer) {
    return PlainTrailer.par3(flatbuffer);
  }
}
