// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.ImpliedConvertedType;
import io.arrowparquet.footer.internal.generated.ParquetFbs.DecimalOptions;
import io.arrowparquet.footer.internal.generated.ParquetFbs.GeographyType;
import io.arrowparquet.footer.internal.generated.ParquetFbs.GeometryType;
import io.arrowparquet.footer.internal.generated.ParquetFbs.IntOptions;
import io.arrowparquet.footer.internal.generated.ParquetFbs.TimeOptions;
import io.arrowparquet.footer.internal.generated.ParquetFbs.VariantType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.TimeUnit;

/** Makes the logical type of a schema element from the union in the buffer. */
final class LogicalTypeReader {
  /** What a writer leaves out because it is the default. */
  private static final byte DEFAULT_BIT_WIDTH = 8;

  private static final int TIME = 7;
  private static final int TIMESTAMP = 8;
  private static final int INTEGER = 9;

  private LogicalTypeReader() {}

  /**
   * The logical type.
   *
   * @param tag of the union in parquet.fbs
   * @param table of the member
   * @return null for no logical type, and for a tag or a time unit that is unknown
   */
  static LogicalType read(FooterBytes bytes, int tag, int table) {
    return switch (tag) {
      case 1 -> new LogicalType.StringType();
      case 2 -> new LogicalType.MapType();
      case 3 -> new LogicalType.ListType();
      case 4 -> new LogicalType.EnumType();
      case 5 ->
          new LogicalType.DecimalType(
              intField(bytes, table, DecimalOptions.SCALE),
              intField(bytes, table, DecimalOptions.PRECISION));
      case 6 -> new LogicalType.DateType();
      case TIME, TIMESTAMP -> time(bytes, tag, table);
      case INTEGER -> new LogicalType.IntType(bitWidth(bytes, table), isSigned(bytes, table));
      case 10 -> new LogicalType.NullType();
      case 11 -> new LogicalType.JsonType();
      case 12 -> new LogicalType.BsonType();
      case 13 -> new LogicalType.UUIDType();
      case 14 -> new LogicalType.Float16Type();
      case 15 -> variant(bytes, table);
      case 16 -> new LogicalType.GeometryType(bytes.string(bytes.child(table, GeometryType.CRS)));
      case 17 -> geography(bytes, table);
      default -> null;
    };
  }

  private static int intField(FooterBytes bytes, int table, int slot) {
    int at = bytes.field(table, slot);
    return at == 0 ? 0 : bytes.i32(at);
  }

  private static LogicalType time(FooterBytes bytes, int tag, int table) {
    // Numbers in parquet.fbs count from 0, in parquet.thrift from 1.
    TimeUnit unit = TimeUnit.forNumber(unitNumber(bytes, table) + 1);
    if (unit == null) {
      return null;
    }
    boolean isAdjustedToUtc = isAdjustedToUtc(bytes, table);
    return tag == TIME
        ? new LogicalType.TimeType(isAdjustedToUtc, unit)
        : new LogicalType.TimestampType(isAdjustedToUtc, unit);
  }

  private static boolean isAdjustedToUtc(FooterBytes bytes, int table) {
    int at = bytes.field(table, TimeOptions.IS_ADJUSTED_TO_UTC);
    return at != 0 && bytes.u8(at) != 0;
  }

  private static int unitNumber(FooterBytes bytes, int table) {
    int at = bytes.field(table, TimeOptions.UNIT);
    return at == 0 ? 0 : bytes.u8(at);
  }

  private static byte bitWidth(FooterBytes bytes, int table) {
    int at = bytes.field(table, IntOptions.BIT_WIDTH);
    return at == 0 ? DEFAULT_BIT_WIDTH : bytes.i8(at);
  }

  private static boolean isSigned(FooterBytes bytes, int table) {
    int at = bytes.field(table, IntOptions.IS_SIGNED);
    return at != 0 && bytes.u8(at) != 0;
  }

  /**
   * Number of the converted type that goes with a logical type, or {@link
   * ImpliedConvertedType#NONE}.
   */
  static int impliedConvertedType(FooterBytes bytes, int tag, int table) {
    return switch (tag) {
      case TIME, TIMESTAMP ->
          ImpliedConvertedType.of((byte) tag, 0, false, unitNumber(bytes, table));
      case INTEGER ->
          ImpliedConvertedType.of((byte) tag, bitWidth(bytes, table), isSigned(bytes, table), 0);
      default -> ImpliedConvertedType.of((byte) tag, 0, false, 0);
    };
  }

  private static LogicalType variant(FooterBytes bytes, int table) {
    int at = bytes.field(table, VariantType.SPECIFICATION_VERSION);
    return new LogicalType.VariantType(at == 0 ? null : bytes.i8(at));
  }

  private static LogicalType geography(FooterBytes bytes, int table) {
    int at = bytes.field(table, GeographyType.ALGORITHM);
    return new LogicalType.GeographyType(
        bytes.string(bytes.child(table, GeographyType.CRS)), at == 0 ? null : (int) bytes.i8(at));
  }
}
