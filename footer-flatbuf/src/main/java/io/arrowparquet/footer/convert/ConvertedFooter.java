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
 *
 * @param flatbuffer the bytes, from position to limit; on the heap, little-endian
 * @param unknownFields fields of the Thrift footer that are newer than this library and are not in
 *     the FlatBuffer, like {@code RowGroup field 42 (i64)}, in file order; empty unless they were
 *     asked for
 * @param thriftLength bytes of the Thrift struct, its stop byte included; what follows (the
 *     signature of a signed footer) is not part of it
 * @param hasExtension whether the Thrift struct has an extension
 * @param columns the columns whose chunks were converted, ascending; null for all
 */
@SuppressWarnings("ArrayRecordComponent") // handed on to the footer
public record ConvertedFooter(
    ByteBuffer flatbuffer,
    List<String> unknownFields,
    int thriftLength,
    boolean hasExtension,
    int @Nullable [] columns) {
  /** Keeps an unchangeable copy of the list. */
  public ConvertedFooter {
    unknownFields = List.copyOf(unknownFields);
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
