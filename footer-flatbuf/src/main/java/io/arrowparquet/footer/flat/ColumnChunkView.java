// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ParquetFbs.BloomFilterInfo;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnChunk;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnMetadata;
import io.arrowparquet.footer.internal.generated.ParquetFbs.IndexLocation;
import io.arrowparquet.footer.internal.generated.ParquetFbs.IndexLocations;
import io.arrowparquet.footer.internal.generated.ParquetFbs.RowGroup;
import io.arrowparquet.footer.internal.generated.ParquetFbs.SchemaElement;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.SecondEncodingCodec;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnCryptoMetaData;
import io.arrowparquet.footer.model.GeospatialStatistics;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SizeStatistics;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A view of the chunk of one column in one row group; {@link FlatFooter#chunk(int, int,
 * ColumnChunkView)} points it elsewhere. One thread at a time.
 *
 * <p>Where {@link #hasMetadata} is false the column's metadata is encrypted: sizes and offsets are
 * 0 and there are no statistics. Offsets count from the beginning of the file, sizes are in bytes.
 *
 * <p>Other views that this one gives are never null: what is absent has a view that says so.
 */
public final class ColumnChunkView extends TableView {
  private static final int FILE_OFFSET_IS_DATA_PAGE = 1;
  private static final int FILE_OFFSET_IS_DICTIONARY_PAGE = 2;
  private static final int FILE_OFFSET_IS_END = 3;

  private final TableView chunk = new TableView();
  private final TableView schemaElement = new TableView();
  private FlatFooter footer;
  private int rowGroup;
  private int column;

  /** What numbers of columns and row groups are less by than in the footer that was asked. */
  private int shift;

  private int rowGroupShift;
  private int place;

  /** Table of the column's chunk in the first row group, the way to the next one; 0 if unknown. */
  private int firstChunk;

  private int stride;

  /** Number of the physical type of {@link #column} in {@link #footer}; -1 if it has none. */
  private int type;

  /** A view for the footer to point at a table; it answers nothing before that. */
  public ColumnChunkView() {}

  ColumnChunkView wrap(FlatFooter newFooter, int newRowGroup, int newColumn) {
    FooterBytes newBytes = newFooter.bytes;
    int newPlace = newFooter.chosen.place(newFooter, newColumn);
    Objects.checkIndex(newRowGroup, newFooter.rowGroups.count());
    // Chunks of one column are often looked at one after another.
    if (newFooter != footer || newColumn != column) {
      lookAtColumn(newFooter, newColumn);
    }
    int table =
        firstChunk != 0
            ? firstChunk + newRowGroup * stride
            : newBytes.reference(newFooter.rowGroups.chunks(newRowGroup), newPlace);
    chunk.at(newBytes, table);
    rowGroup = newRowGroup;
    place = newPlace;
    ofWhole(0, 0);
    at(newBytes, chunk.child(ColumnChunk.METADATA));
    return this;
  }

  ColumnChunkView ofWhole(int columns, int rowGroups) {
    shift = columns;
    rowGroupShift = rowGroups;
    return this;
  }

  private void lookAtColumn(FlatFooter newFooter, int newColumn) {
    int known = newFooter.types.known(newColumn);
    type = known == ColumnTypes.UNKNOWN ? readType(newFooter, newColumn) : known;
    ColumnTiles tiles = newFooter.tiles;
    if (firstChunk != 0 && newFooter == footer && tiles.areTogether(newColumn, column)) {
      firstChunk += ColumnTiles.REGULAR_BYTES * (newColumn - column);
    } else {
      firstChunk = 0;
      if (tiles != null) {
        firstChunk = tiles.firstChunk(newColumn);
        stride = firstChunk == 0 ? 0 : tiles.stride(newColumn);
        firstChunk += newFooter.rowGroups.first() * stride;
      }
    }
    column = newColumn;
    if (newFooter != footer) {
      footer = newFooter;
    }
  }

  private int readType(FlatFooter newFooter, int newColumn) {
    NameIndex names = newFooter.names;
    schemaElement.at(newFooter.bytes, names.elementTable(names.element(newColumn)));
    int read =
        schemaElement.has(SchemaElement.TYPE) ? schemaElement.byteField(SchemaElement.TYPE) : -1;
    newFooter.types.remember(newColumn, read);
    return read;
  }

  /** Number of the row group. */
  public int rowGroup() {
    return rowGroup + rowGroupShift;
  }

  /** Number of the column. */
  public int column() {
    return column + shift;
  }

  /** Whether the column's metadata is here in plain text. */
  public boolean hasMetadata() {
    return table != 0;
  }

  /** The physical type, which is the schema's; null for one newer than this library. */
  public @Nullable PhysicalType type() {
    return PhysicalType.forNumber(type);
  }

  /** The codec; null for one newer than this library. */
  public @Nullable ParquetCodec codec() {
    return ParquetCodec.forNumber(codecNumber());
  }

  /** Number of the codec. */
  public int codecNumber() {
    return byteField(ColumnMetadata.CODEC);
  }

  /** Number of values, nulls included. */
  public long numValues() {
    if (has(ColumnMetadata.NUM_VALUES)) {
      return longField(ColumnMetadata.NUM_VALUES);
    }
    return footer == null ? 0 : footer.rowGroups.numRows(rowGroup);
  }

  /** Bytes of all pages, headers included, before compression. */
  public long totalUncompressedSize() {
    return longField(ColumnMetadata.TOTAL_UNCOMPRESSED_SIZE);
  }

  /** Bytes of all pages, headers included, in the file. */
  public long totalCompressedSize() {
    return longField(ColumnMetadata.TOTAL_COMPRESSED_SIZE);
  }

  /** Where the first data page is. */
  public long dataPageOffset() {
    return longField(ColumnMetadata.DATA_PAGE_OFFSET);
  }

  /** Whether the footer has {@link #indexPageOffset}. */
  public boolean hasIndexPageOffset() {
    return has(ColumnMetadata.INDEX_PAGE_OFFSET);
  }

  /** Where the root index page is; 0 where it is absent. */
  public long indexPageOffset() {
    return longField(ColumnMetadata.INDEX_PAGE_OFFSET);
  }

  /** Whether the footer has {@link #dictionaryPageOffset}; some writers put 0 for "none". */
  public boolean hasDictionaryPageOffset() {
    return has(ColumnMetadata.DICTIONARY_PAGE_OFFSET);
  }

  /** Where the dictionary page is; 0 where it is absent. */
  public long dictionaryPageOffset() {
    return longField(ColumnMetadata.DICTIONARY_PAGE_OFFSET);
  }

  /**
   * Whether a dictionary page precedes the data pages. Where its offset does not say so, as in
   * files by parquet-mr before 1.12, the encodings do; {@link #dataPageOffset} is then that of the
   * dictionary page, and where the data pages begin is not known.
   */
  public boolean hasDictionaryPage() {
    return isDictionaryPlaced() || encodings().hasDictionary();
  }

  /** Whether it is known where the dictionary page is, and that the data pages follow it. */
  public boolean isDictionaryPlaced() {
    long dictionary = dictionaryPageOffset();
    return dictionary > 0 && dictionary < dataPageOffset();
  }

  /** Where the chunk's first page is, dictionary or data. */
  public long startOffset() {
    return isDictionaryPlaced() ? dictionaryPageOffset() : dataPageOffset();
  }

  /** Whether all data pages are dictionary-encoded, according to the encoding statistics. */
  public boolean isFullyDictionaryEncoded() {
    return byteField(ColumnMetadata.IS_FULLY_DICT_ENCODED) != 0;
  }

  /** The deprecated offset of the column's metadata; writers disagree about its value. */
  public long fileOffset() {
    if (chunk.has(ColumnChunk.FILE_OFFSET)) {
      return chunk.longField(ColumnChunk.FILE_OFFSET);
    }
    return switch (byteField(ColumnMetadata.FILE_OFFSET_RULE)) {
      case FILE_OFFSET_IS_DATA_PAGE -> dataPageOffset();
      case FILE_OFFSET_IS_DICTIONARY_PAGE -> dictionaryPageOffset();
      case FILE_OFFSET_IS_END -> startOffset() + totalCompressedSize();
      default -> 0;
    };
  }

  /** The file the chunk is in; null if it is this one. */
  public @Nullable String filePath() {
    return bytes.string(chunk.child(ColumnChunk.FILE_PATH));
  }

  /** A view of the statistics; where there are none, {@link StatisticsView#isPresent} is false. */
  public StatisticsView statistics() {
    return statistics(new StatisticsView());
  }

  /** As {@link #statistics()}, pointing {@code reuse} at them. */
  public StatisticsView statistics(StatisticsView reuse) {
    return reuse.wrap(bytes, child(ColumnMetadata.STATISTICS), type);
  }

  /** Whether there are statistics, without a view of them. */
  public boolean hasStatistics() {
    return has(ColumnMetadata.STATISTICS);
  }

  /**
   * A view of the encodings; where the footer has none, {@link EncodingsView#isPresent} is false.
   */
  public EncodingsView encodings() {
    return encodings(new EncodingsView());
  }

  /** As {@link #encodings()}, pointing {@code reuse} at them. */
  public EncodingsView encodings(EncodingsView reuse) {
    return reuse.wrap(bytes, child(ColumnMetadata.ENCODINGS));
  }

  /** Where the column index is; an absent one has neither offset nor length. */
  public PageIndexLocation columnIndex() {
    return columnIndex(new PageIndexLocation());
  }

  /** As {@link #columnIndex()}, filling {@code reuse}. */
  public PageIndexLocation columnIndex(PageIndexLocation reuse) {
    return indexLocation(RowGroup.COLUMN_INDEX, reuse);
  }

  /** Where the offset index is; an absent one has neither offset nor length. */
  public PageIndexLocation offsetIndex() {
    return offsetIndex(new PageIndexLocation());
  }

  /** As {@link #offsetIndex()}, filling {@code reuse}. */
  public PageIndexLocation offsetIndex(PageIndexLocation reuse) {
    return indexLocation(RowGroup.OFFSET_INDEX, reuse);
  }

  private PageIndexLocation indexLocation(int slot, PageIndexLocation reuse) {
    RowGroups rowGroups = footer.rowGroups;
    int locations = bytes.child(rowGroups.table(rowGroup), slot);
    return reuse.find(bytes, locations, place, rowGroups.chunksInEach());
  }

  /** Whether the footer has {@link #bloomFilterOffset}. */
  public boolean hasBloomFilterOffset() {
    return bloomFilterField(BloomFilterInfo.OFFSET) != 0;
  }

  /** Where the bloom filter is; 0 where it is absent. */
  public long bloomFilterOffset() {
    int at = bloomFilterField(BloomFilterInfo.OFFSET);
    return at == 0 ? 0 : bytes.i64(at);
  }

  /** Whether the footer has {@link #bloomFilterLength}. */
  public boolean hasBloomFilterLength() {
    return bloomFilterField(BloomFilterInfo.LENGTH) != 0;
  }

  /** Bytes of the bloom filter, its header included; 0 where it is absent. */
  public int bloomFilterLength() {
    int at = bloomFilterField(BloomFilterInfo.LENGTH);
    return at == 0 ? 0 : bytes.i32(at);
  }

  private int bloomFilterField(int slot) {
    int info = child(ColumnMetadata.BLOOM_FILTER);
    return info == 0 ? 0 : bytes.field(info, slot);
  }

  /** Whether the chunk has a list of key-values, possibly empty. */
  public boolean hasKeyValueMetadata() {
    return has(ColumnMetadata.KEY_VALUE_METADATA);
  }

  /** Number of key-values of this chunk. */
  public int keyValueCount() {
    return bytes.count(child(ColumnMetadata.KEY_VALUE_METADATA), FooterBytes.REFERENCE);
  }

  /** Key of a key-value. */
  public String key(int index) {
    return StructReader.key(this, ColumnMetadata.KEY_VALUE_METADATA, index);
  }

  /** Value of a key-value; null if it has none. */
  public @Nullable String value(int index) {
    return StructReader.value(this, ColumnMetadata.KEY_VALUE_METADATA, index);
  }

  /** Sizes before encoding and histograms of levels; null if there are none. */
  public @Nullable SizeStatistics sizeStatistics() {
    return StructReader.thrift(
        bytes, child(ColumnMetadata.SIZE_STATISTICS), ParquetStructs.SIZE_STATISTICS::read);
  }

  /** Bounding box and kinds of geometries; null if there are none. */
  public @Nullable GeospatialStatistics geospatialStatistics() {
    int geospatial = child(ColumnMetadata.GEOSPATIAL_STATISTICS);
    return geospatial == 0
        ? null
        : StructReader.read(bytes, geospatial, ParquetStructs.GEOSPATIAL_STATISTICS);
  }

  /** How the column is encrypted; null if it is not. */
  public @Nullable ColumnCryptoMetaData cryptoMetadata() {
    int thrift = thriftVector();
    if (thrift != 0) {
      return StructReader.thrift(bytes, thrift, ColumnChunkCodec.STRUCT::read).cryptoMetadata();
    }
    return StructReader.union(
        bytes,
        chunk.byteField(ColumnChunk.CRYPTO_METADATA_TYPE) & 0xFF,
        chunk.child(ColumnChunk.CRYPTO_METADATA),
        ParquetStructs.COLUMN_CRYPTO_META_DATA);
  }

  /** The column's metadata in encrypted form, a new array; null if there is none. */
  public byte @Nullable [] encryptedColumnMetadata() {
    return bytes.bytes(chunk.child(ColumnChunk.ENCRYPTED_COLUMN_METADATA));
  }

  /**
   * The whole Thrift {@code ColumnChunk}, if it says what the other accessors cannot; null
   * otherwise. Read-only.
   */
  public @Nullable ByteBuffer thrift() {
    return bytes.slice(thriftVector());
  }

  /**
   * The extension of the chunk's metadata, Thrift field 32767 of {@code ColumnMetaData}, with any
   * UUID; null if it has none.
   */
  public @Nullable BinaryValue extension() {
    return StructReader.thrift(bytes, thriftVector(), ColumnChunkView::findExtension);
  }

  private static BinaryValue findExtension(CompactReader in) {
    in.enterStruct();
    while (in.nextField()) {
      if (in.fieldId() == ColumnChunkCodec.META_DATA && in.fieldType() == CompactType.STRUCT) {
        return StructExtension.find(in.array(), in.position(), in.end());
      }
      in.skip();
    }
    return null;
  }

  /**
   * The chunk that has the same values once more in another encoding, as an {@linkplain
   * SecondEncodingCodec extension} of the metadata says; null if there is none.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the extension is damaged
   */
  public io.arrowparquet.footer.model.@Nullable ColumnChunk secondEncoding() {
    return SecondEncodingCodec.read(extension());
  }

  int chunkTable() {
    return chunk.table;
  }

  int thriftVector() {
    return chunk.child(ColumnChunk.THRIFT);
  }

  /**
   * Where one chunk's column index or offset index is. Filled anew by each call it is handed to.
   * One thread at a time.
   */
  public static final class PageIndexLocation {
    private static final int HAS_OFFSET = 1;
    private static final int HAS_LENGTH = 2;
    private int has;
    private long offset;
    private int length;

    /** A location for a view to fill; it answers nothing before that. */
    public PageIndexLocation() {}

    PageIndexLocation find(FooterBytes bytes, int table, int column, int columns) {
      has = 0;
      offset = 0;
      length = 0;
      if (table != 0) {
        int starts = bytes.child(table, IndexLocations.STARTS);
        if (starts != 0) {
          findBackToBack(bytes, table, starts, column, columns);
        } else {
          findStored(bytes, bytes.child(table, IndexLocations.LOCATIONS), column, columns);
        }
      }
      return this;
    }

    private void findBackToBack(FooterBytes bytes, int table, int starts, int column, int columns) {
      if (bytes.count(starts, Integer.BYTES) != columns + 1L) {
        throw bytes.corrupt("index starts", starts, columns, "one more than there are columns");
      }
      int at = starts + FooterBytes.REFERENCE + column * Integer.BYTES;
      long start = bytes.i32(at) & 0xFFFFFFFFL;
      long distance = (bytes.i32(at + Integer.BYTES) & 0xFFFFFFFFL) - start;
      if (distance < 0 || distance > Integer.MAX_VALUE) {
        throw bytes.corrupt("index length", at, distance, "0 to " + Integer.MAX_VALUE);
      }
      if (distance > 0) {
        int base = bytes.field(table, IndexLocations.BASE);
        has = HAS_OFFSET | HAS_LENGTH;
        offset = (base == 0 ? 0 : bytes.i64(base)) + start;
        length = (int) distance;
      }
    }

    private void findStored(FooterBytes bytes, int locations, int column, int columns) {
      if (bytes.count(locations, IndexLocation.BYTES) != columns) {
        throw bytes.corrupt("index locations", locations, columns, "as many as there are columns");
      }
      int at = bytes.element(locations, IndexLocation.BYTES, column);
      has = bytes.u8(at + IndexLocation.HAS);
      offset = bytes.i64(at + IndexLocation.OFFSET);
      length = bytes.i32(at + IndexLocation.LENGTH);
    }

    /** Whether the footer has the offset. */
    public boolean hasOffset() {
      return (has & HAS_OFFSET) != 0;
    }

    /** Whether the footer has the length. */
    public boolean hasLength() {
      return (has & HAS_LENGTH) != 0;
    }

    /** Whether there is an index to read: both are there. */
    public boolean isPresent() {
      return has == (HAS_OFFSET | HAS_LENGTH);
    }

    /** Offset in the file; 0 where it is absent. */
    public long offset() {
      return offset;
    }

    /** Bytes; 0 where it is absent. */
    public int length() {
      return length;
    }
  }
}
