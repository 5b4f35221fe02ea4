// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.codec;

import io.airlift.compress.MalformedInputException;
import java.nio.ByteBuffer;

/** A codec of aircompressor, which is pure Java and reads and writes direct buffers in place. */
record AircompressorCodec(io.airlift.compress.Decompressor library) implements Decompressor {

  @Override
  public int decompress(ByteBuffer input, ByteBuffer output) throws MalformedInputException {
    int start = output.position();
    library.decompress(input, output);
    return output.position() - start;
  }
}
