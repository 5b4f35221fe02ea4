// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Variant, unshredded: any value unchanged, Variant null included, with its dictionary. */
public final class VariantVectorBuilder extends VectorBuilder {
  private final BytesBuilder metadata;
  private final BytesBuilder values;
  private final int metadataChild;

  VariantVectorBuilder(
      Target target, BytesBuilder metadata, BytesBuilder values, int metadataChild) {
    super(target);
    this.metadata = own(metadata);
    this.values = own(values);
    this.metadataChild = metadataChild;
  }

  /** The type of an unshredded column. */
  public static Field field(String name) {
    Field metadata = Field.notNullable(ShreddedLayout.METADATA, ArrowType.Binary.INSTANCE);
    Field value = Field.nullable(ShreddedLayout.VALUE, ArrowType.Binary.INSTANCE);
    FieldType type = FieldType.nullable(ParquetVariantType.INSTANCE);
    return new Field(name, type, List.of(metadata, value));
  }

  /** A builder for a column that no target was given for. */
  public static VariantVectorBuilder unshredded(String name) {
    Field field = field(name);
    Target target = new Target(field, "$", ConversionMode.SAFE);
    return new VariantVectorBuilder(
        target,
        new BytesBuilder(target.member(field.getChildren().get(0)), false, false),
        new BytesBuilder(target.member(field.getChildren().get(1)), false, false),
        0);
  }

  @Override
  public boolean take(VariantCursor value) {
    append(value.metadata(), value.buffer().memoryAddress() + value.start(), value.lengthBytes());
    return true;
  }

  /** Appends a value that is encoded with a dictionary. */
  void append(VariantMetadata dictionary, long address, int length) {
    metadata.append(dictionary.address(), dictionary.lengthBytes());
    values.append(address, length);
    validity.appendOne();
  }

  @Override
  public void addNulls(int rows) {
    validity.appendZeros(rows);
    metadata.addNulls(rows);
    values.addNulls(rows);
  }

  @Override
  public void load(FieldVector vector) {
    load(vector, validity.count(), validity.zeros(), validity);
    metadata.load(vector.getChildrenFromFields().get(metadataChild));
    values.load(vector.getChildrenFromFields().get(1 - metadataChild));
  }
}
