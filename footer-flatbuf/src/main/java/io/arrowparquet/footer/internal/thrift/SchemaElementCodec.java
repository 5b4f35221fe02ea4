// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;
import static io.arrowparquet.footer.internal.thrift.ThriftType.STRING;

import io.arrowparquet.footer.model.SchemaElement;

/** Thrift compact codec of {@link SchemaElement}. */
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
      StructCodec.of(
              "SchemaElement",
              f ->
                  new SchemaElement(
                      f.get(TYPE),
                      f.get(TYPE_LENGTH),
                      f.get(REPETITION_TYPE),
                      f.get(NAME),
                      f.get(NUM_CHILDREN),
                      f.get(CONVERTED_TYPE),
                      f.get(SCALE),
                      f.get(PRECISION),
                      f.get(FIELD_ID),
                      f.get(LOGICAL_TYPE)))
          .optional(TYPE, "type", I32, SchemaElement::typeNumber)
          .optional(TYPE_LENGTH, "type_length", I32, SchemaElement::typeLength)
          .optional(REPETITION_TYPE, "repetition_type", I32, SchemaElement::repetitionTypeNumber)
          .required(NAME, "name", STRING, SchemaElement::name)
          .optional(NUM_CHILDREN, "num_children", I32, SchemaElement::numChildren)
          .optional(CONVERTED_TYPE, "converted_type", I32, SchemaElement::convertedTypeNumber)
          .optional(SCALE, "scale", I32, SchemaElement::scale)
          .optional(PRECISION, "precision", I32, SchemaElement::precision)
          .optional(FIELD_ID, "field_id", I32, SchemaElement::fieldId)
          .optional(
              LOGICAL_TYPE, "logicalType", LogicalTypeCodec.UNION, SchemaElement::logicalType);

  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE = STRUCT.shape();

  private SchemaElementCodec() {}
}
