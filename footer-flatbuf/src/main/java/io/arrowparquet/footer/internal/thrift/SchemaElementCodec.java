// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;
import static io.arrowparquet.footer.internal.thrift.ThriftType.STRING;

import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.SchemaElement;

/** By hand: bundles read and write schemas of many files. */
public final class SchemaElementCodec {
  // Field ids.
  public static final int TYPE = 1;
  public static final int TYPE_LENGTH = 2;
  public static final int REPETITION_TYPE = 3;
  public static final int NAME = 4;
  public static final int NUM_CHILDREN = 5;
  public static final int CONVERTED_TYPE = 6;
  public static final int SCALE = 7;
  public static final int PRECISION = 8;
  public static final int FIELD_ID = 9;
  public static final int LOGICAL_TYPE = 10;

  public static final StructCodec<SchemaElement> STRUCT =
      StructCodec.byHand(
              "SchemaElement",
              SchemaElement.class,
              SchemaElementCodec::read,
              SchemaElementCodec::write)
          .optional(TYPE, "type", I32)
          .optional(TYPE_LENGTH, "type_length", I32)
          .optional(REPETITION_TYPE, "repetition_type", I32)
          .required(NAME, "name", STRING)
          .optional(NUM_CHILDREN, "num_children", I32)
          .optional(CONVERTED_TYPE, "converted_type", I32)
          .optional(SCALE, "scale", I32)
          .optional(PRECISION, "precision", I32)
          .optional(FIELD_ID, "field_id", I32)
          .optional(LOGICAL_TYPE, "logicalType", LogicalTypeCodec.UNION);

  public static final StructShape SHAPE = STRUCT.shape();

  private SchemaElementCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static SchemaElement read(CompactReader in) {
    Integer typeNumber = null;
    Integer typeLength = null;
    Integer repetitionTypeNumber = null;
    String name = null;
    Integer numChildren = null;
    Integer convertedTypeNumber = null;
    Integer scale = null;
    Integer precision = null;
    Integer fieldId = null;
    LogicalType logicalType = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case TYPE -> typeNumber = in.readI32();
        case TYPE_LENGTH -> typeLength = in.readI32();
        case REPETITION_TYPE -> repetitionTypeNumber = in.readI32();
        case NAME -> name = in.readString();
        case NUM_CHILDREN -> numChildren = in.readI32();
        case CONVERTED_TYPE -> convertedTypeNumber = in.readI32();
        case SCALE -> scale = in.readI32();
        case PRECISION -> precision = in.readI32();
        case FIELD_ID -> fieldId = in.readI32();
        case LOGICAL_TYPE -> logicalType = LogicalTypeCodec.UNION.read(in);
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new SchemaElement(
        typeNumber,
        typeLength,
        repetitionTypeNumber,
        name,
        numChildren,
        convertedTypeNumber,
        scale,
        precision,
        fieldId,
        logicalType);
  }

  public static void write(CompactWriter out, SchemaElement value) {
    out.structBegin();
    out.optionalI32Field(TYPE, value.typeNumber());
    out.optionalI32Field(TYPE_LENGTH, value.typeLength());
    out.optionalI32Field(REPETITION_TYPE, value.repetitionTypeNumber());
    out.stringField(NAME, value.name());
    out.optionalI32Field(NUM_CHILDREN, value.numChildren());
    out.optionalI32Field(CONVERTED_TYPE, value.convertedTypeNumber());
    out.optionalI32Field(SCALE, value.scale());
    out.optionalI32Field(PRECISION, value.precision());
    out.optionalI32Field(FIELD_ID, value.fieldId());
    out.optionalStructField(LOGICAL_TYPE, value.logicalType(), LogicalTypeCodec.UNION::write);
    out.structEnd();
  }
}
