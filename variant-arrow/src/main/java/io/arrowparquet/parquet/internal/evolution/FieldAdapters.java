// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.internal.evolution.ConvertedValues.ValuePlace;
import io.arrowparquet.parquet.internal.evolution.EvolutionPlan.PlannedField;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Makes what turns one file's columns into the reader's, by an {@link EvolutionPlan}. */
public final class FieldAdapters {
  /** Of files whose schemas are unified: fields meet by name, and nothing has to be proved. */
  public static final EvolutionRules BY_NAME =
      EvolutionRules.defaults().withByFieldId(false).withDecodeVariants(true);

  static final FieldAdapter NULLS = (from, to, rows) -> fillNull(to, rows);

  private final BufferAllocator allocator;
  private final Map<String, Constant> defaults;
  private final LeafAdapters leaves;

  /**
   * Adapters that put values together in memory of an allocator.
   *
   * @param allocator that of the targets
   * @param defaults by dotted path, the values of fields that files lack
   */
  public FieldAdapters(BufferAllocator allocator, Map<String, Constant> defaults) {
    this.allocator = allocator;
    this.defaults = defaults;
    this.leaves = new LeafAdapters(allocator);
  }

  /** The way from one field to another of the same values. */
  public FieldAdapter adapter(Field source, Field target) {
    if (source.equals(target)) {
      return FieldAdapters::transfer;
    }
    EvolutionPlan plan =
        EvolutionPlan.of(ArrowFields.of(List.of(target)), ArrowFields.of(List.of(source)), BY_NAME);
    return adapter(plan.fields().get(0), source, target);
  }

  /**
   * The way of a planned field of the top level.
   *
   * @param source the file's field; null if it has none
   * @throws UnsupportedColumnException if there is none without loss
   */
  public FieldAdapter adapter(PlannedField planned, Field source, Field target) {
    return adapter(planned, source, target, new ValuePlace(target.getName(), true));
  }

  private FieldAdapter adapter(PlannedField planned, Field source, Field target, ValuePlace place) {
    Conversion conversion = planned.conversion();
    if (conversion == Conversion.ABSENT) {
      return absent(place.path());
    }
    if (conversion == Conversion.NULLS) {
      return NULLS;
    }
    if (conversion == Conversion.KEEP && FieldUnion.sameVectors(source, target)) {
      return FieldAdapters::transfer;
    }
    if (conversion == Conversion.DECODE) {
      return decoding(target);
    }
    FieldAdapter adapter =
        source.getType() instanceof ParquetVariantType
            ? unshredding(target)
            : source.getChildren().isEmpty()
                ? leaves.adapter(conversion, source.getType(), target.getType(), place)
                : nested(planned, source, target, place);
    if (adapter == null) {
      throw new UnsupportedColumnException(
          place.path(),
          ArrowTypeText.of(source),
          "a type that goes into " + ArrowTypeText.of(target));
    }
    return adapter;
  }

  public static void transfer(FieldVector from, FieldVector to, int rows) {
    from.makeTransferPair(to).transfer();
  }

  public static void fillNull(FieldVector target, int rows) {
    target.setInitialCapacity(rows);
    target.allocateNew();
    target.setValueCount(rows);
  }

  private FieldAdapter absent(String path) {
    Constant value = defaults.get(path);
    return value == null ? NULLS : (from, to, rows) -> value.fill(to, rows, allocator);
  }

  private FieldAdapter decoding(Field target) {
    if (target.getType() instanceof ArrowType.Utf8 && VariantPrimitive.isJson(target)) {
      return made(variants -> VariantToJson.write(variants, allocator));
    }
    VariantDecode decode = new VariantDecode(target, ConversionMode.TRY_CAST);
    return made(variants -> decode.decode(variants, allocator));
  }

  /** What a kernel makes of Variants. */
  private static FieldAdapter made(Function<ParquetVariantVector, FieldVector> kernel) {
    return (from, to, rows) -> {
      try (FieldVector made = kernel.apply((ParquetVariantVector) from)) {
        made.makeTransferPair(to).transfer();
      }
    };
  }

  /** Null if the target is shredded in another way than the source. */
  private FieldAdapter unshredding(Field target) {
    return FieldUnion.isUnshredded(target)
        ? made(variants -> VariantUnshred.unshred(variants, allocator))
        : null;
  }

  private FieldAdapter nested(PlannedField planned, Field source, Field target, ValuePlace place) {
    if (source.getType() instanceof ArrowType.Map) {
      Field entries = source.getChildren().get(0);
      Field wanted = target.getChildren().get(0);
      FieldAdapter pairs = new Parent(children(planned, entries, wanted, place, false)).same();
      return new Parent(List.of(new Child(0, pairs))).same();
    }
    if (target.getType() instanceof ArrowType.FixedSizeList list) {
      return source.getType() instanceof ArrowType.List
          ? fixedSize(children(planned, source, target, place, false), list.getListSize(), place)
          : null;
    }
    boolean struct = source.getType() instanceof ArrowType.Struct;
    Parent parent = new Parent(children(planned, source, target, place, struct));
    if (LeafAdapters.haveOtherOffsets(source.getType(), target.getType())) {
      return (from, to, rows) -> {
        try (ArrowBuf offsets = LeafAdapters.otherOffsets(from, rows, place, allocator)) {
          parent.adapt(from, to, rows, List.of(from.getValidityBuffer(), offsets));
        }
      };
    }
    return parent.same();
  }

  /** Null lists have no elements in one layout, and {@code size} in the other. */
  private FieldAdapter fixedSize(List<Child> children, int size, ValuePlace place) {
    return (from, to, rows) -> {
      ArrowBuf offsets = from.getOffsetBuffer();
      FieldVector elements = from.getChildrenFromFields().get(0);
      try (FieldVector spread = elements.getField().createVector(allocator)) {
        for (int row = 0; row < rows; row++) {
          int start = offsets.getInt((long) row * Integer.BYTES);
          int length = offsets.getInt((row + 1L) * Integer.BYTES) - start;
          if (length != size && !from.isNull(row)) {
            throw place.unfit(row, "a list of " + length, "one of " + size + " elements");
          }
          for (int i = 0; i < size && from.getNullCount() > 0 && !from.isNull(row); i++) {
            spread.copyFromSafe(start + i, row * size + i, elements);
          }
        }
        to.loadFieldBuffers(
            new ArrowFieldNode(rows, from.getNullCount()), List.of(from.getValidityBuffer()));
        FieldVector placed = from.getNullCount() == 0 ? elements : spread;
        placed.setValueCount(rows * size);
        children.get(0).adapter().adapt(placed, to.getChildrenFromFields().get(0), rows * size);
      }
    };
  }

  private List<Child> children(
      PlannedField planned, Field source, Field target, ValuePlace place, boolean inRows) {
    List<Child> children = new ArrayList<>();
    for (int i = 0; i < planned.children().size(); i++) {
      PlannedField child = planned.children().get(i);
      Field wanted = target.getChildren().get(i);
      Field field = child.isPresent() ? source.getChildren().get(child.from()) : null;
      children.add(
          new Child(
              child.from(), adapter(child, field, wanted, place.child(wanted.getName(), inRows))));
    }
    return children;
  }

  /** Where a child of the target comes from; {@code from} is negative where from nowhere. */
  private record Child(int from, FieldAdapter adapter) {}

  /** Hands over a parent's own buffers, validity and offsets, and adapts the children. */
  private record Parent(List<Child> children) {
    FieldAdapter same() {
      return (from, to, rows) -> adapt(from, to, rows, from.getFieldBuffers());
    }

    void adapt(FieldVector from, FieldVector to, int rows, List<ArrowBuf> buffers) {
      to.loadFieldBuffers(new ArrowFieldNode(rows, from.getNullCount()), buffers);
      List<FieldVector> sources = from.getChildrenFromFields();
      List<FieldVector> targets = to.getChildrenFromFields();
      for (int i = 0; i < targets.size(); i++) {
        Child child = children.get(i);
        FieldVector source = child.from() < 0 ? null : sources.get(child.from());
        int count = source == null ? rows : source.getValueCount();
        child.adapter().adapt(source, targets.get(i), count);
      }
    }
  }

  /**
   * Moves the values of one file's column into the vector of the files' common column. The source
   * is empty afterwards, or holds what was not needed.
   */
  @FunctionalInterface
  public interface FieldAdapter {
    /**
     * Fills the target.
     *
     * @param source of {@code rows} rows; stays the caller's
     * @param target empty before; stays the caller's
     */
    void adapt(FieldVector source, FieldVector target, int rows);
  }
}
