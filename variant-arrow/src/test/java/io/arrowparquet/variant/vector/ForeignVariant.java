// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Another library's type under the legacy name. */
final class ForeignVariant extends ExtensionType {
  @Override
  public ArrowType storageType() {
    return ArrowType.Struct.INSTANCE;
  }

  @Override
  public String extensionName() {
    return ParquetVariantType.LEGACY_NAME;
  }

  @Override
  public boolean extensionEquals(ExtensionType other) {
    return other instanceof ForeignVariant;
  }

  @Override
  public String serialize() {
    return "";
  }

  @Override
  public ArrowType deserialize(ArrowType storageType, String serializedData) {
    return this;
  }

  @Override
  public FieldVector getNewVector(String name, FieldType type, BufferAllocator allocator) {
    return new Vector(name, allocator);
  }

  /** A vector that knows nothing of Variants. */
  static final class Vector extends ExtensionTypeVector<StructVector> {
    Vector(String name, BufferAllocator allocator) {
      super(name, allocator, StructVector.empty(name, allocator));
    }

    @Override
    public org.apache.arrow.vector.types.pojo.Field getField() {
      return new org.apache.arrow.vector.types.pojo.Field(
          getName(),
          FieldType.nullable(new ForeignVariant()),
          getUnderlyingVector().getField().getChildren());
    }

    @Override
    public Object getObject(int index) {
      return getUnderlyingVector().getObject(index);
    }

    @Override
    public int hashCode(int index) {
      return getUnderlyingVector().hashCode(index);
    }

    @Override
    public int hashCode(int index, org.apache.arrow.memory.util.hash.ArrowBufHasher hasher) {
      return getUnderlyingVector().hashCode(index, hasher);
    }
  }
}
