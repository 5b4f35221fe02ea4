// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.chunk;

import io.arrowparquet.bundle.internal.arrow.BlockShape;

/** The other fields of a column chunk: where its pages are and how they are written. */
public final class PlaceFields {
  public static final BlockShape SHAPE = new BlockShape();

  static final int CODEC = SHAPE.number("codec");

  /** The Thrift list. */
  static final int ENCODINGS = SHAPE.bytes("encodings");

  /** What file_offset is: one of {@link #NO_OFFSET} and so on. */
  static final int FILE_OFFSET_KIND = SHAPE.number("file_offset_kind");

  static final int FILE_OFFSET = SHAPE.number("file_offset");
  static final int DATA_PAGE_OFFSET = SHAPE.number("data_page_offset");

  /** data_page_offset less dictionary_page_offset. */
  static final int DICTIONARY_BYTES = SHAPE.number("dictionary_bytes");

  static final int TOTAL_COMPRESSED_SIZE = SHAPE.number("total_compressed_size");
  static final int TOTAL_UNCOMPRESSED_SIZE = SHAPE.number("total_uncompressed_size");
  static final int OFFSET_INDEX_OFFSET = SHAPE.number("offset_index_offset");
  static final int OFFSET_INDEX_LENGTH = SHAPE.number("offset_index_length");
  static final int COLUMN_INDEX_OFFSET = SHAPE.number("column_index_offset");
  static final int COLUMN_INDEX_LENGTH = SHAPE.number("column_index_length");
  static final int BLOOM_FILTER_OFFSET = SHAPE.number("bloom_filter_offset");
  static final int BLOOM_FILTER_LENGTH = SHAPE.number("bloom_filter_length");

  /** The Thrift list. */
  static final int ENCODING_STATS = SHAPE.bytes("encoding_stats");

  /** The Thrift struct ColumnChunk, less the fields that have a field of their own here. */
  static final int REST = SHAPE.bytes("rest");

  // Of FILE_OFFSET_KIND.
  static final int NO_OFFSET = 0;
  static final int DATA_PAGE = 1;

  /** The dictionary page, or else the first data page. */
  static final int FIRST_PAGE = 2;

  static final int END_OF_CHUNK = 3;
  static final int OTHER = 4;

  private PlaceFields() {}
}
