// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.convert;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.internal.codec.BoundingBoxCodec;
import io.arrowparquet.footer.internal.codec.ColumnCryptoMetaDataCodec;
import io.arrowparquet.footer.internal.codec.EncryptionAlgorithmCodec;
import io.arrowparquet.footer.internal.codec.GeospatialStatisticsCodec;
import io.arrowparquet.footer.internal.codec.KeyValueCodec;
import io.arrowparquet.footer.internal.generated.AesGcmV1;
import io.arrowparquet.footer.internal.generated.BoundingBox;
import io.arrowparquet.footer.internal.generated.ColumnCryptoMetadata;
import io.arrowparquet.footer.internal.generated.EncryptionWithColumnKey;
import io.arrowparquet.footer.internal.generated.GeospatialStatistics;
import io.arrowparquet.footer.internal.generated.KeyValue;
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
    KeyValue.startKeyValue(out.builder());
    KeyValue.addKey(out.builder(), key);
    if (value != 0) {
      KeyValue.addVal(out.builder(), value);
    }
    return KeyValue.endKeyValue(out.builder());
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
    GeospatialStatistics.startGeospatialStatistics(out.builder());
    if (boundingBox != 0) {
      GeospatialStatistics.addBbox(out.builder(), boundingBox);
    }
    if (types != 0) {
      GeospatialStatistics.addGeospatialTypes(out.builder(), types);
    }
    return GeospatialStatistics.endGeospatialStatistics(out.builder());
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
    BoundingBox.startBoundingBox(out.builder());
    for (int field = FIRST_BOX_FIELD; field <= LAST_BOX_FIELD; field++) {
      if ((seen >>> field & 1) != 0) {
        // Both forms have the same field order; slots count from 0.
        out.builder().addDouble(field - 1, box[field], 0);
      }
    }
    return BoundingBox.endBoundingBox(out.builder());
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
    EncryptionWithColumnKey.startEncryptionWithColumnKey(out.builder());
    EncryptionWithColumnKey.addPathInSchema(out.builder(), path);
    if (keyMetadata != 0) {
      EncryptionWithColumnKey.addKeyMetadata(out.builder(), keyMetadata);
    }
    return EncryptionWithColumnKey.endEncryptionWithColumnKey(out.builder());
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
    FlatBufferBuilder builder = out.builder();
    AesGcmV1.startAesGcmV1(builder);
    if (aadPrefix != 0) {
      AesGcmV1.addAadPrefix(builder, aadPrefix);
    }
    if (aadFileUnique != 0) {
      AesGcmV1.addAadFileUnique(builder, aadFileUnique);
    }
    if (supplyAadPrefix != null) {
      AesGcmV1.addSupplyAadPrefix(builder, supplyAadPrefix);
    }
    return AesGcmV1.endAesGcmV1(builder);
  }

  /** Goes to another position; returns the previous one. */
  private int goTo(int start) {
    int resume = in.position();
    in.position(start);
    return resume;
  }
}
