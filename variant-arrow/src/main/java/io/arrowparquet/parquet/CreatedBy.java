// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;

/**
 * Changes who a footer says has made the file: parquet-java always names itself.
 *
 * <pre>
 *   ... | Thrift FileMetaData | its length, 4 bytes | PAR1
 * </pre>
 */
public final class CreatedBy {
  private static final int TRAILER_BYTES = 8;
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  private CreatedBy() {}

  /** Replaces the name in a file that parquet-java has just written. */
  @SuppressWarnings("resource") // closing a stream would close the caller's channel
  public static void replace(FileChannel file, String createdBy) throws IOException {
    ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    file.read(length, file.size() - TRAILER_BYTES);
    long start = file.size() - TRAILER_BYTES - length.getInt(0);
    file.position(start);
    FileMetaData metadata =
        Util.readFileMetaData(new BufferedInputStream(Channels.newInputStream(file)));
    metadata.setCreated_by(createdBy);

    file.truncate(start).position(start);
    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(file));
    Util.writeFileMetaData(metadata, out);
    out.flush();
    out.write(length.putInt(0, Math.toIntExact(file.position() - start)).array());
    out.write(MAGIC);
    out.flush();
  }
}
