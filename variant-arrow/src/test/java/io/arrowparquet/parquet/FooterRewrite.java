// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;

/** Files whose footer says something that no writer here would write. */
final class FooterRewrite {
  private static final int TRAILER = 8;

  private FooterRewrite() {}

  /** The file with its footer changed. */
  static byte[] rewrite(byte[] file, Consumer<FileMetaData> change) throws IOException {
    int length = ByteBuffer.wrap(file).order(LITTLE_ENDIAN).getInt(file.length - TRAILER);
    int start = file.length - TRAILER - length;
    FileMetaData metadata = Util.readFileMetaData(new ByteArrayInputStream(file, start, length));
    change.accept(metadata);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(file, 0, start);
    Util.writeFileMetaData(metadata, out);
    int newLength = out.size() - start;
    out.write(ByteBuffer.allocate(Integer.BYTES).order(LITTLE_ENDIAN).putInt(newLength).array());
    out.write("PAR1".getBytes(US_ASCII));
    return out.toByteArray();
  }
}
