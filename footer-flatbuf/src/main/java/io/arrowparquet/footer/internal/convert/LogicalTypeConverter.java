// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.convert;

import io.arrowparquet.footer.internal.codec.LogicalTypeCodec;
import io.arrowparquet.footer.internal.flat.LogicalTypeTag;
import io.arrowparquet.footer.internal.generated.ParquetFbs.DecimalOptions;
import io.arrowparquet.footer.internal.generated.ParquetFbs.GeographyType;
import io.arrowparquet.footer.internal.generated.ParquetFbs.GeometryType;
import io.arrowparquet.footer.internal.generated.ParquetFbs.IntOptions;
import io.arrowparquet.footer.internal.generated.ParquetFbs.LogicalType;
import io.arrowparquet.footer.internal.generated.ParquetFbs.TimeOptions;
import io.arrowparquet.footer.internal.generated.ParquetFbs.VariantType;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType.DecimalType;
import io.arrowparquet.footer.model.LogicalType.IntType;
import io.arrowparquet.footer.model.LogicalType.TimeType;
import io.arrowparquet.footer.model.LogicalType.TimestampType;
import io.arrowparquet.footer.model.TimeUnit;
import java.util.HashMap;
import java.util.Map;

/**
 * The {@code LogicalType} union from Thrift to the buffer. What has no place there (a member newer
 * than the proposal, no member or two, an option out of range) is reported, and the caller keeps
 * the schema element's Thrift bytes.
 */
final class LogicalTypeConverter {
  /** The highest id of a member that parquet.fbs has too. */
  private static final int LAST_KNOWN = 18;

  /** INTERVAL never came to be: ids from 10 on are one higher than tags. */
  private static final int UNUSED_ID = 9;

  private static final StructShape TIME_UNIT =
      StructShape.of("TimeUnit")
          .optional(1, "MILLIS", CompactType.STRUCT)
          .optional(2, "MICROS", CompactType.STRUCT)
          .optional(3, "NANOS", CompactType.STRUCT);

  /** Any of the structs without fields. */
  private static final StructShape EMPTY = StructShape.of("empty struct");

  private final FlatWriter out;

  /** Tables of options, of which a schema has few different ones. */
  private final SliceCache options;

  /** Tables of the members that converted types stand for. */
  private final Map<Derived, Integer> derived = new HashMap<>();

  /** Ordered, so that the table stays fast where many were chosen to have one hash. */
  private record Derived(int convertedType, int scale, int precision)
      implements Comparable<Derived> {
    @Override
    public int compareTo(Derived other) {
      int order = Integer.compare(convertedType, other.convertedType);
      order = order != 0 ? order : Integer.compare(scale, other.scale);
      return order != 0 ? order : Integer.compare(precision, other.precision);
    }
  }

  /** Tag of the union member in parquet.fbs; NONE for no logical type. */
  byte tag;

  /** The table of the member; 0 for none. */
  int table;

  /** Whether tag and table say all that Thrift said. */
  boolean isRepresentable;

  /** Whether the member comes from a converted type, because Thrift has no logical type. */
  boolean isDerived;

  /** Whether the member has an empty crs that Thrift does not have. */
  boolean lacksCrs;

  int scale;
  int precision;
  int bitWidth;
  boolean isSigned;
  int timeUnit;

  LogicalTypeConverter(FlatWriter out) {
    this.out = out;
    this.options = new SliceCache(out.source);
  }

  /** No logical type. */
  void clear() {
    tag = LogicalType.NONE;
    table = 0;
    isRepresentable = true;
    isDerived = false;
    lacksCrs = false;
  }

  /** Writes the member that means the same as a converted type, if there is one. */
  void derive(int converted, int decimalScale, int decimalPrecision) {
    ConvertedType known = ConvertedType.forNumber(converted);
    var type = known == null ? null : known.logicalType(decimalScale, decimalPrecision);
    if (type == null) {
      return;
    }
    isDerived = true;
    tag = LogicalTypeTag.of(type.kind());
    if (type instanceof DecimalType) {
      scale = decimalScale;
      precision = decimalPrecision;
    } else if (type instanceof IntType integer) {
      bitWidth = integer.bitWidth();
      isSigned = integer.isSigned();
    } else if (type instanceof TimeType time) {
      timeUnit = numberOf(time.unit());
    } else if (type instanceof TimestampType timestamp) {
      timeUnit = numberOf(timestamp.unit());
    }
    table =
        derived.computeIfAbsent(
            new Derived(converted, decimalScale, decimalPrecision), unused -> writeDerived());
  }

  /** Numbers in parquet.fbs count from 0, in parquet.thrift from 1. */
  private static int numberOf(TimeUnit unit) {
    return unit.number() - 1;
  }

  private int writeDerived() {
    return switch (tag) {
      case LogicalType.DecimalType -> writeDecimal();
      case LogicalType.TimeType, LogicalType.TimestampType -> writeTime(true);
      case LogicalType.IntType -> writeInteger();
      default -> out.empty();
    };
  }

  /** Reads the union at the reader's position and writes its member. */
  void convert(CompactReader in) {
    clear();
    int members = 0;
    in.enterStruct();
    while (in.nextField()) {
      int id = in.fieldId();
      members++;
      boolean known = id >= 1 && id <= LAST_KNOWN && id != UNUSED_ID;
      if (!known || members > 1 || in.fieldType() != CompactType.STRUCT) {
        isRepresentable = false;
        in.skip();
        continue;
      }
      tag = (byte) (id > UNUSED_ID ? id - 1 : id);
      convertMember(in);
    }
    in.leaveStruct();
    isRepresentable &= members == 1;
    if (!isRepresentable) {
      lacksCrs = false;
      tag = LogicalType.NONE;
      table = 0;
    }
  }

  private void convertMember(CompactReader in) {
    switch (tag) {
      case LogicalType.DecimalType -> convertDecimal(in);
      case LogicalType.TimeType, LogicalType.TimestampType -> convertTime(in);
      case LogicalType.IntType -> convertInteger(in);
      case LogicalType.VariantType -> convertVariant(in);
      case LogicalType.GeometryType -> convertGeometry(in);
      case LogicalType.GeographyType -> convertGeography(in);
      default -> {
        in.enterStruct();
        while (in.nextField(EMPTY)) {
          in.skip();
        }
        in.leaveStruct();
        table = out.empty();
      }
    }
  }

  private void convertDecimal(CompactReader in) {
    int start = in.position();
    long seen = 0;
    in.enterStruct();
    while (in.nextField(LogicalTypeCodec.DECIMAL_SHAPE)) {
      seen |= 1L << in.fieldId();
      if (in.fieldId() == 1) {
        scale = in.readI32();
      } else {
        precision = in.readI32();
      }
    }
    in.leaveStruct();
    requireAll(LogicalTypeCodec.DECIMAL_SHAPE, seen);
    int length = in.position() - start;
    table = options.get(start, length, 0, 0);
    if (table == 0) {
      table = writeDecimal();
      options.put(start, length, 0, 0, table);
    }
  }

  private int writeDecimal() {
    int before = out.offset();
    int written =
        out.begin(DecimalOptions.SHAPE)
            .set(DecimalOptions.SCALE, scale)
            .set(DecimalOptions.PRECISION, precision)
            .end();
    out.noteShared(before);
    return written;
  }

  private void convertTime(CompactReader in) {
    int start = in.position();
    long seen = 0;
    boolean isAdjustedToUtc = false;
    in.enterStruct();
    while (in.nextField(LogicalTypeCodec.TIME_SHAPE)) {
      seen |= 1L << in.fieldId();
      if (in.fieldId() == 1) {
        isAdjustedToUtc = in.readBool();
      } else {
        readTimeUnit(in);
      }
    }
    in.leaveStruct();
    requireAll(LogicalTypeCodec.TIME_SHAPE, seen);
    int length = in.position() - start;
    table = options.get(start, length, 0, 0);
    if (table == 0) {
      table = writeTime(isAdjustedToUtc);
      options.put(start, length, 0, 0, table);
    }
  }

  private int writeTime(boolean isAdjustedToUtc) {
    int before = out.offset();
    int written =
        out.begin(TimeOptions.SHAPE)
            .set(TimeOptions.IS_ADJUSTED_TO_UTC, isAdjustedToUtc)
            .set(TimeOptions.UNIT, timeUnit)
            .end();
    out.noteShared(before);
    return written;
  }

  private void readTimeUnit(CompactReader in) {
    int members = 0;
    in.enterStruct();
    while (in.nextField(TIME_UNIT)) {
      members++;
      timeUnit = in.fieldId() - 1;
      in.enterStruct();
      while (in.nextField(EMPTY)) {
        in.skip();
      }
      in.leaveStruct();
    }
    in.leaveStruct();
    isRepresentable &= members == 1;
  }

  private void convertInteger(CompactReader in) {
    int start = in.position();
    long seen = 0;
    in.enterStruct();
    while (in.nextField(LogicalTypeCodec.INT_SHAPE)) {
      seen |= 1L << in.fieldId();
      if (in.fieldId() == 1) {
        bitWidth = in.readByte();
      } else {
        isSigned = in.readBool();
      }
    }
    in.leaveStruct();
    requireAll(LogicalTypeCodec.INT_SHAPE, seen);
    int length = in.position() - start;
    table = options.get(start, length, 0, 0);
    if (table == 0) {
      table = writeInteger();
      options.put(start, length, 0, 0, table);
    }
  }

  private int writeInteger() {
    int before = out.offset();
    int written =
        out.begin(IntOptions.SHAPE)
            .set(IntOptions.BIT_WIDTH, bitWidth)
            .set(IntOptions.IS_SIGNED, isSigned)
            .end();
    out.noteShared(before);
    return written;
  }

  private void convertVariant(CompactReader in) {
    boolean hasVersion = false;
    byte version = 0;
    in.enterStruct();
    while (in.nextField(LogicalTypeCodec.VARIANT_SHAPE)) {
      hasVersion = true;
      version = in.readByte();
    }
    in.leaveStruct();
    table =
        out.begin(VariantType.SHAPE)
            .setIf(hasVersion, VariantType.SPECIFICATION_VERSION, version)
            .end();
  }

  private void convertGeometry(CompactReader in) {
    int crs = 0;
    in.enterStruct();
    while (in.nextField(LogicalTypeCodec.GEOMETRY_SHAPE)) {
      int length = in.readBinary();
      crs = out.string(in.binaryStart(), length);
    }
    in.leaveStruct();
    crs = orEmpty(crs, in);
    table = out.begin(GeometryType.SHAPE).refer(GeometryType.CRS, crs).end();
  }

  private void convertGeography(CompactReader in) {
    int crs = 0;
    boolean hasAlgorithm = false;
    int algorithm = 0;
    in.enterStruct();
    while (in.nextField(LogicalTypeCodec.GEOGRAPHY_SHAPE)) {
      if (in.fieldId() == 1) {
        int length = in.readBinary();
        crs = out.string(in.binaryStart(), length);
      } else {
        hasAlgorithm = true;
        algorithm = in.readI32();
      }
    }
    in.leaveStruct();
    isRepresentable &= algorithm == (byte) algorithm;
    crs = orEmpty(crs, in);
    table =
        out.begin(GeographyType.SHAPE)
            .refer(GeographyType.CRS, crs)
            .setIf(hasAlgorithm, GeographyType.ALGORITHM, algorithm)
            .end();
  }

  /** Some readers of the proposal need one. */
  private int orEmpty(int crs, CompactReader in) {
    lacksCrs = crs == 0;
    return lacksCrs ? out.string(in.position(), 0) : crs;
  }

  /** A member without its required fields is kept as bytes. */
  private void requireAll(StructShape shape, long seen) {
    isRepresentable &= shape.hasRequired(seen);
  }
}
