// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert.tothrift;

import io.arrowparquet.footer.convert.toflatbuf.SchemaElementFields;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.flatbuf.SchemaElementView;
import io.arrowparquet.footer.metadata.LogicalType;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.codec.LogicalTypeCodec;
import java.nio.ByteBuffer;

/** Writes the schema elements of a footer as Thrift. */
public final class SchemaWriter {
  private final CompactWriter out;
  private final FlatFooter footer;

  public SchemaWriter(CompactWriter out, FlatFooter footer) {
    this.out = out;
    this.footer = footer;
  }

  public void write() {
    SchemaElementView element = new SchemaElementView();
    for (int i = 0; i < footer.elementCount(); i++) {
      footer.schemaElement(i, element);
      ByteBuffer thrift = element.thrift();
      if (thrift != null) {
        Binaries.writeRaw(out, thrift);
      } else {
        write(element);
      }
    }
  }

  private void write(SchemaElementView element) {
    out.structBegin();
    if (element.hasType()) {
      out.i32Field(SchemaElementFields.TYPE, element.typeNumber());
    }
    if (element.hasTypeLength()) {
      out.i32Field(SchemaElementFields.TYPE_LENGTH, element.typeLength());
    }
    if (element.hasRepetition()) {
      out.i32Field(SchemaElementFields.REPETITION_TYPE, element.repetitionNumber());
    }
    byte[] name = element.nameBytes();
    out.binaryField(SchemaElementFields.NAME, name, 0, name.length);
    if (element.hasChildCount()) {
      out.i32Field(SchemaElementFields.NUM_CHILDREN, element.childCount());
    }
    out.optionalI32Field(SchemaElementFields.CONVERTED_TYPE, element.convertedTypeNumber());
    out.optionalI32Field(SchemaElementFields.SCALE, element.scale());
    out.optionalI32Field(SchemaElementFields.PRECISION, element.precision());
    if (element.hasFieldId()) {
      out.i32Field(SchemaElementFields.FIELD_ID, element.fieldId());
    }
    LogicalType logicalType = element.logicalType();
    if (logicalType != null) {
      out.fieldHeader(SchemaElementFields.LOGICAL_TYPE, CompactType.STRUCT);
      LogicalTypeCodec.write(out, logicalType);
    }
    out.structEnd();
  }
}
