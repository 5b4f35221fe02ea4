// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.NameBudget;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.value.VariantPath;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** Map with text keys: objects, every field an entry, in the order of the names. */
final class MapBuilder extends VectorBuilder {
  private final VectorBuilder keys;
  private final VectorBuilder values;
  private final VariantCursor value;
  private final GrowableBuffer ends = own(new GrowableBuffer());
  private final VariantLimits limits;
  private NameBudget names;

  MapBuilder(
      Target target,
      VectorBuilder keys,
      VectorBuilder values,
      VariantCursor value,
      VariantLimits limits) {
    super(target);
    this.limits = limits;
    this.keys = own(keys);
    this.values = own(values);
    this.value = value;
  }

  @Override
  public boolean takeObject(VariantCursor object) {
    VariantMetadata metadata = object.metadata();
    int count = object.elementCount();
    if (count > Integer.MAX_VALUE - keys.count()) {
      throw tooLarge("fewer rows");
    }
    int left = object.lengthBytes();
    for (int i = 0; i < count; i++) {
      int id = object.fieldId(i);
      if (!keys.takeString(metadata.nameAddress(id), takeName(object, id))) {
        throw new IllegalStateException("the keys of a Map are text");
      }
      left = putValue(object, i, id, left);
    }
    ends.appendInt(keys.count());
    validity.appendOne();
    return true;
  }

  private int takeName(VariantCursor object, int id) {
    try {
      VariantMetadata metadata = object.metadata();
      names.enter(metadata, metadata.generation(), metadata.lengthBytes());
      int length = metadata.nameLength(id);
      names.take(length, object.offsetInValue());
      return length;
    } catch (MalformedVariantException e) {
      throw e.at(target().path());
    }
  }

  private int putValue(VariantCursor object, int field, int id, int left) {
    try {
      object.element(field, value);
      int leftAfter = value.takeFrom(left);
      values.put(value);
      return leftAfter;
    } catch (MalformedVariantException | ConversionException e) {
      String step = VariantPath.Step.field(object.metadata().name(id)).toString();
      throw e.at(values.target().path()).inElement(target().path(), step);
    }
  }

  @Override
  public void start(BufferAllocator allocator) {
    names = new NameBudget(limits);
    super.start(allocator);
    ends.appendInt(0);
  }

  @Override
  public void addNulls(int rows) {
    ends.appendRepeated(keys.count(), Integer.BYTES, rows);
    validity.appendZeros(rows);
  }

  @Override
  public void load(FieldVector vector) {
    VectorMemory.load(vector, validity.count(), validity.zeros(), validity, ends);
    FieldVector entries = vector.getChildrenFromFields().get(0);
    VectorMemory.load(entries, keys.count(), 0, entries.getAllocator()::getEmpty);
    List<FieldVector> pair = entries.getChildrenFromFields();
    keys.load(pair.get(0));
    values.load(pair.get(1));
  }
}
