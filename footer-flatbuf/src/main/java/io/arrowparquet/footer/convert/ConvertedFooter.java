// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A footer converted to FlatBuffers.
 *
 * <p>Immutable.
 */
public final class ConvertedFooter {
  private final ByteBuffer flatbuffer;
  private final List<String> unknownFields;
  private final int thriftLength;
  private final boolean hasExtension;
  private final int @Nullable [] columns;

  ConvertedFooter(
      ByteBuffer flatbuffer,
      List<String> unknownFields,
      int thriftLength,
      boolean hasExtension,
      int @Nullable [] columns) {
    this.flatbuffer = flatbuffer;
    this.unknownFields = List.copyOf(unknownFields);
    this.thriftLength = thriftLength;
    this.hasExtension = hasExtension;
    this.columns = columns;
  }

  /** The bytes, from position to limit; on the heap, little-endian. */
  public ByteBuffer flatbuffer() {
    return flatbuffer;
  }

  /**
   * Fields of the Thrift footer that are newer than this library and are not in the FlatBuffer,
   * like {@code RowGroup field 42 (i64)}, in file order; empty unless they were asked for.
   */
  public List<String> unknownFields() {
    return unknownFields;
  }

  /**
   * Bytes of the Thrift struct, its stop byte included; what follows (the signature of a signed
   * footer) is not part of it.
   */
  public int thriftLength() {
    return thriftLength;
  }

  /** Whether the Thrift struct has an extension. */
  public boolean hasExtension() {
    return hasExtension;
  }

  /**
   * A view of it.
   *
   * @param source name of the file, for exceptions
   */
  public FlatFooter footer(String source) {
    return FlatFooter.of(new FooterBytes(flatbuffer, source, 0), columns);
  }
}
