// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.ValueWriter;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.internal.shred.FieldIds;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.kernel.internal.build.ShredCells;
import io.arrowparquet.variant.kernel.internal.build.Target;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantPath;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/**
 * The {@code typed_value} of objects: a Struct with a level for each field that has a column. The
 * fields that have none are collected as an object of their own, the rest, for {@code value}.
 */
final class ShredObject extends VectorBuilder {
  private static final int REST = -1;

  private final NameTable names;
  private final ShredLevel[] fields;

  /** The field of a name by its number plus one; names added later are of the rest. */
  private final int[] fieldOfName;

  private final VariantCursor child;
  private final FieldIds ids = new FieldIds();
  private int[] fieldOf = {};
  private int block;
  private final GrowableBuffer scratch = own(new GrowableBuffer());
  private final ValueWriter writer = new ValueWriter(scratch);

  /** {@code numbers}: the fields' names, as the table numbers them. */
  ShredObject(
      Target target, NameTable names, List<ShredLevel> fields, int[] numbers, VariantCursor child) {
    super(target);
    this.names = names;
    this.fields = fields.toArray(new ShredLevel[0]);
    fields.forEach(this::own);
    this.child = child;
    fieldOfName = new int[names.size() + 1];
    Arrays.fill(fieldOfName, REST);
    for (int field = 0; field < numbers.length; field++) {
      fieldOfName[numbers[field] + 1] = field;
    }
  }

  @Override
  public boolean takeObject(VariantCursor object) {
    int row = validity.count();
    if (row / ShredCells.ROWS != block) {
      takeGathered();
      block = row / ShredCells.ROWS;
    }
    findFields(object);
    scratch.clear();
    int start = writer.start();
    int count = ids.count();
    int left = object.lengthBytes();
    int i = 0;
    try {
      for (; i < count; i++) {
        if (fieldOf[i] == REST) {
          object.element(i, child);
          left = child.takeFrom(left);
          writer.field(ids.id(i));
          writer.writeEncoded(child.buffer().memoryAddress() + child.start(), child.lengthBytes());
        } else {
          left = put(object, i, fields[fieldOf[i]], row, left);
        }
      }
    } catch (MalformedVariantException e) {
      throw e.at(pathOf(object, i));
    }
    if (writer.count(start) > 0) {
      writer.endObject(start, 0);
    }
    validity.appendOne();
    return true;
  }

  private void findFields(VariantCursor object) {
    try {
      if (ids.read(object)) {
        return;
      }
    } catch (MalformedVariantException e) {
      throw e.at(target().path());
    }
    int count = ids.count();
    if (fieldOf.length < count) {
      fieldOf = new int[Math.max(count, 2 * fieldOf.length)];
    }
    int[] numberOfId = names.ofId();
    for (int i = 0; i < count; i++) {
      int slot = numberOfId[ids.id(i)] + 1;
      fieldOf[i] = slot < fieldOfName.length ? fieldOfName[slot] : REST;
    }
  }

  /** Of two fields with one name the first counts. Returns the bytes left of {@code left}. */
  private int put(VariantCursor object, int index, ShredLevel field, int row, int left) {
    ShredCells cells = field.cells();
    if (cells == null ? field.count() > row : cells.has(row)) {
      return left;
    }
    object.element(index, child);
    int less = child.takeFrom(left);
    if (cells == null) {
      field.putAt(row, child);
    } else {
      field.gatherAt(row, child);
    }
    return less;
  }

  /** The path of a field; that of the object where the field's name cannot be read. */
  private String pathOf(VariantCursor object, int field) {
    try {
      return target().path()
          + VariantPath.Step.field(object.metadata().name(object.fieldId(field)));
    } catch (MalformedVariantException e) {
      return target().path();
    }
  }

  /** Gives the fields what was gathered of the block's rows, of which there may be less than 64. */
  private void takeGathered() {
    int first = block * ShredCells.ROWS;
    int rows = Math.min(validity.count() - first, ShredCells.ROWS);
    for (ShredLevel field : fields) {
      if (field.cells() != null) {
        field.takeGathered(first, rows);
      }
    }
  }

  /** The rest of the object taken last; empty for none. */
  GrowableBuffer rest() {
    return scratch;
  }

  @Override
  public void start(BufferAllocator allocator) {
    block = 0;
    super.start(allocator);
    writer.clear();
  }

  @Override
  public void addNulls(int rows) {
    validity.appendZeros(rows);
  }

  @Override
  public void load(FieldVector vector) {
    takeGathered();
    int rows = validity.count();
    VectorMemory.load(vector, rows, validity.zeros(), validity);
    List<FieldVector> vectors = vector.getChildrenFromFields();
    for (int i = 0; i < fields.length; i++) {
      fields[i].padTo(rows);
      fields[i].load(vectors.get(i));
    }
  }
}
