// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.internal.thrift.OffsetIndex.PageLocation;
import io.arrowparquet.footer.internal.thrift.PageHeader.DataPageHeader;
import io.arrowparquet.footer.internal.thrift.PageHeader.DataPageHeaderV2;
import io.arrowparquet.footer.internal.thrift.PageHeader.DictionaryPageHeader;
import io.arrowparquet.footer.internal.thrift.PageHeader.IndexPageHeader;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnCryptoMetaData;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ColumnMetaData.PageEncodingStats;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.EncryptionAlgorithm;
import io.arrowparquet.footer.model.FileCryptoMetaData;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.GeospatialStatistics;
import io.arrowparquet.footer.model.GeospatialStatistics.BoundingBox;
import io.arrowparquet.footer.model.KeyValue;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.RowGroup.SortingColumn;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.footer.model.SizeStatistics;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Every codec of the package that has a struct of parquet-java as its peer. */
final class StructCodecs {
  private StructCodecs() {}

  /** A struct's name in parquet.thrift, its fields here, its record and its codec. */
  record Entry(
      StructShape shape,
      Class<?> type,
      Function<CompactReader, Object> reader,
      BiConsumer<CompactWriter, Object> writer) {

    Object read(byte[] bytes) {
      return reader.apply(new CompactReader(bytes));
    }

    byte[] write(Object value) {
      CompactWriter out = new CompactWriter();
      writer.accept(out, value);
      return out.toByteArray();
    }

    String name() {
      return shape.name();
    }

    @Override
    public String toString() {
      return name();
    }
  }

  private static <T> Entry entry(
      StructShape shape,
      Class<T> type,
      Function<CompactReader, T> reader,
      BiConsumer<CompactWriter, T> writer) {
    return new Entry(
        shape, type, reader::apply, (out, value) -> writer.accept(out, type.cast(value)));
  }

  private static <T> Entry entry(Class<T> type, StructCodec<T> codec) {
    return entry(codec.shape(), type, codec::read, codec::write);
  }

  private static <T> Entry entry(Class<T> type, UnionCodec<T> codec) {
    return entry(codec.shape(), type, codec::read, codec::write);
  }

  static List<Entry> all() {
    return List.of(
        entry(BloomFilterHeader.class, ParquetStructs.BLOOM_FILTER_HEADER),
        entry(BoundingBox.class, ParquetStructs.BOUNDING_BOX),
        entry(
            ColumnChunkCodec.SHAPE,
            ColumnChunk.class,
            ColumnChunkCodec.STRUCT::read,
            ColumnChunkCodec.STRUCT::write),
        entry(ColumnCryptoMetaData.class, ParquetStructs.COLUMN_CRYPTO_META_DATA),
        entry(ColumnIndex.class, ColumnIndex.CODEC),
        entry(
            ColumnMetaDataCodec.SHAPE,
            ColumnMetaData.class,
            ColumnMetaDataCodec.STRUCT::read,
            ColumnMetaDataCodec.STRUCT::write),
        entry(ColumnOrder.class, ParquetStructs.COLUMN_ORDER),
        entry(DataPageHeader.class, DataPageHeader.CODEC),
        entry(DataPageHeaderV2.class, DataPageHeaderV2.CODEC),
        entry(DictionaryPageHeader.class, DictionaryPageHeader.CODEC),
        entry(EncryptionAlgorithm.class, ParquetStructs.ENCRYPTION_ALGORITHM),
        entry(FileCryptoMetaData.class, ParquetStructs.FILE_CRYPTO_META_DATA),
        entry(
            FileMetaDataCodec.SHAPE,
            FileMetaData.class,
            FileMetaDataCodec.STRUCT::read,
            FileMetaDataCodec.STRUCT::write),
        entry(GeospatialStatistics.class, ParquetStructs.GEOSPATIAL_STATISTICS),
        entry(IndexPageHeader.class, IndexPageHeader.CODEC),
        entry(KeyValue.class, ParquetStructs.KEY_VALUE),
        entry(LogicalType.class, LogicalTypeCodec.UNION),
        entry(OffsetIndex.class, OffsetIndex.CODEC),
        entry(
            ParquetStructs.PAGE_ENCODING_STATS.shape(),
            PageEncodingStats.class,
            ParquetStructs.PAGE_ENCODING_STATS::read,
            ParquetStructs.PAGE_ENCODING_STATS::write),
        entry(PageHeader.class, PageHeader.CODEC),
        entry(PageLocation.SHAPE, PageLocation.class, PageLocation::read, PageLocation::write),
        entry(
            RowGroupCodec.SHAPE,
            RowGroup.class,
            RowGroupCodec.STRUCT::read,
            RowGroupCodec.STRUCT::write),
        entry(
            SchemaElementCodec.SHAPE,
            SchemaElement.class,
            SchemaElementCodec::read,
            SchemaElementCodec::write),
        entry(
            ParquetStructs.SIZE_STATISTICS.shape(),
            SizeStatistics.class,
            ParquetStructs.SIZE_STATISTICS::read,
            ParquetStructs.SIZE_STATISTICS::write),
        entry(SortingColumn.class, ParquetStructs.SORTING_COLUMN),
        entry(
            StatisticsCodec.SHAPE,
            ParquetStatistics.class,
            StatisticsCodec.STRUCT::read,
            StatisticsCodec.STRUCT::write));
  }
}
