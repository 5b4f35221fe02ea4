// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static io.arrowparquet.footer.internal.thrift.ThriftType.BINARY;
import static io.arrowparquet.footer.internal.thrift.ThriftType.BOOL;
import static io.arrowparquet.footer.internal.thrift.ThriftType.DOUBLE;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I64;
import static io.arrowparquet.footer.internal.thrift.ThriftType.STRING;
import static io.arrowparquet.footer.internal.thrift.ThriftType.list;

import io.arrowparquet.footer.model.ColumnCryptoMetaData;
import io.arrowparquet.footer.model.ColumnCryptoMetaData.EncryptionWithColumnKey;
import io.arrowparquet.footer.model.ColumnCryptoMetaData.EncryptionWithFooterKey;
import io.arrowparquet.footer.model.ColumnMetaData.PageEncodingStats;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.EncryptionAlgorithm;
import io.arrowparquet.footer.model.EncryptionAlgorithm.AesGcmCtrV1;
import io.arrowparquet.footer.model.EncryptionAlgorithm.AesGcmV1;
import io.arrowparquet.footer.model.FileCryptoMetaData;
import io.arrowparquet.footer.model.GeospatialStatistics;
import io.arrowparquet.footer.model.GeospatialStatistics.BoundingBox;
import io.arrowparquet.footer.model.KeyValue;
import io.arrowparquet.footer.model.RowGroup.SortingColumn;
import io.arrowparquet.footer.model.SizeStatistics;

/** The structs and unions of {@code parquet.thrift} of which a file has few, field by field. */
public final class ParquetStructs {
  public static final StructCodec<KeyValue> KEY_VALUE =
      StructCodec.of(KeyValue.class).required(1, "key", STRING).optional(2, "value", STRING);

  public static final StructCodec<PageEncodingStats> PAGE_ENCODING_STATS =
      StructCodec.of(PageEncodingStats.class)
          .required(1, "page_type", I32)
          .required(2, "encoding", I32)
          .required(3, "count", I32);

  public static final StructCodec<SizeStatistics> SIZE_STATISTICS =
      StructCodec.of(SizeStatistics.class)
          .optional(1, "unencoded_byte_array_data_bytes", I64)
          .optional(2, "repetition_level_histogram", list(I64))
          .optional(3, "definition_level_histogram", list(I64));

  public static final StructCodec<SortingColumn> SORTING_COLUMN =
      StructCodec.of(SortingColumn.class)
          .required(1, "column_idx", I32)
          .required(2, "descending", BOOL)
          .required(3, "nulls_first", BOOL);

  public static final StructCodec<BoundingBox> BOUNDING_BOX =
      StructCodec.of(BoundingBox.class)
          .required(1, "xmin", DOUBLE)
          .required(2, "xmax", DOUBLE)
          .required(3, "ymin", DOUBLE)
          .required(4, "ymax", DOUBLE)
          .optional(5, "zmin", DOUBLE)
          .optional(6, "zmax", DOUBLE)
          .optional(7, "mmin", DOUBLE)
          .optional(8, "mmax", DOUBLE);

  public static final StructCodec<GeospatialStatistics> GEOSPATIAL_STATISTICS =
      StructCodec.of(GeospatialStatistics.class)
          .optional(1, "bbox", BOUNDING_BOX)
          .optional(2, "geospatial_types", list(I32));

  public static final UnionCodec<ColumnOrder> COLUMN_ORDER =
      UnionCodec.<ColumnOrder>of(
              "ColumnOrder",
              order -> order instanceof ColumnOrder.Known known ? known.number() : 0,
              ColumnOrder.Unknown::new,
              order -> ((ColumnOrder.Unknown) order).member())
          .member(1, "TYPE_ORDER", order(ColumnOrder.Known.TYPE_ORDER))
          .member(2, "IEEE_754_TOTAL_ORDER", order(ColumnOrder.Known.IEEE_754_TOTAL_ORDER))
          .member(3, "INT96_TIMESTAMP_ORDER", order(ColumnOrder.Known.INT96_TIMESTAMP_ORDER));

  public static final StructCodec<AesGcmV1> AES_GCM_V1 =
      StructCodec.of(AesGcmV1.class)
          .optional(1, "aad_prefix", BINARY)
          .optional(2, "aad_file_unique", BINARY)
          .optional(3, "supply_aad_prefix", BOOL);

  private static final StructCodec<AesGcmCtrV1> AES_GCM_CTR_V1 =
      StructCodec.of(AesGcmCtrV1.class)
          .optional(1, "aad_prefix", BINARY)
          .optional(2, "aad_file_unique", BINARY)
          .optional(3, "supply_aad_prefix", BOOL);

  public static final UnionCodec<EncryptionAlgorithm> ENCRYPTION_ALGORITHM =
      UnionCodec.<EncryptionAlgorithm>of(
              "EncryptionAlgorithm",
              value -> value instanceof AesGcmV1 ? 1 : value instanceof AesGcmCtrV1 ? 2 : 0,
              EncryptionAlgorithm.Unknown::new,
              value -> ((EncryptionAlgorithm.Unknown) value).member())
          .member(1, "AES_GCM_V1", AES_GCM_V1)
          .member(2, "AES_GCM_CTR_V1", AES_GCM_CTR_V1);

  public static final StructCodec<FileCryptoMetaData> FILE_CRYPTO_META_DATA =
      StructCodec.of(FileCryptoMetaData.class)
          .required(1, "encryption_algorithm", ENCRYPTION_ALGORITHM)
          .optional(2, "key_metadata", BINARY);

  public static final StructCodec<EncryptionWithColumnKey> COLUMN_KEY =
      StructCodec.of(EncryptionWithColumnKey.class)
          .required(1, "path_in_schema", list(STRING))
          .optional(2, "key_metadata", BINARY);

  public static final UnionCodec<ColumnCryptoMetaData> COLUMN_CRYPTO_META_DATA =
      UnionCodec.<ColumnCryptoMetaData>of(
              "ColumnCryptoMetaData",
              value ->
                  value instanceof EncryptionWithFooterKey
                      ? 1
                      : value instanceof EncryptionWithColumnKey ? 2 : 0,
              ColumnCryptoMetaData.Unknown::new,
              value -> ((ColumnCryptoMetaData.Unknown) value).member())
          .member(1, "ENCRYPTION_WITH_FOOTER_KEY", StructCodec.of(EncryptionWithFooterKey.class))
          .member(2, "ENCRYPTION_WITH_COLUMN_KEY", COLUMN_KEY);

  public static final StructCodec<BloomFilterHeader> BLOOM_FILTER_HEADER =
      StructCodec.of(BloomFilterHeader.class)
          .required(1, "numBytes", I32)
          .required(2, "algorithm", UnionCodec.ANY)
          .required(3, "hash", UnionCodec.ANY)
          .required(4, "compression", UnionCodec.ANY);

  private ParquetStructs() {}

  private static StructCodec<ColumnOrder> order(ColumnOrder order) {
    return StructCodec.of("ColumnOrder member", f -> order);
  }
}
