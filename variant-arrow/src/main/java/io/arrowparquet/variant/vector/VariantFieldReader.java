// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import org.apache.arrow.vector.complex.impl.NullableStructReaderImpl;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Arrow's reader of a Variant column: the Struct's reader, whose objects are Variants.
 *
 * <p>It stays a Struct to Arrow's copier, which knows no extension types.
 */
final class VariantFieldReader extends NullableStructReaderImpl {
  private final VariantVector vector;

  VariantFieldReader(VariantVector vector) {
    super(vector.getUnderlyingVector());
    this.vector = vector;
  }

  @Override
  public Field getField() {
    return vector.getField();
  }

  /** The row's {@code Variant}, or null for SQL null. */
  @Override
  public Object readObject() {
    return vector.getObject(idx());
  }
}
