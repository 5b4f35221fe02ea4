// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.arrow;

/**
 * Slots and numbers of Arrow's {@code Message.fbs} and {@code Schema.fbs} that blocks use.
 *
 * <pre>
 *   message | FF FF FF FF | bytes of the metadata: u32 | metadata: Message, padded | body |
 *   body    | buffer | 00 to a multiple of 8 | buffer | ...
 *   buffer  | bytes decompressed: i64, -1 for bytes as they are | bytes |       where compressed
 * </pre>
 */
final class ArrowSlots {
  static final int CONTINUATION = -1;

  /** Of the metadata's length, of buffers and of the body. */
  static final int ALIGNMENT = 8;

  /** Before the metadata: the continuation marker and the length. */
  static final int PREFIX = 8;

  static final short VERSION_V5 = 4;

  static final int MESSAGE_VERSION = 0;
  static final int MESSAGE_HEADER_TYPE = 1;
  static final int MESSAGE_HEADER = 2;
  static final int MESSAGE_BODY_LENGTH = 3;
  static final byte HEADER_SCHEMA = 1;
  static final byte HEADER_RECORD_BATCH = 3;

  static final int SCHEMA_FIELDS = 1;

  static final int FIELD_NAME = 0;
  static final int FIELD_NULLABLE = 1;
  static final int FIELD_TYPE_TYPE = 2;
  static final int FIELD_TYPE = 3;
  static final int FIELD_CHILDREN = 5;

  /** Bit width of integers, precision of floats, byte width of fixed-size binaries. */
  static final int TYPE_WIDTH = 0;

  static final int INT_IS_SIGNED = 1;
  static final short PRECISION_SINGLE = 1;
  static final short PRECISION_DOUBLE = 2;

  static final int BATCH_LENGTH = 0;
  static final int BATCH_NODES = 1;
  static final int BATCH_BUFFERS = 2;
  static final int BATCH_COMPRESSION = 3;

  /** Of a FieldNode (length, null count) and of a Buffer (offset, length). */
  static final int PAIR_BYTES = 16;

  static final int COMPRESSION_CODEC = 0;
  static final byte CODEC_ZSTD = 1;

  /** Before the bytes of a compressed buffer. */
  static final int LENGTH_PREFIX = 8;

  static final long NOT_COMPRESSED = -1;

  private ArrowSlots() {}

  static int padded(int length) {
    return (length + ALIGNMENT - 1) & -ALIGNMENT;
  }
}
