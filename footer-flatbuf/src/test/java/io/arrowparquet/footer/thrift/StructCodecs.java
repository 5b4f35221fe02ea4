// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.thrift;

import io.arrowparquet.footer.metadata.BloomFilterHeader;
import io.arrowparquet.footer.metadata.BoundingBox;
import io.arrowparquet.footer.metadata.ColumnChunk;
import io.arrowparquet.footer.metadata.ColumnCryptoMetaData;
import io.arrowparquet.footer.metadata.ColumnIndex;
import io.arrowparquet.footer.metadata.ColumnMetaData;
import io.arrowparquet.footer.metadata.ColumnOrder;
import io.arrowparquet.footer.metadata.DataPageHeader;
import io.arrowparquet.footer.metadata.DataPageHeaderV2;
import io.arrowparquet.footer.metadata.DictionaryPageHeader;
import io.arrowparquet.footer.metadata.EncryptionAlgorithm;
import io.arrowparquet.footer.metadata.FileCryptoMetaData;
import io.arrowparquet.footer.metadata.FileMetaData;
import io.arrowparquet.footer.metadata.GeospatialStatistics;
import io.arrowparquet.footer.metadata.IndexPageHeader;
import io.arrowparquet.footer.metadata.KeyValue;
import io.arrowparquet.footer.metadata.LogicalType;
import io.arrowparquet.footer.metadata.OffsetIndex;
import io.arrowparquet.footer.metadata.PageEncodingStats;
import io.arrowparquet.footer.metadata.PageHeader;
import io.arrowparquet.footer.metadata.PageLocation;
import io.arrowparquet.footer.metadata.RowGroup;
import io.arrowparquet.footer.metadata.SchemaElement;
import io.arrowparquet.footer.metadata.SizeStatistics;
import io.arrowparquet.footer.metadata.SortingColumn;
import io.arrowparquet.footer.metadata.Statistics;
import io.arrowparquet.footer.thrift.codec.BloomFilterHeaderCodec;
import io.arrowparquet.footer.thrift.codec.BoundingBoxCodec;
import io.arrowparquet.footer.thrift.codec.ColumnChunkCodec;
import io.arrowparquet.footer.thrift.codec.ColumnCryptoMetaDataCodec;
import io.arrowparquet.footer.thrift.codec.ColumnIndexCodec;
import io.arrowparquet.footer.thrift.codec.ColumnMetaDataCodec;
import io.arrowparquet.footer.thrift.codec.ColumnOrderCodec;
import io.arrowparquet.footer.thrift.codec.DataPageHeaderCodec;
import io.arrowparquet.footer.thrift.codec.DataPageHeaderV2Codec;
import io.arrowparquet.footer.thrift.codec.DictionaryPageHeaderCodec;
import io.arrowparquet.footer.thrift.codec.EncryptionAlgorithmCodec;
import io.arrowparquet.footer.thrift.codec.FileCryptoMetaDataCodec;
import io.arrowparquet.footer.thrift.codec.FileMetaDataCodec;
import io.arrowparquet.footer.thrift.codec.GeospatialStatisticsCodec;
import io.arrowparquet.footer.thrift.codec.IndexPageHeaderCodec;
import io.arrowparquet.footer.thrift.codec.KeyValueCodec;
import io.arrowparquet.footer.thrift.codec.LogicalTypeCodec;
import io.arrowparquet.footer.thrift.codec.OffsetIndexCodec;
import io.arrowparquet.footer.thrift.codec.PageEncodingStatsCodec;
import io.arrowparquet.footer.thrift.codec.PageHeaderCodec;
import io.arrowparquet.footer.thrift.codec.PageLocationCodec;
import io.arrowparquet.footer.thrift.codec.RowGroupCodec;
import io.arrowparquet.footer.thrift.codec.SchemaElementCodec;
import io.arrowparquet.footer.thrift.codec.SizeStatisticsCodec;
import io.arrowparquet.footer.thrift.codec.SortingColumnCodec;
import io.arrowparquet.footer.thrift.codec.StatisticsCodec;
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

  static List<Entry> all() {
    return List.of(
        entry(
            BloomFilterHeaderCodec.SHAPE,
            BloomFilterHeader.class,
            BloomFilterHeaderCodec::read,
            BloomFilterHeaderCodec::write),
        entry(
            BoundingBoxCodec.SHAPE,
            BoundingBox.class,
            BoundingBoxCodec::read,
            BoundingBoxCodec::write),
        entry(
            ColumnChunkCodec.SHAPE,
            ColumnChunk.class,
            ColumnChunkCodec::read,
            ColumnChunkCodec::write),
        entry(
            ColumnCryptoMetaDataCodec.SHAPE,
            ColumnCryptoMetaData.class,
            ColumnCryptoMetaDataCodec::read,
            ColumnCryptoMetaDataCodec::write),
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
        entry(
            ColumnOrderCodec.SHAPE,
            ColumnOrder.class,
            ColumnOrderCodec::read,
            ColumnOrderCodec::write),
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
            EncryptionAlgorithmCodec.SHAPE,
            EncryptionAlgorithm.class,
            EncryptionAlgorithmCodec::read,
            EncryptionAlgorithmCodec::write),
        entry(
            FileCryptoMetaDataCodec.SHAPE,
            FileCryptoMetaData.class,
            FileCryptoMetaDataCodec::read,
            FileCryptoMetaDataCodec::write),
        entry(
            FileMetaDataCodec.SHAPE,
            FileMetaData.class,
            FileMetaDataCodec::read,
            FileMetaDataCodec::write),
        entry(
            GeospatialStatisticsCodec.SHAPE,
            GeospatialStatistics.class,
            GeospatialStatisticsCodec::read,
            GeospatialStatisticsCodec::write),
        entry(
            IndexPageHeaderCodec.SHAPE,
            IndexPageHeader.class,
            IndexPageHeaderCodec::read,
            IndexPageHeaderCodec::write),
        entry(KeyValueCodec.SHAPE, KeyValue.class, KeyValueCodec::read, KeyValueCodec::write),
        entry(
            LogicalTypeCodec.SHAPE,
            LogicalType.class,
            LogicalTypeCodec::read,
            LogicalTypeCodec::write),
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
            SortingColumnCodec.SHAPE,
            SortingColumn.class,
            SortingColumnCodec::read,
            SortingColumnCodec::write),
        entry(
            StatisticsCodec.SHAPE,
            Statistics.class,
            StatisticsCodec::read,
            StatisticsCodec::write));
  }
}
