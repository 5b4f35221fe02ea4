// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.CorruptFooterException;
import java.nio.ByteBuffer;

/**
 * A footer converted to FlatBuffers without its schema, which many files share: bundles in stream
 * form put both together again. The bytes are a {@code FileMetaData} table of parquet.fbs in which
 * {@code schema} and what indexes it are absent.
 *
 * <p>Immutable.
 *
 * @param flatbuffer the bytes, from position to limit; on the heap, little-endian
 * @param hasTypeDefinedOrders whether Thrift has a TYPE_ORDER for each column: the schema's part,
 *     and not this one, has the column orders then
 * @param hasUnknownFields whether the Thrift footer has fields, or structs, that the FlatBuffer
 *     cannot give back
 * @param thriftLength bytes of the Thrift struct, its stop byte included
 */
public record SchemalessFooter(
    ByteBuffer flatbuffer,
    boolean hasTypeDefinedOrders,
    boolean hasUnknownFields,
    int thriftLength) {

  /**
   * Converts the Thrift struct at the beginning of the bytes from {@code start} to {@code end}.
   * Unknown fields of the schema do not count.
   *
   * @throws CorruptFooterException if the bytes are no footer; offsets count from the array's
   *     beginning
   */
  public static SchemalessFooter convert(byte[] thrift, int start, int end) {
    return ThriftToFlatBuffers.convertWithoutSchema(thrift, start, end);
  }
}
