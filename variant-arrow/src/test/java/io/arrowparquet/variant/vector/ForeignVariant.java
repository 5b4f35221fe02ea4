// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Another library's type, whose vectors have metadata and value and no other children. */
public final class ForeignVariant extends ExtensionType {
  private final String extension;

  /** Under one of the names of Variants. */
  public ForeignVariant(String extension) {
    this.extension = extension;
  }

  @Override
  public ArrowType storageType() {
    return ArrowType.Struct.INSTANCE;
  }

  @Override
  public String extensionName() {
    return extension;
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
    return new Vector(name, this, allocator);
  }

  /** A vector that knows nothing of Variants. */
  public static final class Vector extends ExtensionTypeVector<StructVector> {
    private final ForeignVariant type;

    private Vector(String name, ForeignVariant type, BufferAllocator allocator) {
      super(name, allocator, StructVector.empty(name, allocator));
      this.type = type;
    }

    @Override
    public void initializeChildrenFromFields(java.util.List<Field> children) {
      if (children.size() != 2) {
        throw new UnsupportedOperationException("a Variant that is shredded");
      }
      super.initializeChildrenFromFields(children);
    }

    @Override
    public Field getField() {
      return new Field(
          getName(), FieldType.nullable(type), getUnderlyingVector().getField().getChildren());
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
