// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import io.arrowparquet.parquet.internal.page.PageDecompressor.Decompressor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * GZIP through the JDK's inflater: one member or several, one after another (RFC 1952). What
 * follows them and is not a member is passed over.
 *
 * <pre>
 *   member := 1f 8b 08 | flags | time, 4 | 2 bytes | [extra length, 2 | extra] | [name, 0]
 *             | [comment, 0] | [header's checksum, 2] | deflate | CRC-32, 4 | length, 4
 * </pre>
 */
final class GzipDecompressor implements Decompressor {
  private static final int MAGIC = 0x088b1f;
  private static final int LEAST_HEADER = 10;
  private static final int LEAST_MEMBER = 20;
  private static final int TRAILER = 2 * Integer.BYTES;
  private static final int HEADER_CHECKSUM = 0x02;
  private static final int EXTRA = 0x04;
  private static final int NAME = 0x08;
  private static final int COMMENT = 0x10;

  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private final byte[] beyond = new byte[1];

  @Override
  public int decompress(ByteBuffer given, ByteBuffer output) throws IOException {
    ByteBuffer input = given.order(ByteOrder.LITTLE_ENDIAN);
    int start = output.position();
    readMember(input, output);
    while (input.remaining() >= LEAST_MEMBER && isMember(input)) {
      readMember(input, output);
    }
    return output.position() - start;
  }

  private static boolean isMember(ByteBuffer input) {
    return (input.getInt(input.position()) & 0xffffff) == MAGIC;
  }

  private void readMember(ByteBuffer input, ByteBuffer output) throws IOException {
    require(input.remaining() >= LEAST_MEMBER && isMember(input), "no header of a member");
    passHeader(input);
    int start = output.position();
    inflate(input, output);
    crc.reset();
    crc.update(output.duplicate().flip().position(start));
    require(input.remaining() >= TRAILER, "no checksum behind a member");
    require(input.getInt() == (int) crc.getValue(), "another checksum than the member's");
    require(input.getInt() == output.position() - start, "another length than the member's");
  }

  private static void passHeader(ByteBuffer input) throws IOException {
    int flags = input.get(input.position() + 3);
    input.position(input.position() + LEAST_HEADER);
    if ((flags & EXTRA) != 0) {
      require(input.remaining() >= Short.BYTES, "no extra field");
      pass(input, Short.toUnsignedInt(input.getShort()));
    }
    for (int text = flags & (NAME | COMMENT); text != 0; text &= text - 1) {
      do {
        require(input.hasRemaining(), "a text without an end");
      } while (input.get() != 0);
    }
    pass(input, (flags & HEADER_CHECKSUM) != 0 ? Short.BYTES : 0);
  }

  private static void pass(ByteBuffer input, int bytes) throws IOException {
    require(bytes <= input.remaining(), "a header of more bytes than there are");
    input.position(input.position() + bytes);
  }

  private void inflate(ByteBuffer input, ByteBuffer output) throws IOException {
    inflater.reset();
    inflater.setInput(input);
    try {
      while (!inflater.finished()) {
        boolean full = !output.hasRemaining();
        int written = full ? inflater.inflate(beyond) : inflater.inflate(output);
        require(!full || written == 0, "more bytes than there is room");
        // Without progress there will be none: input is missing, or a dictionary.
        require(written > 0 || inflater.finished(), "a member without an end");
      }
    } catch (DataFormatException e) {
      throw new IOException(e);
    }
  }

  private static void require(boolean condition, String otherwise) throws IOException {
    if (!condition) {
      throw new IOException(otherwise);
    }
  }

  @Override
  public void close() {
    inflater.end();
  }
}
