// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet;

import io.arrowparquet.footer.io.internal.ChannelPieces;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;

/**
 * Changes who a footer says has made the file: parquet-java always names itself.
 *
 * <pre>
 *   ... | Thrift FileMetaData | its length, 4 bytes | PAR1
 * </pre>
 */
final class CreatedBy {
  private static final int TRAILER_BYTES = 8;

  private CreatedBy() {}

  /** Replaces the name in a file that parquet-java has just written. */
  static void replace(FileChannel file, Path path, String createdBy) throws IOException {
    ByteBuffer trailer = read(file, path, file.size() - TRAILER_BYTES, TRAILER_BYTES);
    int length = trailer.getInt(0);
    long start = file.size() - TRAILER_BYTES - length;
    byte[] footer = read(file, path, start, length).array();
    FileMetaData metadata = Util.readFileMetaData(new ByteArrayInputStream(footer));
    metadata.setCreated_by(createdBy);
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    Util.writeFileMetaData(metadata, changed);
    ByteBuffer ending =
        ByteBuffer.allocate(changed.size() + TRAILER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    ending.put(changed.toByteArray()).putInt(changed.size()).put(trailer.position(4)).flip();
    file.truncate(start).position(start);
    ChannelPieces.write(file, ending);
  }

  private static ByteBuffer read(FileChannel file, Path path, long position, int length)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (ChannelPieces.read(file, bytes, position + bytes.position()) < 0) {
        throw new EOFException(path + ": ends before offset " + (position + length));
      }
    }
    return bytes.flip();
  }
}
