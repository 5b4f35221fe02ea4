// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.BitAppender;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.internal.shred.PrimitiveReader;
import io.arrowparquet.variant.internal.shred.PrimitiveSink;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.internal.build.Target.RowTarget;
import io.arrowparquet.variant.value.VariantCursor;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Builds one vector: takes a position's values row by row and hands its buffers to a vector of its
 * type in the end.
 *
 * <p>A builder accepts what converts to its type without loss: the {@code take} methods it
 * overrides. They append one row and return true, or append nothing and return false. A value may
 * come from a cursor or, taken apart already, from a shredded column. What is not accepted goes to
 * the {@link #castBy cast}, if there is one, and comes back as something that is.
 *
 * <p>Life: {@link #start}, any number of rows, then {@link #load} or {@link #release}; then again.
 * Between {@code start} and those it owns its memory, by the rules of {@link VectorMemory}; after
 * any of them, {@code start} too, has failed, it is to be released.
 */
public abstract class VectorBuilder implements PrimitiveSink, RowTarget {
  private final List<VectorMemory.Part> parts = new ArrayList<>();

  private final Target target;
  private final boolean nullable;
  private final boolean mismatchIsNull;

  /** Null where values convert without loss or not at all. */
  private SqlCast cast;

  /** Which rows have a value; a union and what is null altogether have no use for it. */
  public final BitAppender validity = own(new BitAppender());

  public VectorBuilder(Target target) {
    this.target = target;
    this.nullable = target.nullable();
    this.mismatchIsNull = target.mismatchIsNull();
  }

  /** Starts and releases this with the builder; it may be null. */
  protected final <T extends VectorMemory.Part> T own(T part) {
    if (part != null) {
      parts.add(part);
    }
    return part;
  }

  /** Has values that are not accepted cast; null for none. */
  final void castBy(SqlCast newCast) {
    cast = newCast;
  }

  public final Target target() {
    return target;
  }

  @Override
  public void start(BufferAllocator allocator) {
    parts.forEach(part -> part.start(allocator));
  }

  public void expectRows(int rows) {}

  @Override
  public int count() {
    return validity.count();
  }

  /** Loads the buffers and children that this owns, in their order. */
  @Override
  public void load(FieldVector vector) {
    VectorMemory.Source[] buffers =
        parts.stream()
            .filter(VectorMemory.Source.class::isInstance)
            .toArray(VectorMemory.Source[]::new);
    VectorMemory.load(vector, validity.count(), validity.zeros(), buffers);
    int child = 0;
    for (VectorMemory.Part part : parts) {
      if (part instanceof RowTarget rows) {
        rows.load(vector.getChildrenFromFields().get(child++));
      }
    }
  }

  @Override
  public Field naturalField(String name) {
    Field field = target.field();
    return new Field(name, field.getFieldType(), field.getChildren());
  }

  @Override
  public void release() {
    parts.forEach(VectorMemory.Part::release);
  }

  /**
   * Appends a whole column whose type is just this builder's, by copying its buffers or sharing
   * them; positions that do not count are nulls.
   *
   * @return false, with nothing appended, if the column has another type or a value not of its own
   */
  public boolean appendColumn(FieldVector column, Selection rows) {
    return false;
  }

  /**
   * Appends a whole primitive column of another type that converts to this builder's in every row,
   * as the mode of the target has it; positions that do not count are nulls.
   *
   * @return false, with nothing appended, if it does not, or is to be taken row by row
   */
  public boolean convertColumn(VariantPrimitive from, FieldVector column, Selection rows) {
    return false;
  }

  /** Appends a value, or what the target has in place of one that does not fit. */
  @Override
  public final void put(VariantCursor value) {
    if (!take(value) && !takeCast(value)) {
      putMismatch(value.typeId());
    }
  }

  /** As {@link #put(VariantCursor)}, for a row of a shredded column that is not null. */
  public final void put(PrimitiveReader values, int row) {
    if (!values.read(row, this) && (cast == null || !values.read(row, cast))) {
      putMismatch(values.typeId(row));
    }
  }

  final boolean takeCast(VariantCursor value) {
    if (cast == null) {
      return false;
    }
    return switch (value.typeId()) {
      case VariantTypeIds.OBJECT, VariantTypeIds.ARRAY -> cast.takeContainer(value);
      case VariantTypeIds.NULL -> false;
      default -> cast.takePrimitive(value);
    };
  }

  /** Appends a null for a value that is not there. */
  @Override
  public final void putMissing() {
    if (!nullable) {
      throw target.mismatch("no value");
    }
    addNulls(1);
  }

  /** Appends what the target has in place of a value of this type that does not fit. */
  public final void putMismatch(int typeId) {
    if (!mismatchIsNull) {
      throw target.mismatch(VariantTypeIds.name(typeId));
    }
    addNulls(1);
  }

  public boolean take(VariantCursor value) {
    int typeId = value.typeId();
    return switch (typeId) {
      case VariantTypeIds.NULL -> takeNull();
      case VariantTypeIds.TRUE -> takeBoolean(true);
      case VariantTypeIds.FALSE -> takeBoolean(false);
      case VariantTypeIds.INT8, VariantTypeIds.INT16, VariantTypeIds.INT32, VariantTypeIds.INT64 ->
          takeInteger(value.getLong());
      case VariantTypeIds.FLOAT -> takeFloat(value.getFloat());
      case VariantTypeIds.DOUBLE -> takeDouble(value.getDouble());
      case VariantTypeIds.STRING -> takeString(value.bytesAddress(), value.bytesLength());
      case VariantTypeIds.OBJECT -> takeObject(value);
      case VariantTypeIds.ARRAY -> takeArray(value);
      // The types met less often, kept apart so that this switch stays small.
      default -> takePrimitive(value);
    };
  }

  public boolean takeNull() {
    if (nullable) {
      addNulls(1);
    }
    return nullable;
  }

  public boolean takeObject(VariantCursor object) {
    return false;
  }

  public boolean takeArray(VariantCursor array) {
    return false;
  }

  protected final void putElements(
      VariantCursor array, int count, VariantCursor element, RowTarget elements) {
    int left = array.lengthBytes();
    int i = 0;
    try {
      for (; i < count; i++) {
        array.element(i, element);
        left = element.takeFrom(left);
        elements.put(element);
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw inElement(e, i);
    }
  }

  public final DiagnosedException inElement(DiagnosedException e, int index) {
    return e.at(target.path() + "[*]").inElement(target.path(), "[" + index + "]");
  }

  public ConversionException tooLarge(String type) {
    return target.mismatch("more than 2 GiB of bytes or elements in one batch, take " + type);
  }
}
