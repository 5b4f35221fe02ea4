// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.convert;

import io.arrowparquet.footer.internal.codec.BoundingBoxCodec;
import io.arrowparquet.footer.internal.codec.ColumnCryptoMetaDataCodec;
import io.arrowparquet.footer.internal.codec.EncryptionAlgorithmCodec;
import io.arrowparquet.footer.internal.codec.GeospatialStatisticsCodec;
import io.arrowparquet.footer.internal.codec.KeyValueCodec;
import io.arrowparquet.footer.internal.generated.ParquetFbs.AesGcmV1;
import io.arrowparquet.footer.internal.generated.ParquetFbs.BoundingBox;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnCryptoMetadata;
import io.arrowparquet.footer.internal.generated.ParquetFbs.EncryptionWithColumnKey;
import io.arrowparquet.footer.internal.generated.ParquetFbs.GeospatialStatistics;
import io.arrowparquet.footer.internal.generated.ParquetFbs.KeyValue;
import io.arrowparquet.footer.internal.shape.TableWriter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import java.util.Arrays;

/**
 * The structs that few chunks have, from Thrift to the buffer: key-values, geospatial statistics,
 * encryption. Each method is given the place of the struct or list in the source.
 */
public final class RareStructsConverter {
  /** A union with a member that parquet.fbs does not have, or with none or two. */
  public static final int NOT_REPRESENTABLE = -1;

  private static final int FIRST_BOX_FIELD = 1;
  private static final int LAST_BOX_FIELD = 8;

  private final FlatWriter out;
  private final CompactReader in;
  private byte columnCryptoTag;
  private byte encryptionTag;
  private final double[] box = new double[LAST_BOX_FIELD + 1];

  public RareStructsConverter(FlatWriter out, CompactReader main) {
    this.out = out;
    this.in = main;
  }

  /** A list of key-values. */
  public int keyValues(int start) {
    int resume = goTo(start);
    int[] tables = new int[in.listBegin()];
    for (int i = 0; i < tables.length; i++) {
      tables[i] = keyValue();
    }
    in.position(resume);
    return out.references(tables, tables.length);
  }

  private int keyValue() {
    long seen = 0;
    int key = 0;
    int value = 0;
    in.enterStruct();
    while (in.nextField(KeyValueCodec.SHAPE)) {
      seen |= 1L << in.fieldId();
      int length = in.readBinary();
      int string = out.string(in.binaryStart(), length);
      if (in.fieldId() == KeyValueCodec.KEY) {
        key = string;
      } else {
        value = string;
      }
    }
    in.leaveStruct(KeyValueCodec.SHAPE, seen);
    return out.begin(KeyValue.SHAPE).refer(KeyValue.KEY, key).refer(KeyValue.VAL, value).end();
  }

  /** Geospatial statistics. */
  int geospatialStatistics(int start) {
    int resume = goTo(start);
    int boundingBox = 0;
    int types = 0;
    in.enterStruct();
    while (in.nextField(GeospatialStatisticsCodec.SHAPE)) {
      if (in.fieldId() == GeospatialStatisticsCodec.BBOX) {
        boundingBox = boundingBox();
      } else {
        int[] numbers = new int[in.listBegin()];
        for (int i = 0; i < numbers.length; i++) {
          numbers[i] = in.readI32();
        }
        types = out.ints(numbers, numbers.length);
      }
    }
    in.leaveStruct();
    in.position(resume);
    return out.begin(GeospatialStatistics.SHAPE)
        .refer(GeospatialStatistics.BBOX, boundingBox)
        .refer(GeospatialStatistics.GEOSPATIAL_TYPES, types)
        .end();
  }

  private int boundingBox() {
    long seen = 0;
    Arrays.fill(box, 0);
    in.enterStruct();
    while (in.nextField(BoundingBoxCodec.SHAPE)) {
      seen |= 1L << in.fieldId();
      box[in.fieldId()] = in.readDouble();
    }
    in.leaveStruct(BoundingBoxCodec.SHAPE, seen);
    TableWriter table = out.begin(BoundingBox.SHAPE);
    for (int field = FIRST_BOX_FIELD; field <= LAST_BOX_FIELD; field++) {
      // Both forms have the same field order; slots count from 0.
      boolean isPresent = (seen >>> field & 1) != 0;
      table.setIf(isPresent, field - 1, Double.doubleToRawLongBits(box[field]));
    }
    return table.end();
  }

  /** How a column is encrypted; {@link #columnCryptoTag} is the tag. */
  int columnCrypto(int start) {
    int resume = goTo(start);
    int members = 0;
    int table = 0;
    in.enterStruct();
    while (in.nextField()) {
      members++;
      if (in.fieldType() != CompactType.STRUCT || in.fieldId() < 1 || in.fieldId() > 2) {
        table = NOT_REPRESENTABLE;
        in.skip();
      } else if (in.fieldId() == 1) {
        columnCryptoTag = ColumnCryptoMetadata.EncryptionWithFooterKey;
        in.skip();
        table = out.empty();
      } else {
        columnCryptoTag = ColumnCryptoMetadata.EncryptionWithColumnKey;
        table = columnKey();
      }
    }
    in.leaveStruct();
    in.position(resume);
    return members == 1 ? table : NOT_REPRESENTABLE;
  }

  byte columnCryptoTag() {
    return columnCryptoTag;
  }

  private int columnKey() {
    long seen = 0;
    int path = 0;
    int keyMetadata = 0;
    in.enterStruct();
    while (in.nextField(ColumnCryptoMetaDataCodec.COLUMN_KEY_SHAPE)) {
      seen |= 1L << in.fieldId();
      if (in.fieldId() == 1) {
        int[] names = new int[in.listBegin()];
        for (int i = 0; i < names.length; i++) {
          int length = in.readBinary();
          names[i] = out.string(in.binaryStart(), length);
        }
        path = out.references(names, names.length);
      } else {
        int length = in.readBinary();
        keyMetadata = out.bytes(in.binaryStart(), length);
      }
    }
    in.leaveStruct(ColumnCryptoMetaDataCodec.COLUMN_KEY_SHAPE, seen);
    return out.begin(EncryptionWithColumnKey.SHAPE)
        .refer(EncryptionWithColumnKey.PATH_IN_SCHEMA, path)
        .refer(EncryptionWithColumnKey.KEY_METADATA, keyMetadata)
        .end();
  }

  /** The file's encryption algorithm; {@link #encryptionTag} is the tag. */
  public int encryptionAlgorithm(int start) {
    int resume = goTo(start);
    int members = 0;
    int table = NOT_REPRESENTABLE;
    in.enterStruct();
    while (in.nextField()) {
      members++;
      if (in.fieldType() != CompactType.STRUCT || in.fieldId() < 1 || in.fieldId() > 2) {
        in.skip();
      } else {
        encryptionTag = (byte) in.fieldId();
        table = aesGcm();
      }
    }
    in.leaveStruct();
    in.position(resume);
    return members == 1 ? table : NOT_REPRESENTABLE;
  }

  public byte encryptionTag() {
    return encryptionTag;
  }

  /** Both algorithms have the same fields with the same ids. */
  private int aesGcm() {
    int aadPrefix = 0;
    int aadFileUnique = 0;
    Boolean supplyAadPrefix = null;
    in.enterStruct();
    while (in.nextField(EncryptionAlgorithmCodec.AES_GCM_SHAPE)) {
      if (in.fieldId() == 3) {
        supplyAadPrefix = in.readBool();
        continue;
      }
      int length = in.readBinary();
      int vector = out.bytes(in.binaryStart(), length);
      if (in.fieldId() == 1) {
        aadPrefix = vector;
      } else {
        aadFileUnique = vector;
      }
    }
    in.leaveStruct();
    boolean supplies = Boolean.TRUE.equals(supplyAadPrefix);
    return out.begin(AesGcmV1.SHAPE)
        .refer(AesGcmV1.AAD_PREFIX, aadPrefix)
        .refer(AesGcmV1.AAD_FILE_UNIQUE, aadFileUnique)
        .setIf(supplyAadPrefix != null, AesGcmV1.SUPPLY_AAD_PREFIX, supplies ? 1 : 0)
        .end();
  }

  /** Goes to another position; returns the previous one. */
  private int goTo(int start) {
    int resume = in.position();
    in.position(start);
    return resume;
  }
}
