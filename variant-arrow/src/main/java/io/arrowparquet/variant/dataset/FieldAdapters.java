// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import io.arrowparquet.variant.UnsupportedColumnException;
import io.arrowparquet.variant.kernels.ConversionMode;
import io.arrowparquet.variant.kernels.decode.VariantDecode;
import io.arrowparquet.variant.kernels.shred.VariantUnshred;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.VariantType;
import io.arrowparquet.variant.vector.VariantVector;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.Decimal;
import org.apache.arrow.vector.types.pojo.ArrowType.FloatingPoint;
import org.apache.arrow.vector.types.pojo.ArrowType.Int;
import org.apache.arrow.vector.types.pojo.Field;

/** Chooses how one file's column becomes the files' common column. */
final class FieldAdapters {
  private final BufferAllocator allocator;

  /**
   * Adapters that put values together in memory of an allocator.
   *
   * @param allocator that of the targets
   */
  FieldAdapters(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  /**
   * The way from one field to the other.
   *
   * @param path dotted path, for errors
   * @param source the file's field
   * @throws UnsupportedColumnException if there is none without loss
   */
  FieldAdapter adapter(String path, Field source, Field target) {
    if (FieldUnion.sameVectors(source, target)) {
      return (from, to, rows) -> from.makeTransferPair(to).transfer();
    }
    if (source.getType() instanceof ArrowType.Null) {
      return (from, to, rows) -> fillNull(to, rows);
    }
    if (source.getType() instanceof VariantType) {
      return variant(path, source, target);
    }
    FieldAdapter wider = widening(source.getType(), target.getType());
    if (wider != null) {
      return wider;
    }
    boolean widens = FieldUnion.isSmallerOf(source.getType(), target.getType());
    if (widens && source.getChildren().isEmpty()) {
      return this::bytesToLarge;
    }
    boolean nests = widens || source.getType().equals(target.getType());
    if (!nests || source.getChildren().isEmpty()) {
      throw mismatch(path, source, target);
    }
    List<ChildAdapter> children = children(path, source, target);
    return widens ? (from, to, rows) -> listToLarge(children, from, to, rows) : nested(children);
  }

  /** Makes a vector of nulls. */
  static void fillNull(FieldVector target, int rows) {
    target.setInitialCapacity(rows);
    target.allocateNew();
    target.setValueCount(rows);
  }

  private FieldAdapter variant(String path, Field source, Field target) {
    if (!(target.getType() instanceof VariantType)) {
      VariantDecode decode = new VariantDecode(target, ConversionMode.TRY_CAST);
      return (from, to, rows) -> {
        try (FieldVector decoded = decode.decode((VariantVector) from, allocator)) {
          decoded.makeTransferPair(to).transfer();
        }
      };
    }
    if (!FieldUnion.isUnshredded(target)) {
      throw mismatch(path, source, target);
    }
    return (from, to, rows) -> {
      try (VariantVector unshredded = VariantUnshred.unshred((VariantVector) from, allocator)) {
        unshredded.makeTransferPair(to).transfer();
      }
    };
  }

  /** The children's adapters, in the order of the target's; null where the source has no child. */
  private List<ChildAdapter> children(String path, Field source, Field target) {
    boolean struct = source.getType() instanceof ArrowType.Struct;
    List<Field> fields = source.getChildren();
    List<ChildAdapter> adapters = new ArrayList<>();
    for (int i = 0; i < target.getChildren().size(); i++) {
      Field wanted = target.getChildren().get(i);
      int from = struct ? indexOf(fields, wanted.getName()) : i;
      String childPath = FieldUnion.path(path, wanted.getName());
      if (from < 0 && !wanted.isNullable()) {
        throw new UnsupportedColumnException(childPath, "no such column", "a required column");
      }
      FieldAdapter adapter = null;
      if (from >= 0) {
        Field field = fields.get(from);
        // The entries of a map are a struct whose children writers name at will.
        adapter =
            source.getType() instanceof ArrowType.Map
                ? nested(inOrder(childPath, field, wanted))
                : adapter(childPath, field, wanted);
      }
      adapters.add(new ChildAdapter(from, adapter));
    }
    return adapters;
  }

  private List<ChildAdapter> inOrder(String path, Field source, Field target) {
    List<ChildAdapter> adapters = new ArrayList<>();
    for (int i = 0; i < target.getChildren().size(); i++) {
      Field wanted = target.getChildren().get(i);
      adapters.add(
          new ChildAdapter(
              i,
              adapter(
                  FieldUnion.path(path, wanted.getName()), source.getChildren().get(i), wanted)));
    }
    return adapters;
  }

  /** Where a child of the target comes from; {@code from} is negative where from nowhere. */
  private record ChildAdapter(int from, FieldAdapter adapter) {}

  /** Hands over the parent's own buffers, validity and offsets, and adapts the children. */
  private static FieldAdapter nested(List<ChildAdapter> adapters) {
    return (from, to, rows) -> {
      to.loadFieldBuffers(new ArrowFieldNode(rows, from.getNullCount()), from.getFieldBuffers());
      adaptChildren(adapters, from, to, rows);
    };
  }

  private static void adaptChildren(
      List<ChildAdapter> adapters, FieldVector from, FieldVector to, int rows) {
    List<FieldVector> sources = from.getChildrenFromFields();
    List<FieldVector> targets = to.getChildrenFromFields();
    for (int i = 0; i < targets.size(); i++) {
      ChildAdapter child = adapters.get(i);
      if (child.from() < 0) {
        fillNull(targets.get(i), rows);
      } else {
        FieldVector source = sources.get(child.from());
        child.adapter().adapt(source, targets.get(i), source.getValueCount());
      }
    }
  }

  /** Offsets of 4 bytes become 8; bytes are shared. */
  private void bytesToLarge(FieldVector from, FieldVector to, int rows) {
    try (ArrowBuf offsets = OffsetWidening.widen(from.getOffsetBuffer(), rows, allocator)) {
      to.loadFieldBuffers(
          new ArrowFieldNode(rows, from.getNullCount()),
          List.of(from.getValidityBuffer(), offsets, from.getDataBuffer()));
    }
  }

  private void listToLarge(
      List<ChildAdapter> children, FieldVector from, FieldVector to, int rows) {
    try (ArrowBuf offsets = OffsetWidening.widen(from.getOffsetBuffer(), rows, allocator)) {
      to.loadFieldBuffers(
          new ArrowFieldNode(rows, from.getNullCount()),
          List.of(from.getValidityBuffer(), offsets));
    }
    adaptChildren(children, from, to, rows);
  }

  static int indexOf(List<Field> fields, String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).getName().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private static FieldAdapter widening(ArrowType source, ArrowType target) {
    if (source instanceof Int from
        && target instanceof Int to
        && from.getIsSigned()
        && to.getIsSigned()
        && from.getBitWidth() < to.getBitWidth()) {
      return new IntegerWidening(from.getBitWidth() / Byte.SIZE, to.getBitWidth() / Byte.SIZE);
    }
    if (source instanceof FloatingPoint from
        && target instanceof FloatingPoint to
        && from.getPrecision() == FloatingPointPrecision.SINGLE
        && to.getPrecision() == FloatingPointPrecision.DOUBLE) {
      return FieldAdapters::floatsToDoubles;
    }
    if (FieldUnion.isSameUtc(source, target)) {
      return FieldAdapters::shareBuffers;
    }
    if (source instanceof Decimal from
        && target instanceof Decimal to
        && from.getScale() == to.getScale()
        && from.getBitWidth() == to.getBitWidth()
        && from.getPrecision() < to.getPrecision()) {
      return FieldAdapters::shareBuffers;
    }
    return null;
  }

  /** The values are the same; only their type says more. */
  private static void shareBuffers(FieldVector from, FieldVector to, int rows) {
    to.loadFieldBuffers(new ArrowFieldNode(rows, from.getNullCount()), from.getFieldBuffers());
  }

  private static void floatsToDoubles(FieldVector from, FieldVector to, int rows) {
    Float4Vector floats = (Float4Vector) from;
    Float8Vector doubles = (Float8Vector) to;
    fillNull(to, rows);
    for (int row = 0; row < rows; row++) {
      if (!floats.isNull(row)) {
        doubles.set(row, floats.get(row));
      }
    }
  }

  private static UnsupportedColumnException mismatch(String path, Field source, Field target) {
    return new UnsupportedColumnException(
        path, ArrowTypeText.of(source), "a type that goes into " + ArrowTypeText.of(target));
  }
}
