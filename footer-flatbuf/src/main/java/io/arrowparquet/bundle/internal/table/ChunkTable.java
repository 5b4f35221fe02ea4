// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockShape;
import io.arrowparquet.footer.internal.thrift.ChunkFields;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.StatisticsCodec;
import io.arrowparquet.footer.internal.thrift.StructShape;
import java.util.ArrayList;
import java.util.List;

/**
 * A table with a row for each column chunk. Most of its columns have the values of one field of the
 * chunk's Thrift structs each: declared here once, for all that reads and writes chunks.
 */
final class ChunkTable {
  final BlockShape shape = new BlockShape();
  final List<Column> columns = new ArrayList<>();

  /** The structs of a chunk, each but the first a field of the one before. */
  static final class Struct {
    static final Struct STATISTICS =
        new Struct(2, ChunkFields.IN_STATISTICS, StatisticsCodec.SHAPE, 0, null);
    static final Struct META_DATA =
        new Struct(
            1,
            ChunkFields.IN_META_DATA,
            ColumnMetaDataCodec.SHAPE,
            ColumnMetaDataCodec.STATISTICS,
            STATISTICS);
    static final Struct CHUNK =
        new Struct(
            0, ChunkFields.IN_CHUNK, ColumnChunkCodec.SHAPE, ColumnChunkCodec.META_DATA, META_DATA);

    final int depth;

    /** What to add to an id for the number of a field, as {@link ChunkFields} has it. */
    final int base;

    final StructShape shape;
    final long fields;

    /** Id of the field that is the next struct; 0 if there is none. */
    final int inner;

    final Struct next;

    private Struct(int depth, int base, StructShape shape, int inner, Struct next) {
      this.depth = depth;
      this.base = base;
      this.shape = shape;
      this.fields = ((2L << shape.maxFieldId()) - 2) << base;
      this.inner = inner;
      this.next = next;
    }
  }

  /** A column; a plain one has the values of the field as they are, and no others. */
  record Column(ChunkTable table, int number, Struct struct, int id, boolean isPlain) {
    int field() {
      return struct.base + id;
    }

    int type() {
      return struct.shape.type(id);
    }

    boolean isNumber() {
      return type() != CompactType.BINARY
          && type() != CompactType.LIST
          && type() != CompactType.STRUCT;
    }
  }

  int field(Struct struct, int id) {
    return add(struct, id, struct.shape.fieldName(id), true);
  }

  /** Declares the column of a field whose values are not always there, or others. */
  int derived(Struct struct, int id, String name) {
    return add(struct, id, name, false);
  }

  private int add(Struct struct, int id, String name, boolean isPlain) {
    Column column = new Column(this, shape.size(), struct, id, isPlain);
    columns.add(column);
    return column.isNumber() ? shape.number(name) : shape.bytes(name);
  }

  public static final class PlaceFields {
    static final ChunkTable TABLE = new ChunkTable();
    public static final BlockShape SHAPE = TABLE.shape;
    static final int FILE_OFFSET_KIND;
    static final int FILE_OFFSET;
    static final int DATA_PAGE_OFFSET;

    /** data_page_offset less dictionary_page_offset. */
    static final int DICTIONARY_BYTES;

    static final int TOTAL_COMPRESSED_SIZE;

    /** The Thrift struct ColumnChunk, less the fields that have a column of their own. */
    static final int REST;

    static {
      TABLE.field(Struct.META_DATA, ColumnMetaDataCodec.CODEC);
      TABLE.field(Struct.META_DATA, ColumnMetaDataCodec.ENCODINGS);
      FILE_OFFSET_KIND = SHAPE.number("file_offset_kind");
      FILE_OFFSET = TABLE.derived(Struct.CHUNK, ColumnChunkCodec.FILE_OFFSET, "file_offset");
      DATA_PAGE_OFFSET = TABLE.field(Struct.META_DATA, ColumnMetaDataCodec.DATA_PAGE_OFFSET);
      DICTIONARY_BYTES =
          TABLE.derived(
              Struct.META_DATA, ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET, "dictionary_bytes");
      TOTAL_COMPRESSED_SIZE =
          TABLE.field(Struct.META_DATA, ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE);
      TABLE.field(Struct.META_DATA, ColumnMetaDataCodec.TOTAL_UNCOMPRESSED_SIZE);
      TABLE.field(Struct.CHUNK, ColumnChunkCodec.OFFSET_INDEX_OFFSET);
      TABLE.field(Struct.CHUNK, ColumnChunkCodec.OFFSET_INDEX_LENGTH);
      TABLE.field(Struct.CHUNK, ColumnChunkCodec.COLUMN_INDEX_OFFSET);
      TABLE.field(Struct.CHUNK, ColumnChunkCodec.COLUMN_INDEX_LENGTH);
      TABLE.field(Struct.META_DATA, ColumnMetaDataCodec.BLOOM_FILTER_OFFSET);
      TABLE.field(Struct.META_DATA, ColumnMetaDataCodec.BLOOM_FILTER_LENGTH);
      TABLE.field(Struct.META_DATA, ColumnMetaDataCodec.ENCODING_STATS);
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
}
