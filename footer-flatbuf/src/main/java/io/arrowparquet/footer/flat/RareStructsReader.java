// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ParquetFbs.AesGcmV1;
import io.arrowparquet.footer.internal.generated.ParquetFbs.BoundingBox;
import io.arrowparquet.footer.internal.generated.ParquetFbs.EncryptionWithColumnKey;
import io.arrowparquet.footer.internal.generated.ParquetFbs.GeospatialStatistics;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnCryptoMetaData;
import io.arrowparquet.footer.model.EncryptionAlgorithm;
import java.util.ArrayList;
import java.util.List;

/** Makes records of structs that few files have: geospatial statistics, encryption. */
final class RareStructsReader {
  private static final int WITH_FOOTER_KEY = 1;
  private static final int WITH_COLUMN_KEY = 2;
  private static final int AES_GCM_V1 = 1;
  private static final int AES_GCM_CTR_V1 = 2;

  private RareStructsReader() {}

  static io.arrowparquet.footer.model.GeospatialStatistics geospatialStatistics(
      FooterBytes bytes, int table) {
    int box = bytes.child(table, GeospatialStatistics.BBOX);
    int types = bytes.child(table, GeospatialStatistics.GEOSPATIAL_TYPES);
    List<Integer> numbers = null;
    if (types != 0) {
      int count = bytes.count(types, Integer.BYTES);
      numbers = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        numbers.add(bytes.i32(bytes.element(types, Integer.BYTES, i)));
      }
    }
    return new io.arrowparquet.footer.model.GeospatialStatistics(
        box == 0 ? null : boundingBox(bytes, box), numbers);
  }

  private static io.arrowparquet.footer.model.BoundingBox boundingBox(
      FooterBytes bytes, int table) {
    return new io.arrowparquet.footer.model.BoundingBox(
        doubleOrZero(bytes, table, BoundingBox.XMIN),
        doubleOrZero(bytes, table, BoundingBox.XMAX),
        doubleOrZero(bytes, table, BoundingBox.YMIN),
        doubleOrZero(bytes, table, BoundingBox.YMAX),
        doubleOrNull(bytes, table, BoundingBox.ZMIN),
        doubleOrNull(bytes, table, BoundingBox.ZMAX),
        doubleOrNull(bytes, table, BoundingBox.MMIN),
        doubleOrNull(bytes, table, BoundingBox.MMAX));
  }

  private static double doubleOrZero(FooterBytes bytes, int table, int slot) {
    Double value = doubleOrNull(bytes, table, slot);
    return value == null ? 0 : value;
  }

  private static Double doubleOrNull(FooterBytes bytes, int table, int slot) {
    int at = bytes.field(table, slot);
    return at == 0 ? null : Double.longBitsToDouble(bytes.i64(at));
  }

  /** How a column is encrypted; null for a tag that is none or unknown. */
  static ColumnCryptoMetaData columnCrypto(FooterBytes bytes, int tag, int table) {
    return switch (tag) {
      case WITH_FOOTER_KEY -> new ColumnCryptoMetaData.EncryptionWithFooterKey();
      case WITH_COLUMN_KEY ->
          new ColumnCryptoMetaData.EncryptionWithColumnKey(
              strings(bytes, bytes.child(table, EncryptionWithColumnKey.PATH_IN_SCHEMA)),
              binary(bytes, bytes.child(table, EncryptionWithColumnKey.KEY_METADATA)));
      default -> null;
    };
  }

  private static List<String> strings(FooterBytes bytes, int vector) {
    int count = bytes.count(vector, FooterBytes.REFERENCE);
    List<String> strings = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      strings.add(bytes.string(bytes.follow(bytes.element(vector, FooterBytes.REFERENCE, i))));
    }
    return strings;
  }

  /** The file's encryption algorithm; null for a tag that is none or unknown. */
  static EncryptionAlgorithm encryptionAlgorithm(FooterBytes bytes, int tag, int table) {
    if (tag != AES_GCM_V1 && tag != AES_GCM_CTR_V1) {
      return null;
    }
    BinaryValue prefix = binary(bytes, bytes.child(table, AesGcmV1.AAD_PREFIX));
    BinaryValue unique = binary(bytes, bytes.child(table, AesGcmV1.AAD_FILE_UNIQUE));
    int supply = bytes.field(table, AesGcmV1.SUPPLY_AAD_PREFIX);
    Boolean supplyPrefix = supply == 0 ? null : bytes.u8(supply) != 0;
    return tag == AES_GCM_V1
        ? new EncryptionAlgorithm.AesGcmV1(prefix, unique, supplyPrefix)
        : new EncryptionAlgorithm.AesGcmCtrV1(prefix, unique, supplyPrefix);
  }

  private static BinaryValue binary(FooterBytes bytes, int vector) {
    return vector == 0 ? null : BinaryValue.of(bytes.bytes(vector));
  }
}
