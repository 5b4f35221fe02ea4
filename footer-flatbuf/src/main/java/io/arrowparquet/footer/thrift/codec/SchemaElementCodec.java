// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.thrift.codec;

import io.arrowparquet.footer.metadata.LogicalType;
import io.arrowparquet.footer.metadata.SchemaElement;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.StructShape;

/** Thrift compact codec of {@link SchemaElement}. */
public final class SchemaElementCodec {
  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("SchemaElement")
          .optional(1, "type", CompactType.I32)
          .optional(2, "type_length", CompactType.I32)
          .optional(3, "repetition_type", CompactType.I32)
          .required(4, "name", CompactType.BINARY)
          .optional(5, "num_children", CompactType.I32)
          .optional(6, "converted_type", CompactType.I32)
          .optional(7, "scale", CompactType.I32)
          .optional(8, "precision", CompactType.I32)
          .optional(9, "field_id", CompactType.I32)
          .optional(10, "logicalType", CompactType.STRUCT);

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
        case 1 -> typeNumber = in.readI32();
        case 2 -> typeLength = in.readI32();
        case 3 -> repetitionTypeNumber = in.readI32();
        case 4 -> name = in.readString();
        case 5 -> numChildren = in.readI32();
        case 6 -> convertedTypeNumber = in.readI32();
        case 7 -> scale = in.readI32();
        case 8 -> precision = in.readI32();
        case 9 -> fieldId = in.readI32();
        case 10 -> logicalType = LogicalTypeCodec.read(in);
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

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, SchemaElement value) {
    out.structBegin();
    out.optionalI32Field(1, value.typeNumber());
    out.optionalI32Field(2, value.typeLength());
    out.optionalI32Field(3, value.repetitionTypeNumber());
    out.stringField(4, value.name());
    out.optionalI32Field(5, value.numChildren());
    out.optionalI32Field(6, value.convertedTypeNumber());
    out.optionalI32Field(7, value.scale());
    out.optionalI32Field(8, value.precision());
    out.optionalI32Field(9, value.fieldId());
    out.optionalStructField(10, value.logicalType(), LogicalTypeCodec::write);
    out.structEnd();
  }
}
