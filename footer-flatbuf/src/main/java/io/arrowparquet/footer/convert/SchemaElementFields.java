// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.thrift.ChunkFields;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType.DecimalType;

/**
 * What one Thrift {@code SchemaElement} says. Reused from element to element: many differ in
 * nothing but their names.
 *
 * <pre>
 *   the same bytes | length of the name: 1 byte | name | the same bytes
 * </pre>
 */
final class SchemaElementFields {
  private final LogicalTypeConverter logicalTypes;
  LogicalTypeConverter.Written logicalType = LogicalTypeConverter.Written.NONE;
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

  /** Whether other elements may be told by the bytes of this one. */
  private boolean isForm;

  SchemaElementFields(LogicalTypeConverter logicalTypes) {
    this.logicalTypes = logicalTypes;
  }

  /**
   * Takes the element at the reader's position, if it is this one with another name; it says all
   * that this one says then.
   */
  boolean isRepeated(CompactReader in) {
    int at = in.position();
    int before = nameStart - start;
    int after = end - nameStart - nameLength;
    int room = in.end() - at - before - after;
    if (!isForm || room < 0) {
      return false;
    }
    byte[] source = in.array();
    int length = source[at + before - 1];
    int newName = at + before;
    if (length < 0
        || length > room
        || !ChunkFields.sameBytes(source, at, start, before - 1)
        || !ChunkFields.sameBytes(source, newName + length, nameStart + nameLength, after)) {
      return false;
    }
    start = at;
    nameStart = newName;
    nameLength = length;
    end = newName + length + after;
    in.position(end);
    return true;
  }

  void read(CompactReader in, boolean withLogicalType) {
    start = in.position();
    seen = 0;
    repetition = 0;
    logicalType = LogicalTypeConverter.Written.NONE;
    long unknownBefore = in.unknownFields().count();
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
            logicalType = logicalTypes.convert(in);
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
      logicalType =
          logicalTypes.derive(
              convertedType,
              has(SchemaElementCodec.SCALE) ? scale : 0,
              has(SchemaElementCodec.PRECISION) ? precision : 0);
    }
    isForm =
        hasLengthOfOneByte(in.array())
            && !has(SchemaElementCodec.FIELD_ID)
            && in.unknownFields().count() == unknownBefore
            && logicalType.isShared();
  }

  /** The byte before the length is the field's header then, and does not continue a number. */
  private boolean hasLengthOfOneByte(byte[] source) {
    return source[nameStart - 1] == nameLength && source[nameStart - 2] >= 0;
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
    return logicalType.isRepresentable()
        && (!has(SchemaElementCodec.TYPE) || typeFits())
        && repetitionFits();
  }

  /** Whether converted type, scale and precision are those that go with the logical type. */
  boolean convertedTypeIsImplied() {
    ConvertedType implied = ConvertedType.impliedBy(logicalType.type());
    if (has(SchemaElementCodec.CONVERTED_TYPE) != (implied != null)
        || (implied != null && convertedType != implied.number())) {
      return false;
    }
    if (logicalType.type() instanceof DecimalType decimal) {
      return has(SchemaElementCodec.SCALE)
          && has(SchemaElementCodec.PRECISION)
          && scale == decimal.scale()
          && precision == decimal.precision();
    }
    return !has(SchemaElementCodec.SCALE) && !has(SchemaElementCodec.PRECISION);
  }
}
