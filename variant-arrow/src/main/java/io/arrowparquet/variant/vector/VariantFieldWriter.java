// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.value.Variant;
import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantDictionary;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.complex.impl.AbstractExtensionTypeWriter;
import org.apache.arrow.vector.complex.impl.ExtensionTypeWriterFactory;

final class VariantFieldWriter extends AbstractExtensionTypeWriter<ParquetVariantVector> {
  static final ExtensionTypeWriterFactory<?> FACTORY = new Factory();

  /** A writer at row 0 of a column that is not shredded and has Binary children, or none yet. */
  VariantFieldWriter(ParquetVariantVector vector) {
    super(vector);
    if (vector.getChildrenFromFields().isEmpty()) {
      vector.initializeChildrenFromFields(ShreddedLayout.UNSHREDDED);
    }
    for (FieldVector child : vector.getChildrenFromFields()) {
      if (!(child instanceof VarBinaryVector)) {
        throw new IllegalArgumentException(
            "column " + vector.getName() + ": found " + child.getField() + ", expected a Binary");
      }
    }
  }

  @Override
  public void writeExtension(Object value) {
    if (value == null) {
      writeNull();
      return;
    }
    try (VariantDictionary names = new VariantDictionary(vector.getAllocator());
        VariantBuilder builder = new VariantBuilder(vector.getAllocator()).use(names)) {
      if (value instanceof Variant variant) {
        variant.appendTo(builder);
      } else if (value instanceof VariantCursor cursor) {
        builder.append(cursor);
      } else {
        throw new IllegalArgumentException(
            "found a " + value.getClass().getName() + ", expected a Variant or a VariantCursor");
      }
      write(names, builder);
    }
  }

  private void write(VariantDictionary names, VariantBuilder builder) {
    int row = getPosition();
    VarBinaryVector metadata = (VarBinaryVector) vector.metadataVector();
    VarBinaryVector values = (VarBinaryVector) vector.valueVector();
    while (row >= vector.getValueCapacity()) {
      vector.reAlloc();
    }
    int start = reserve(metadata, row, names.metadataLength());
    names.writeMetadata(metadata.getDataBuffer(), start);
    start = reserve(values, row, builder.lengthBytes());
    builder.writeTo(values.getDataBuffer(), start);
    vector.getUnderlyingVector().setIndexDefined(row);
    vector.setValueCount(row + 1);
  }

  private static int reserve(VarBinaryVector bytes, int row, int length) {
    bytes.setValueLengthSafe(row, length);
    bytes.setIndexDefined(row);
    return bytes.getStartOffset(row);
  }

  private static final class Factory implements ExtensionTypeWriterFactory<VariantFieldWriter> {
    @Override
    @SuppressWarnings("rawtypes") // as Arrow declares it
    public VariantFieldWriter getWriterImpl(ExtensionTypeVector vector) {
      return new VariantFieldWriter(ParquetVariantVector.of(vector));
    }
  }
}
