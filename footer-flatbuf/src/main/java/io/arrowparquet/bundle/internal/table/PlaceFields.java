// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static io.arrowparquet.bundle.internal.table.ChunkTable.Struct.CHUNK;
import static io.arrowparquet.bundle.internal.table.ChunkTable.Struct.META_DATA;

import io.arrowparquet.bundle.internal.BlockShape;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;

/** The other fields of a column chunk: where its pages are and how they are written. */
public final class PlaceFields {
  static final ChunkTable TABLE = new ChunkTable();
  public static final BlockShape SHAPE = TABLE.shape;

  /** What file_offset is: one of {@link #NO_OFFSET} and so on. */
  static final int FILE_OFFSET_KIND;

  static final int FILE_OFFSET;
  static final int DATA_PAGE_OFFSET;

  /** data_page_offset less dictionary_page_offset. */
  static final int DICTIONARY_BYTES;

  static final int TOTAL_COMPRESSED_SIZE;

  /** The Thrift struct ColumnChunk, less the fields that have a column of their own. */
  static final int REST;

  static {
    TABLE.field(META_DATA, ColumnMetaDataCodec.CODEC);
    TABLE.field(META_DATA, ColumnMetaDataCodec.ENCODINGS);
    FILE_OFFSET_KIND = SHAPE.number("file_offset_kind");
    FILE_OFFSET = TABLE.derived(CHUNK, ColumnChunkCodec.FILE_OFFSET, "file_offset");
    DATA_PAGE_OFFSET = TABLE.field(META_DATA, ColumnMetaDataCodec.DATA_PAGE_OFFSET);
    DICTIONARY_BYTES =
        TABLE.derived(META_DATA, ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET, "dictionary_bytes");
    TOTAL_COMPRESSED_SIZE = TABLE.field(META_DATA, ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE);
    TABLE.field(META_DATA, ColumnMetaDataCodec.TOTAL_UNCOMPRESSED_SIZE);
    TABLE.field(CHUNK, ColumnChunkCodec.OFFSET_INDEX_OFFSET);
    TABLE.field(CHUNK, ColumnChunkCodec.OFFSET_INDEX_LENGTH);
    TABLE.field(CHUNK, ColumnChunkCodec.COLUMN_INDEX_OFFSET);
    TABLE.field(CHUNK, ColumnChunkCodec.COLUMN_INDEX_LENGTH);
    TABLE.field(META_DATA, ColumnMetaDataCodec.BLOOM_FILTER_OFFSET);
    TABLE.field(META_DATA, ColumnMetaDataCodec.BLOOM_FILTER_LENGTH);
    TABLE.field(META_DATA, ColumnMetaDataCodec.ENCODING_STATS);
    REST = SHAPE.bytes("rest");
  }

  // Of FILE_OFFSET_KIND.
  static final int NO_OFFSET = 0;
  static final int DATA_PAGE = 1;

  /** The dictionary page, or else the first data page. */
  static final int FIRST_PAGE = 2;

  static final int END_OF_CHUNK = 3;
  static final int OTHER = 4;

  private PlaceFields() {}
}
