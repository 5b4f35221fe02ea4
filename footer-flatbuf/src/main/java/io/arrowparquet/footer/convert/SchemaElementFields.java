// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType.DecimalType;

/** What one Thrift {@code SchemaElement} says. Reused from element to element. */
final class SchemaElementFields {
  final LogicalTypeConverter logicalType;
  int start;
  int end;
  int type;
  int typeLength;
  int repetition;
  int nameStart;
  int nameLength;
  int convertedType;
  int scale;
  int precision;
  int fieldId;
  private int childCount;
  private int seen;

  SchemaElementFields(FlatWriter out) {
    logicalType = new LogicalTypeConverter(out);
  }

  void read(CompactReader in) {
    read(in, false);
  }

  void convert(CompactReader in) {
    read(in, true);
  }

  private void read(CompactReader in, boolean withLogicalType) {
    start = in.position();
    seen = 0;
    repetition = 0;
    logicalType.clear();
    in.enterStruct();
    while (in.nextField(SchemaElementCodec.SHAPE)) {
      int id = in.fieldId();
      seen |= 1 << id;
      switch (id) {
        case SchemaElementCodec.TYPE -> type = in.readI32();
        case SchemaElementCodec.TYPE_LENGTH -> typeLength = in.readI32();
        case SchemaElementCodec.REPETITION_TYPE -> repetition = in.readI32();
        case SchemaElementCodec.NAME -> {
          nameLength = in.readBinary();
          nameStart = in.binaryStart();
        }
        case SchemaElementCodec.NUM_CHILDREN -> childCount = in.readI32();
        case SchemaElementCodec.CONVERTED_TYPE -> convertedType = in.readI32();
        case SchemaElementCodec.SCALE -> scale = in.readI32();
        case SchemaElementCodec.PRECISION -> precision = in.readI32();
        case SchemaElementCodec.FIELD_ID -> fieldId = in.readI32();
        case SchemaElementCodec.LOGICAL_TYPE -> {
          if (withLogicalType) {
            logicalType.convert(in);
          } else {
            in.skip();
          }
        }
        default -> throw new AssertionError(id);
      }
    }
    in.leaveStruct(SchemaElementCodec.SHAPE, seen);
    end = in.position();
    if (withLogicalType
        && has(SchemaElementCodec.CONVERTED_TYPE)
        && !has(SchemaElementCodec.LOGICAL_TYPE)) {
      logicalType.derive(
          convertedType,
          has(SchemaElementCodec.SCALE) ? scale : 0,
          has(SchemaElementCodec.PRECISION) ? precision : 0);
    }
  }

  boolean has(int id) {
    return (seen >>> id & 1) != 0;
  }

  int childCount() {
    return has(SchemaElementCodec.NUM_CHILDREN) ? childCount : 0;
  }

  boolean typeFits() {
    return has(SchemaElementCodec.TYPE) && type >= 0 && type <= Byte.MAX_VALUE;
  }

  boolean repetitionFits() {
    return repetition >= 0 && repetition <= Byte.MAX_VALUE;
  }

  /** Whether the buffer's fields hold all of this. */
  boolean fits() {
    return logicalType.isRepresentable
        && (!has(SchemaElementCodec.TYPE) || typeFits())
        && repetitionFits();
  }

  /** Whether converted type, scale and precision are those that go with the logical type. */
  boolean convertedTypeIsImplied() {
    ConvertedType implied = ConvertedType.impliedBy(logicalType.type);
    if (has(SchemaElementCodec.CONVERTED_TYPE) != (implied != null)
        || (implied != null && convertedType != implied.number())) {
      return false;
    }
    if (logicalType.type instanceof DecimalType decimal) {
      return has(SchemaElementCodec.SCALE)
          && has(SchemaElementCodec.PRECISION)
          && scale == decimal.scale()
          && precision == decimal.precision();
    }
    return !has(SchemaElementCodec.SCALE) && !has(SchemaElementCodec.PRECISION);
  }
}
