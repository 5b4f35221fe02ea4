// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.BloomFilterHeader;
import io.arrowparquet.footer.model.BoundingBox;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnCryptoMetaData;
import io.arrowparquet.footer.model.ColumnIndex;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.DataPageHeader;
import io.arrowparquet.footer.model.DataPageHeaderV2;
import io.arrowparquet.footer.model.DictionaryPageHeader;
import io.arrowparquet.footer.model.EncryptionAlgorithm;
import io.arrowparquet.footer.model.FileCryptoMetaData;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.GeospatialStatistics;
import io.arrowparquet.footer.model.IndexPageHeader;
import io.arrowparquet.footer.model.KeyValue;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.OffsetIndex;
import io.arrowparquet.footer.model.PageEncodingStats;
import io.arrowparquet.footer.model.PageHeader;
import io.arrowparquet.footer.model.PageLocation;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.footer.model.SizeStatistics;
import io.arrowparquet.footer.model.SortingColumn;
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

  private static <T> Entry entry(StructShape shape, Class<T> type, ThriftType<T> codec) {
    return entry(shape, type, codec::read, codec::write);
  }

  static List<Entry> all() {
    return List.of(
        entry(
            ParquetStructs.BLOOM_FILTER_HEADER.shape(),
            BloomFilterHeader.class,
            ParquetStructs.BLOOM_FILTER_HEADER),
        entry(ParquetStructs.BOUNDING_BOX.shape(), BoundingBox.class, ParquetStructs.BOUNDING_BOX),
        entry(
            ColumnChunkCodec.SHAPE,
            ColumnChunk.class,
            ColumnChunkCodec::read,
            ColumnChunkCodec::write),
        entry(
            ParquetStructs.COLUMN_CRYPTO_META_DATA.shape(),
            ColumnCryptoMetaData.class,
            ParquetStructs.COLUMN_CRYPTO_META_DATA),
        entry(
            ColumnIndexCodec.SHAPE,
            ColumnIndex.class,
            ColumnIndexCodec::read,
            ColumnIndexCodec::write),
        entry(
            ColumnMetaDataCodec.SHAPE,
            ColumnMetaData.class,
            ColumnMetaDataCodec::read,
            ColumnMetaDataCodec::write),
        entry(ParquetStructs.COLUMN_ORDER.shape(), ColumnOrder.class, ParquetStructs.COLUMN_ORDER),
        entry(
            DataPageHeaderCodec.SHAPE,
            DataPageHeader.class,
            DataPageHeaderCodec::read,
            DataPageHeaderCodec::write),
        entry(
            DataPageHeaderV2Codec.SHAPE,
            DataPageHeaderV2.class,
            DataPageHeaderV2Codec::read,
            DataPageHeaderV2Codec::write),
        entry(
            DictionaryPageHeaderCodec.SHAPE,
            DictionaryPageHeader.class,
            DictionaryPageHeaderCodec::read,
            DictionaryPageHeaderCodec::write),
        entry(
            ParquetStructs.ENCRYPTION_ALGORITHM.shape(),
            EncryptionAlgorithm.class,
            ParquetStructs.ENCRYPTION_ALGORITHM),
        entry(
            ParquetStructs.FILE_CRYPTO_META_DATA.shape(),
            FileCryptoMetaData.class,
            ParquetStructs.FILE_CRYPTO_META_DATA),
        entry(
            FileMetaDataCodec.SHAPE,
            FileMetaData.class,
            FileMetaDataCodec::read,
            FileMetaDataCodec::write),
        entry(
            ParquetStructs.GEOSPATIAL_STATISTICS.shape(),
            GeospatialStatistics.class,
            ParquetStructs.GEOSPATIAL_STATISTICS),
        entry(
            ParquetStructs.INDEX_PAGE_HEADER.shape(),
            IndexPageHeader.class,
            ParquetStructs.INDEX_PAGE_HEADER),
        entry(ParquetStructs.KEY_VALUE.shape(), KeyValue.class, ParquetStructs.KEY_VALUE),
        entry(LogicalTypeCodec.UNION.shape(), LogicalType.class, LogicalTypeCodec.UNION),
        entry(
            OffsetIndexCodec.SHAPE,
            OffsetIndex.class,
            OffsetIndexCodec::read,
            OffsetIndexCodec::write),
        entry(
            PageEncodingStatsCodec.SHAPE,
            PageEncodingStats.class,
            PageEncodingStatsCodec::read,
            PageEncodingStatsCodec::write),
        entry(
            PageHeaderCodec.SHAPE, PageHeader.class, PageHeaderCodec::read, PageHeaderCodec::write),
        entry(
            PageLocationCodec.SHAPE,
            PageLocation.class,
            PageLocationCodec::read,
            PageLocationCodec::write),
        entry(RowGroupCodec.SHAPE, RowGroup.class, RowGroupCodec::read, RowGroupCodec::write),
        entry(
            SchemaElementCodec.SHAPE,
            SchemaElement.class,
            SchemaElementCodec::read,
            SchemaElementCodec::write),
        entry(
            SizeStatisticsCodec.SHAPE,
            SizeStatistics.class,
            SizeStatisticsCodec::read,
            SizeStatisticsCodec::write),
        entry(
            ParquetStructs.SORTING_COLUMN.shape(),
            SortingColumn.class,
            ParquetStructs.SORTING_COLUMN),
        entry(
            StatisticsCodec.SHAPE,
            ParquetStatistics.class,
            StatisticsCodec::read,
            StatisticsCodec::write));
  }
}
