// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.internal.codec.BloomFilterHeaderCodec;
import io.arrowparquet.footer.internal.codec.BoundingBoxCodec;
import io.arrowparquet.footer.internal.codec.ColumnChunkCodec;
import io.arrowparquet.footer.internal.codec.ColumnCryptoMetaDataCodec;
import io.arrowparquet.footer.internal.codec.ColumnIndexCodec;
import io.arrowparquet.footer.internal.codec.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.codec.ColumnOrderCodec;
import io.arrowparquet.footer.internal.codec.DataPageHeaderCodec;
import io.arrowparquet.footer.internal.codec.DataPageHeaderV2Codec;
import io.arrowparquet.footer.internal.codec.DictionaryPageHeaderCodec;
import io.arrowparquet.footer.internal.codec.EncryptionAlgorithmCodec;
import io.arrowparquet.footer.internal.codec.FileCryptoMetaDataCodec;
import io.arrowparquet.footer.internal.codec.FileMetaDataCodec;
import io.arrowparquet.footer.internal.codec.GeospatialStatisticsCodec;
import io.arrowparquet.footer.internal.codec.IndexPageHeaderCodec;
import io.arrowparquet.footer.internal.codec.KeyValueCodec;
import io.arrowparquet.footer.internal.codec.LogicalTypeCodec;
import io.arrowparquet.footer.internal.codec.OffsetIndexCodec;
import io.arrowparquet.footer.internal.codec.PageEncodingStatsCodec;
import io.arrowparquet.footer.internal.codec.PageHeaderCodec;
import io.arrowparquet.footer.internal.codec.PageLocationCodec;
import io.arrowparquet.footer.internal.codec.RowGroupCodec;
import io.arrowparquet.footer.internal.codec.SchemaElementCodec;
import io.arrowparquet.footer.internal.codec.SizeStatisticsCodec;
import io.arrowparquet.footer.internal.codec.SortingColumnCodec;
import io.arrowparquet.footer.internal.codec.StatisticsCodec;
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
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.footer.model.SizeStatistics;
import io.arrowparquet.footer.model.SortingColumn;
import io.arrowparquet.footer.model.Statistics;
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
