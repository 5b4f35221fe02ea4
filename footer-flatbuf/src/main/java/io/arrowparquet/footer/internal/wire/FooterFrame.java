// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import java.nio.ByteBuffer;

/**
 * What frames a FlatBuffers footer at the end of a file: located by its id or magic, its lengths
 * proven by their checksum and by the bytes that must contain them. The data itself has not been
 * looked at yet.
 */
public sealed interface FooterFrame permits SpecTrailer, ArrowCppTrailer, Par3Trailer {

  /** The layout this frame belongs to. */
  FooterLayout layout();

  /** Bytes of data, which end where the trailer begins. */
  int dataLength();

  /** Bytes of the FlatBuffers footer: as many as the data has, unless that is compressed. */
  default int flatbufferLength() {
    return dataLength();
  }

  /**
   * Whether the data is the flatbuffer and {@link #flatbufferCrc} its checksum, so that blocks of
   * it may be checked alone.
   */
  default boolean isPlain() {
    return true;
  }

  /**
   * CRC-32 of the flatbuffer as the file has it, where the frame {@linkplain #isPlain is plain}.
   */
  int flatbufferCrc();

  /** Bytes from the end of the data to the end of the file. */
  int trailerLength();

  /**
   * The FlatBuffers bytes.
   *
   * @param data the {@link #dataLength} bytes of the file; returned as they are, or decompressed
   * @param dataOffset where they are in the file, for error messages
   * @param checkCrc whether to compare the checksum of the data
   * @throws CorruptFooterException if the checksum is wrong, or the data cannot be decompressed
   */
  ByteBuffer flatbuffer(ByteBuffer data, long dataOffset, boolean checkCrc);
}
