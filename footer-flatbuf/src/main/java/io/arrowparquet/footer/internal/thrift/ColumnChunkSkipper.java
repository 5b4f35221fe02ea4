// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.storage.internal.ArrayNumbers;

/**
 * Steps over a {@code ColumnChunk} more than twice as fast as {@link CompactSkipper} does: the
 * innermost loop of reading a few columns out of a wide footer.
 *
 * <p>The general skipper takes one jump per field whose target depends on the bytes. Here the
 * fields are tried one after another in the order that {@code parquet.thrift} gives them, and each
 * step is taken only if a field of its type is next: branches that go the same way for nearly every
 * chunk. A step depends on nothing but the field's own header, so whatever the bytes hold, each
 * step leaves the position at a field header, and from any field header the general skipper
 * finishes the struct.
 */
public final class ColumnChunkSkipper {
  /** Struct in struct in struct, and a list of structs: what the steps below may descend. */
  private static final int LEVELS = 5;

  /** Room for a header and the longest varint, so that a step checks once. */
  public static final int MARGIN = 16;

  /** Of a word that begins with a field header: whether its number has a second byte. */
  private static final long CONTINUES = 0x80L << Byte.SIZE;

  private ColumnChunkSkipper() {}

  public static int skip(byte[] bytes, int position, int end, int depthLeft, int count) {
    int p = position;
    for (int i = 0; i < count; i++) {
      p = skip(bytes, p, end, depthLeft);
    }
    return p;
  }

  /** As {@link CompactSkipper#struct}. */
  public static int skip(byte[] bytes, int position, int end, int depthLeft) {
    if (depthLeft < LEVELS) {
      return CompactSkipper.struct(bytes, position, end, depthLeft);
    }
    int limit = end - MARGIN;
    int p = varint(bytes, position, limit, CompactType.I64); // file_offset
    if (isNext(bytes, p, limit, CompactType.STRUCT)) {
      p = metaData(bytes, p + 1, end, depthLeft - 1);
    }
    p = varint(bytes, p, limit, CompactType.I64); // offset_index_offset
    p = varint(bytes, p, limit, CompactType.I32); // offset_index_length
    p = varint(bytes, p, limit, CompactType.I64); // column_index_offset
    p = varint(bytes, p, limit, CompactType.I32); // column_index_length
    return rest(bytes, p, end, depthLeft);
  }

  private static int metaData(byte[] bytes, int position, int end, int depthLeft) {
    int limit = end - MARGIN;
    int p = varint(bytes, position, limit, CompactType.I32); // type
    p = list(bytes, p, end, depthLeft); // encodings
    p = list(bytes, p, end, depthLeft); // path_in_schema
    p = varint(bytes, p, limit, CompactType.I32); // codec
    p = varint(bytes, p, limit, CompactType.I64); // num_values
    p = varint(bytes, p, limit, CompactType.I64); // total_uncompressed_size
    p = varint(bytes, p, limit, CompactType.I64); // total_compressed_size
    p = varint(bytes, p, limit, CompactType.I64); // data_page_offset
    p = varint(bytes, p, limit, CompactType.I64); // index_page_offset or dictionary_page_offset
    if (isNext(bytes, p, limit, CompactType.STRUCT)) {
      p = statistics(bytes, p + 1, end, depthLeft - 1);
    }
    p = encodingStats(bytes, p, end, depthLeft);
    p = varint(bytes, p, limit, CompactType.I64); // bloom_filter_offset
    p = varint(bytes, p, limit, CompactType.I32); // bloom_filter_length
    if (isNext(bytes, p, limit, CompactType.STRUCT)) {
      p = sizeStatistics(bytes, p + 1, end, depthLeft - 1);
    }
    return rest(bytes, p, end, depthLeft);
  }

  private static int statistics(byte[] bytes, int position, int end, int depthLeft) {
    int limit = end - MARGIN;
    int p = binary(bytes, position, limit); // max
    p = binary(bytes, p, limit); // min
    p = varint(bytes, p, limit, CompactType.I64); // null_count
    p = varint(bytes, p, limit, CompactType.I64); // distinct_count
    p = binary(bytes, p, limit); // max_value
    p = binary(bytes, p, limit); // min_value
    p = bool(bytes, p, limit); // is_max_value_exact
    p = bool(bytes, p, limit); // is_min_value_exact
    return rest(bytes, p, end, depthLeft);
  }

  private static int sizeStatistics(byte[] bytes, int position, int end, int depthLeft) {
    int p = varint(bytes, position, end - MARGIN, CompactType.I64); // unencoded bytes
    p = list(bytes, p, end, depthLeft); // repetition_level_histogram
    p = list(bytes, p, end, depthLeft); // definition_level_histogram
    return rest(bytes, p, end, depthLeft);
  }

  /** Whether a field with a short header of this type is next, with room for a number after it. */
  private static boolean isNext(byte[] bytes, int p, int limit, int type) {
    return p < limit && (bytes[p] & 0x0f) == type && (bytes[p] & 0xf0) != 0;
  }

  /**
   * Steps over a number of this type, if it is next. By comparison: neighbouring chunks have
   * numbers of like sizes, so the processor guesses the branches and runs ahead, which it cannot
   * where the length is computed.
   */
  private static int varint(byte[] bytes, int p, int limit, int type) {
    if (p >= limit) {
      return p;
    }
    long word = (long) ArrayNumbers.LONG.get(bytes, p);
    if ((word & 0x0F) != type || (word & 0xF0) == 0) {
      return p;
    }
    if ((word & CONTINUES) == 0) {
      return p + 2;
    }
    if ((word & (CONTINUES << Byte.SIZE)) == 0) {
      return p + 3;
    }
    if ((word & (CONTINUES << (2 * Byte.SIZE))) == 0) {
      return p + 4;
    }
    if ((word & (CONTINUES << (3 * Byte.SIZE))) == 0) {
      return p + 5;
    }
    if ((word & (CONTINUES << (4 * Byte.SIZE))) == 0) {
      return p + 6;
    }
    int most = type == CompactType.I64 ? Varint.MAX_BYTES_64 : Varint.MAX_BYTES_32;
    return Varint.skip(bytes, p + 1, limit + MARGIN, most);
  }

  private static int bool(byte[] bytes, int p, int limit) {
    return isNext(bytes, p, limit, CompactType.BOOLEAN_TRUE)
            || isNext(bytes, p, limit, CompactType.BOOLEAN_FALSE)
        ? p + 1
        : p;
  }

  /** Takes bounds of up to 127 bytes; longer ones are left to the general skipper. */
  private static int binary(byte[] bytes, int p, int limit) {
    if (!isNext(bytes, p, limit, CompactType.BINARY)) {
      return p;
    }
    int length = bytes[p + 1];
    return length >= 0 && length < limit - p ? p + 2 + length : p;
  }

  /** Takes lists of up to 14 numbers or short texts; others are left to the general skipper. */
  private static int list(byte[] bytes, int position, int end, int depthLeft) {
    int limit = end - MARGIN;
    if (!isNext(bytes, position, limit, CompactType.LIST)) {
      return position;
    }
    int size = (bytes[position + 1] >> 4) & 0x0f;
    int type = bytes[position + 1] & 0x0f;
    int p = position + 2;
    if (size == 15) {
      return CompactSkipper.list(bytes, position + 1, end, depthLeft - 1);
    }
    if (type == CompactType.I32 || type == CompactType.I64) {
      int maxBytes = type == CompactType.I64 ? Varint.MAX_BYTES_64 : Varint.MAX_BYTES_32;
      for (int i = 0; i < size; i++) {
        p = p < end && bytes[p] >= 0 ? p + 1 : Varint.skip(bytes, p, end, maxBytes);
      }
      return p;
    }
    if (type == CompactType.BINARY) {
      for (int i = 0; i < size; i++) {
        p = CompactSkipper.binary(bytes, p, end);
      }
      return p;
    }
    return CompactSkipper.list(bytes, position + 1, end, depthLeft - 1);
  }

  private static int encodingStats(byte[] bytes, int position, int end, int depthLeft) {
    int limit = end - MARGIN;
    if (!isNext(bytes, position, limit, CompactType.LIST)) {
      return position;
    }
    int size = (bytes[position + 1] >> 4) & 0x0f;
    if (size == 15 || (bytes[position + 1] & 0x0f) != CompactType.STRUCT) {
      return CompactSkipper.list(bytes, position + 1, end, depthLeft - 1);
    }
    int p = position + 2;
    for (int i = 0; i < size; i++) {
      p = varint(bytes, p, limit, CompactType.I32); // page_type
      p = varint(bytes, p, limit, CompactType.I32); // encoding
      p = varint(bytes, p, limit, CompactType.I32); // count
      p = rest(bytes, p, end, depthLeft - 2);
    }
    return p;
  }

  /** Steps over the fields that are left of a struct, most often none. */
  private static int rest(byte[] bytes, int p, int end, int depthLeft) {
    return p < end && bytes[p] == CompactType.STOP
        ? p + 1
        : CompactSkipper.struct(bytes, p, end, depthLeft);
  }
}
