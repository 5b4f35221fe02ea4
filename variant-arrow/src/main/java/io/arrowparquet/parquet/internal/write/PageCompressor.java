// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.airlift.compress.Compressor;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.arrowparquet.footer.model.ParquetCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Compresses pages, without Hadoop's codecs and native libraries. What it returns is reused. */
final class PageCompressor implements BytesInputCompressor {
  private final CompressionCodecName name;

  /** Null for UNCOMPRESSED and GZIP. */
  private final Compressor compressor;

  private final Scratch input = new Scratch();
  private byte[] output = new byte[0];

  private PageCompressor(CompressionCodecName name, Compressor compressor) {
    this.name = name;
    this.compressor = compressor;
  }

  /**
   * For a codec.
   *
   * @throws IllegalArgumentException if it can be read only
   */
  static PageCompressor of(ParquetCodec codec) {
    return switch (codec) {
      case UNCOMPRESSED -> new PageCompressor(CompressionCodecName.UNCOMPRESSED, null);
      case GZIP -> new PageCompressor(CompressionCodecName.GZIP, null);
      case SNAPPY -> new PageCompressor(CompressionCodecName.SNAPPY, new SnappyCompressor());
      case ZSTD -> new PageCompressor(CompressionCodecName.ZSTD, new ZstdCompressor());
      case LZ4_RAW -> new PageCompressor(CompressionCodecName.LZ4_RAW, new Lz4Compressor());
      default ->
          throw new IllegalArgumentException(
              "codec "
                  + codec
                  + " is not written: choose UNCOMPRESSED, SNAPPY, GZIP, ZSTD or LZ4_RAW");
    };
  }

  @Override
  public BytesInput compress(BytesInput bytes) throws IOException {
    if (name == CompressionCodecName.UNCOMPRESSED) {
      return bytes;
    }
    if (compressor == null) {
      input.reset();
      try (GZIPOutputStream gzip = new GZIPOutputStream(input)) {
        bytes.writeAllTo(gzip);
      }
      return BytesInput.from(input.array(), 0, input.size());
    }
    input.reset();
    bytes.writeAllTo(input);
    int most = compressor.maxCompressedLength(input.size());
    if (output.length < most) {
      output = new byte[most];
    }
    int length = compressor.compress(input.array(), 0, input.size(), output, 0, output.length);
    return BytesInput.from(output, 0, length);
  }

  @Override
  public CompressionCodecName getCodecName() {
    return name;
  }

  @Override
  public void release() {
    output = new byte[0];
  }

  private static final class Scratch extends ByteArrayOutputStream {
    byte[] array() {
      return buf;
    }
  }
}
