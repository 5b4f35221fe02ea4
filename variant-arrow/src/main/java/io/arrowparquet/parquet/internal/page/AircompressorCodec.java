// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import io.airlift.compress.MalformedInputException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A codec of aircompressor, which is pure Java and reads and writes direct buffers in place. */
record AircompressorCodec(io.airlift.compress.Decompressor library) implements Decompressor {

  /** Between the reason and an offset, which is an address in memory and not to be told. */
  private static final String OFFSET = ": offset=";

  @Override
  public int decompress(ByteBuffer input, ByteBuffer output) throws IOException {
    int start = output.position();
    try {
      library.decompress(input, output);
    } catch (MalformedInputException e) {
      throw new IOException(String.valueOf(e.getMessage()).split(OFFSET, 2)[0]);
    }
    return output.position() - start;
  }
}
