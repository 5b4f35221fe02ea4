// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.kernel.NaturalTypeOptions;
import io.arrowparquet.variant.kernel.internal.build.VariantVectorBuilder.RestBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/**
 * Struct: objects, their fields by name. Fields that the Struct does not have are skipped, or kept
 * in the child for the rest if there is one.
 */
public final class StructBuilder extends VectorBuilder {
  private final VectorBuilder[] children;

  /** Takes fields without a child; null if they are dropped. */
  private final RestBuilder rest;

  private final FieldLocator locator;
  private final VariantCursor child;

  /** Rows under a null, which the children get when the next object comes, or in the end. */
  private int pendingNulls;

  /** {@code fields}: a builder for each, in their order. */
  StructBuilder(
      Target target, List<VectorBuilder> fields, FieldLocator locator, VariantCursor child) {
    super(target);
    fields.forEach(this::own);
    this.children =
        fields.stream()
            .filter(field -> !(field instanceof RestBuilder))
            .toArray(VectorBuilder[]::new);
    this.rest =
        fields.stream()
            .filter(RestBuilder.class::isInstance)
            .map(RestBuilder.class::cast)
            .findFirst()
            .orElse(null);
    this.locator = locator;
    this.child = child;
  }

  @Override
  public boolean take(VariantCursor value) {
    int typeId = value.typeId();
    if (typeId == VariantTypeIds.OBJECT) {
      return takeObject(value);
    }
    return typeId == VariantTypeIds.NULL && takeNull();
  }

  @Override
  public boolean takeObject(VariantCursor object) {
    int[] where = locator.locate(object);
    addPendingNulls();
    int i = 0;
    try {
      for (; i < children.length; i++) {
        if (where[i] == FieldLocator.MISSING) {
          children[i].putMissing();
        } else {
          object.element(where[i], child);
          children[i].put(child);
        }
      }
    } catch (MalformedVariantException e) {
      throw e.at(children[i].target().path());
    }
    if (rest != null) {
      putRest(object);
    }
    validity.appendOne();
    return true;
  }

  public boolean hasRest() {
    return rest != null;
  }

  /** The builders of the fields; to be appended to together with {@link #appendRows}. */
  public List<VectorBuilder> children() {
    return List.of(children);
  }

  /** Appends rows whose children come by themselves: null where a position does not count. */
  public void appendRows(Selection rows) {
    addPendingNulls();
    rows.appendTo(validity);
  }

  private void putRest(VariantCursor object) {
    int left = object.lengthBytes();
    int field = 0;
    try {
      for (; field < object.elementCount(); field++) {
        if (!locator.isWanted(field)) {
          object.element(field, child);
          left = child.takeFrom(left);
          rest.add(object.fieldId(field), child);
        }
      }
    } catch (MalformedVariantException e) {
      throw e.at(target().path() + "." + NaturalTypeOptions.REST);
    }
    rest.endRow(object.metadata());
  }

  @Override
  public void start(BufferAllocator allocator) {
    pendingNulls = 0;
    super.start(allocator);
  }

  @Override
  public void addNulls(int rows) {
    validity.appendZeros(rows);
    pendingNulls += rows;
  }

  private void addPendingNulls() {
    if (pendingNulls != 0) {
      for (VectorBuilder builder : children) {
        builder.addNulls(pendingNulls);
      }
      if (rest != null) {
        rest.addNulls(pendingNulls);
      }
      pendingNulls = 0;
    }
  }

  @Override
  public void load(FieldVector vector) {
    addPendingNulls();
    super.load(vector);
  }
}
