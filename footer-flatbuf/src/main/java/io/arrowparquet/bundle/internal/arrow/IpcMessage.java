// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.arrow;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An Arrow IPC message, found and bounded; {@link ArrowSlots} draws it.
 *
 * @param metadata the FlatBuffer of the message
 * @param bodyStart index of the body in the array
 * @param bodyLength bytes of the body
 */
record IpcMessage(FooterBytes metadata, int bodyStart, int bodyLength) {

  /**
   * The message at the beginning of some bytes, all of which are inside them.
   *
   * @param offset where the bytes begin in the bundle, for exceptions
   */
  static IpcMessage read(byte[] bytes, int start, int end, long offset) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (end - start < ArrowSlots.PREFIX || in.getInt(start) != ArrowSlots.CONTINUATION) {
      throw new CorruptFooterException(
          "beginning of an Arrow message",
          offset,
          end - start + " other bytes",
          "FF FF FF FF and a length");
    }
    int length = in.getInt(start + Integer.BYTES);
    int metadataStart = start + ArrowSlots.PREFIX;
    if (length < 0 || length > end - metadataStart) {
      throw new CorruptFooterException(
          "length of an Arrow message",
          offset,
          Integer.toString(length),
          "at most " + (end - metadataStart));
    }
    FooterBytes metadata =
        new FooterBytes(in.slice(metadataStart, length), null, offset + ArrowSlots.PREFIX);
    int bodyAt = metadata.field(metadata.root(), ArrowSlots.MESSAGE_BODY_LENGTH);
    long body = bodyAt == 0 ? 0 : metadata.i64(bodyAt);
    int bodyStart = metadataStart + length;
    if (body < 0 || body > end - bodyStart) {
      throw metadata.corrupt("body length", bodyAt, body, "at most " + (end - bodyStart));
    }
    return new IpcMessage(metadata, bodyStart, (int) body);
  }

  /** Index of the first byte behind the message. */
  int end() {
    return bodyStart + bodyLength;
  }

  /** The table of the header, which must be of this type. */
  int header(byte type, String what) {
    int root = metadata.root();
    int typeAt = metadata.field(root, ArrowSlots.MESSAGE_HEADER_TYPE);
    int found = typeAt == 0 ? 0 : metadata.u8(typeAt);
    int header = metadata.child(root, ArrowSlots.MESSAGE_HEADER);
    if (found != type || header == 0) {
      throw metadata.corrupt("header of an Arrow message", root, found, type + ", a " + what);
    }
    return header;
  }
}
