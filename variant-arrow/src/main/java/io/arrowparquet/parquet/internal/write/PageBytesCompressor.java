// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.internal.page.PageCompressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Compresses pages for parquet-java, without Hadoop's codecs. What it returns is reused. */
final class PageBytesCompressor implements BytesInputCompressor {
  private final PageCompressor compressor;
  private final Scratch input = new Scratch();

  private PageBytesCompressor(PageCompressor compressor) {
    this.compressor = compressor;
  }

  static PageBytesCompressor of(ParquetCodec codec) {
    return new PageBytesCompressor(PageCompressor.of(codec, null));
  }

  @Override
  public BytesInput compress(BytesInput bytes) throws IOException {
    if (compressor.isIdentity()) {
      return bytes;
    }
    input.reset();
    bytes.writeAllTo(input);
    int length = compressor.compress(input.array(), 0, input.size());
    return BytesInput.from(compressor.output(), 0, length);
  }

  @Override
  public CompressionCodecName getCodecName() {
    return CompressionCodecName.valueOf(compressor.codec().name());
  }

  @Override
  public void release() {
    compressor.close();
  }

  private static final class Scratch extends ByteArrayOutputStream {
    byte[] array() {
      return buf;
    }
  }
}
