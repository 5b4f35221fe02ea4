// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.LogicalTypeTag;
import io.arrowparquet.footer.internal.flat.TableShape;
import io.arrowparquet.footer.internal.flat.TableWriter;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppColumnChunk;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppColumnMetadata;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppDecimalOptions;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppFileMetaData;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppLogicalType;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppRowGroup;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppSchemaElement;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppStatistics;
import io.arrowparquet.footer.internal.generated.ParquetFbs;
import io.arrowparquet.footer.internal.generated.ParquetFbs.BloomFilterInfo;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnChunk;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnMetadata;
import io.arrowparquet.footer.internal.generated.ParquetFbs.Empty;
import io.arrowparquet.footer.internal.generated.ParquetFbs.FileMetaData;
import io.arrowparquet.footer.internal.generated.ParquetFbs.GeographyType;
import io.arrowparquet.footer.internal.generated.ParquetFbs.GeometryType;
import io.arrowparquet.footer.internal.generated.ParquetFbs.IntOptions;
import io.arrowparquet.footer.internal.generated.ParquetFbs.KeyValue;
import io.arrowparquet.footer.internal.generated.ParquetFbs.RowGroup;
import io.arrowparquet.footer.internal.generated.ParquetFbs.SortingColumn;
import io.arrowparquet.footer.internal.generated.ParquetFbs.TimeOptions;
import io.arrowparquet.footer.internal.generated.ParquetFbs.VariantType;
import io.arrowparquet.footer.internal.wire.ArrowCppComparison.LogicalTypes;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Translates a footer to a buffer of arrow-cpp.fbs, as Arrow C++ writes it and reads it. What that
 * schema cannot say is left out; what would be wrong without it is refused. For one footer.
 */
public final class ArrowCppWriter {
  private final FlatFooter footer;
  private final FooterBytes in;
  private final FlatBufferBuilder builder;
  private final TableWriter out;
  private final Map<ByteBuffer, Integer> strings = new HashMap<>();

  /** Those written, each once for each reference to it: so do verifiers count. */
  private long tables;

  private int empty;

  /** The columns, once the schema was written; of no known type where bounds have no order. */
  private final List<CppBounds.Leaf> leaves = new ArrayList<>();

  private final ColumnChunkView chunk = new ColumnChunkView();
  private final StatisticsView statistics = new StatisticsView();
  private final CppBounds.Writer bounds = new CppBounds.Writer();

  private ArrowCppWriter(FlatFooter footer) {
    this.footer = footer;
    this.in = new FooterBytes(footer.flatbuffer());
    this.builder = new FlatBufferBuilder(in.size());
    this.out = new TableWriter(builder);
  }

  /**
   * Of a footer that is sound and complete.
   *
   * @throws IllegalArgumentException if it needs more tables than readers take, or has chunks that
   *     the schema cannot describe: encrypted, in other files, or with numbers out of its range
   */
  public static ByteBuffer convert(FlatFooter footer) {
    ArrowCppWriter writer = new ArrowCppWriter(footer);
    ByteBuffer flatbuffer = writer.write();
    if (writer.tables > ArrowCppReader.MAX_TABLES) {
      throw new IllegalArgumentException(
          "a FlatBuffers footer of "
              + writer.tables
              + " tables: readers of layout arrow-cpp take at most "
              + ArrowCppReader.MAX_TABLES);
    }
    return flatbuffer;
  }

  private ByteBuffer write() {
    int root = in.root();
    int[] elements = new int[footer.elementCount()];
    SchemaElementView element = new SchemaElementView();
    for (int i = 0; i < elements.length; i++) {
      elements[i] = writeElement(i, footer.schemaElement(i, element));
    }
    int schema = builder.createVectorOfTables(elements);
    int[] groups = new int[footer.rowGroupCount()];
    int groupTables = in.child(root, FileMetaData.ROW_GROUPS);
    for (int i = 0; i < groups.length; i++) {
      groups[i] = writeRowGroup(footer.rowGroup(i), in.reference(groupTables, i));
    }
    int rowGroups = builder.createVectorOfTables(groups);
    int keyValues = writeKeyValues(in.child(root, FileMetaData.KV));
    // Arrow C++ reads it without asking whether it is there.
    int createdBy = stringOrEmpty(in.slice(in.child(root, FileMetaData.CREATED_BY)));
    builder.finish(
        begin(CppFileMetaData.SHAPE)
            .set(CppFileMetaData.NUM_ROWS, footer.numRows())
            .set(CppFileMetaData.VERSION, footer.version())
            .refer(CppFileMetaData.SCHEMA, schema)
            .refer(CppFileMetaData.ROW_GROUPS, rowGroups)
            .refer(CppFileMetaData.KV, keyValues)
            .refer(CppFileMetaData.CREATED_BY, createdBy)
            .end());
    return builder.dataBuffer();
  }

  private TableWriter begin(TableShape shape) {
    tables++;
    return out.begin(shape);
  }

  private int stringOrEmpty(ByteBuffer bytes) {
    ByteBuffer key = bytes == null ? ByteBuffer.allocate(0) : bytes.slice();
    return strings.computeIfAbsent(key, unused -> builder.createString(key.duplicate()));
  }

  private int empty() {
    empty = empty != 0 ? empty : out.begin(Empty.SHAPE).end();
    tables++;
    return empty;
  }

  private int writeKeyValues(int vector) {
    int[] copies = new int[in.count(vector, FooterBytes.REFERENCE)];
    for (int i = 0; i < copies.length; i++) {
      int table = in.reference(vector, i);
      ByteBuffer value = in.slice(in.child(table, KeyValue.VAL));
      int keyString = stringOrEmpty(in.slice(in.child(table, KeyValue.KEY)));
      int valueString = value == null ? 0 : stringOrEmpty(value);
      copies[i] =
          begin(KeyValue.SHAPE)
              .refer(KeyValue.KEY, keyString)
              .refer(KeyValue.VAL, valueString)
              .end();
    }
    return copies.length == 0 ? 0 : builder.createVectorOfTables(copies);
  }

  private int writeElement(int index, SchemaElementView element) {
    LogicalType type = LogicalTypes.of(element);
    int column = footer.elementColumn(index);
    boolean isOrdered = column >= 0 && isOrdered(column, element);
    if (column >= 0) {
      leaves.add(
          new CppBounds.Leaf(
              isOrdered ? element.type() : null,
              element.typeLength(),
              type instanceof LogicalType.DecimalType));
    }
    boolean isTyped = LogicalTypes.isRepresentable(type);
    // A member without a tag is what Arrow C++ makes of an INTERVAL.
    boolean isInterval = ConvertedType.isInterval(element.logicalType(), element.convertedType());
    int member = isTyped ? writeMember(type) : isInterval ? empty() : 0;
    int tag = isTyped ? LogicalTypeTag.of(type.kind()) : CppLogicalType.NONE;
    int order = isOrdered ? empty() : 0;
    int name = stringOrEmpty(ByteBuffer.wrap(element.nameBytes()));
    return begin(CppSchemaElement.SHAPE)
        .refer(CppSchemaElement.NAME, name)
        .refer(CppSchemaElement.LOGICAL_TYPE, member)
        .setIf(member != 0, CppSchemaElement.LOGICAL_TYPE_TYPE, tag)
        .refer(CppSchemaElement.COLUMN_ORDER, order)
        .setIf(
            isOrdered, CppSchemaElement.COLUMN_ORDER_TYPE, ParquetFbs.ColumnOrder.TypeDefinedOrder)
        .setIf(element.hasTypeLength(), CppSchemaElement.TYPE_LENGTH, element.typeLength())
        .setUnless(0, CppSchemaElement.NUM_CHILDREN, element.childCount())
        .setIf(element.hasFieldId(), CppSchemaElement.FIELD_ID, element.fieldId())
        .setIf(element.hasType(), CppSchemaElement.TYPE, element.typeNumber())
        .setUnless(0, CppSchemaElement.REPETITION_TYPE, element.repetitionNumber())
        .end();
  }

  /** Readers of arrow-cpp.fbs take every bound for one in the order of its type. */
  private boolean isOrdered(int column, SchemaElementView element) {
    return footer.columnOrder(column) == ColumnOrder.Known.TYPE_ORDER
        && (element.logicalType() == null || LogicalTypes.isRepresentable(element.logicalType()));
  }

  private int writeMember(LogicalType type) {
    if (type instanceof LogicalType.DecimalType decimal) {
      return begin(CppDecimalOptions.SHAPE)
          .set(CppDecimalOptions.PRECISION, decimal.precision())
          .set(CppDecimalOptions.SCALE, decimal.scale())
          .end();
    }
    if (type instanceof LogicalType.TimeType time) {
      return writeTime(time.isAdjustedToUTC(), time.unit());
    }
    if (type instanceof LogicalType.TimestampType timestamp) {
      return writeTime(timestamp.isAdjustedToUTC(), timestamp.unit());
    }
    if (type instanceof LogicalType.IntType integer) {
      return begin(IntOptions.SHAPE)
          .set(IntOptions.BIT_WIDTH, integer.bitWidth())
          .set(IntOptions.IS_SIGNED, integer.isSigned())
          .end();
    }
    if (type instanceof LogicalType.VariantType variant) {
      Byte version = variant.specificationVersion();
      return begin(VariantType.SHAPE)
          .setIf(version != null, VariantType.SPECIFICATION_VERSION, orZero(version))
          .end();
    }
    if (type instanceof LogicalType.GeometryType geometry) {
      int crs = crs(geometry.crs());
      return begin(GeometryType.SHAPE).refer(GeometryType.CRS, crs).end();
    }
    if (type instanceof LogicalType.GeographyType geography) {
      int crs = crs(geography.crs());
      return begin(GeographyType.SHAPE)
          .refer(GeographyType.CRS, crs)
          .set(GeographyType.ALGORITHM, orZero(geography.algorithmNumber()))
          .end();
    }
    return empty();
  }

  private static int orZero(Number number) {
    return number == null ? 0 : number.intValue();
  }

  /** Numbers of units count from 0, in parquet.thrift from 1. */
  private int writeTime(boolean isAdjustedToUtc, TimeUnit unit) {
    return begin(TimeOptions.SHAPE)
        .set(TimeOptions.IS_ADJUSTED_TO_UTC, isAdjustedToUtc)
        .set(TimeOptions.UNIT, unit.number() - 1)
        .end();
  }

  /** Arrow C++ reads it without asking whether it is there; an empty one is the default. */
  private int crs(String name) {
    return stringOrEmpty(name == null ? null : StandardCharsets.UTF_8.encode(name));
  }

  private int writeRowGroup(RowGroupView group, int table) {
    int chunkTables = in.child(table, RowGroup.COLUMNS);
    int[] chunks = new int[group.columnCount()];
    for (int column = 0; column < chunks.length; column++) {
      footer.chunk(group.index(), column, chunk);
      requireDescribable(column);
      chunks[column] = writeChunk(group, column, in.reference(chunkTables, column));
    }
    int columns = builder.createVectorOfTables(chunks);
    int sorting = group.sortingColumnCount() == 0 ? 0 : writeSorting(group);
    boolean hasCompressedSize = group.hasTotalCompressedSize();
    return begin(CppRowGroup.SHAPE)
        .set(CppRowGroup.TOTAL_BYTE_SIZE, group.totalByteSize())
        .set(CppRowGroup.NUM_ROWS, group.numRows())
        .setIf(group.hasFileOffset(), CppRowGroup.FILE_OFFSET, group.fileOffset())
        .setIf(hasCompressedSize, CppRowGroup.TOTAL_COMPRESSED_SIZE, group.totalCompressedSize())
        .refer(CppRowGroup.COLUMNS, columns)
        .refer(CppRowGroup.SORTING_COLUMNS, sorting)
        .setIf(group.hasOrdinal(), CppRowGroup.ORDINAL, group.ordinal())
        .end();
  }

  /** Readers would take the offsets of these for offsets of something else. */
  private void requireDescribable(int column) {
    String file = chunk.filePath();
    String problem = null;
    if (file != null && !file.isEmpty()) {
      problem = "is in another file";
    } else if (chunk.codecNumber() < 0) {
      problem = "has a codec out of range";
    } else if (!chunk.hasMetadata() || chunk.cryptoMetadata() != null) {
      problem = "is encrypted";
    }
    if (problem != null) {
      String path = footer.columnPath(column);
      throw new IllegalArgumentException(
          "column " + path + " " + problem + ", which layout arrow-cpp cannot say");
    }
  }

  private int writeSorting(RowGroupView group) {
    int[] columns = new int[group.sortingColumnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] =
          begin(SortingColumn.SHAPE)
              .set(SortingColumn.COLUMN_IDX, group.sortingColumn(i))
              .set(SortingColumn.DESCENDING, group.sortsDescending(i))
              .set(SortingColumn.NULLS_FIRST, group.sortsNullsFirst(i))
              .end();
    }
    return builder.createVectorOfTables(columns);
  }

  private int writeChunk(RowGroupView group, int column, int table) {
    int metadataTable = in.child(table, ColumnChunk.METADATA);
    int keyValues = writeKeyValues(in.child(metadataTable, ColumnMetadata.KEY_VALUE_METADATA));
    boolean hasStatistics = chunk.statistics(statistics).isPresent();
    int statisticsTable = hasStatistics ? writeStatistics(leaves.get(column)) : 0;
    int bloomFilter = 0;
    if (chunk.hasBloomFilterOffset() || chunk.hasBloomFilterLength()) {
      bloomFilter =
          begin(BloomFilterInfo.SHAPE)
              .set(BloomFilterInfo.OFFSET, chunk.bloomFilterOffset())
              .set(BloomFilterInfo.LENGTH, chunk.bloomFilterLength())
              .end();
    }
    boolean hasIndexPage = chunk.hasIndexPageOffset();
    boolean hasDictionaryPage = chunk.hasDictionaryPageOffset();
    long dictionaryPage = chunk.dictionaryPageOffset();
    int metadata =
        begin(CppColumnMetadata.SHAPE)
            .setUnless(group.numRows(), CppColumnMetadata.NUM_VALUES, chunk.numValues())
            .set(CppColumnMetadata.TOTAL_UNCOMPRESSED_SIZE, chunk.totalUncompressedSize())
            .set(CppColumnMetadata.TOTAL_COMPRESSED_SIZE, chunk.totalCompressedSize())
            .setUnless(
                group.fileOffset(), CppColumnMetadata.DATA_PAGE_OFFSET, chunk.dataPageOffset())
            .setIf(hasIndexPage, CppColumnMetadata.INDEX_PAGE_OFFSET, chunk.indexPageOffset())
            .setIf(hasDictionaryPage, CppColumnMetadata.DICTIONARY_PAGE_OFFSET, dictionaryPage)
            .refer(CppColumnMetadata.KEY_VALUE_METADATA, keyValues)
            .refer(CppColumnMetadata.STATISTICS, statisticsTable)
            .refer(CppColumnMetadata.BLOOM_FILTER, bloomFilter)
            .setIf(chunk.isFullyDictionaryEncoded(), CppColumnMetadata.IS_FULLY_DICT_ENCODED, 1)
            .setUnless(0, CppColumnMetadata.CODEC, chunk.codecNumber())
            .end();
    return begin(CppColumnChunk.SHAPE).refer(CppColumnChunk.META_DATA, metadata).end();
  }

  private int writeStatistics(CppBounds.Leaf column) {
    byte[] min = statistics.minValue();
    boolean hasBounds =
        bounds.pack(
            min,
            Boolean.TRUE.equals(statistics.isMinValueExact()),
            statistics.maxValue(),
            Boolean.TRUE.equals(statistics.isMaxValueExact()),
            column);
    boolean hasPrefix = hasBounds && bounds.prefixLength > 0;
    int prefix = hasPrefix ? stringOrEmpty(ByteBuffer.wrap(min, 0, bounds.prefixLength)) : 0;
    begin(CppStatistics.SHAPE);
    if (hasBounds) {
      bounds.write(out);
    }
    long nulls = statistics.nullCount();
    boolean hasNulls = statistics.hasNullCount() && nulls >= 0 && nulls <= Integer.MAX_VALUE;
    return out.refer(CppStatistics.PREFIX, prefix)
        .setIf(hasNulls, CppStatistics.NULL_COUNT, nulls)
        .end();
  }
}
