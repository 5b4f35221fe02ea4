// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.parquet.internal.filter.NodePath.VectorLocation;
import io.arrowparquet.parquet.internal.filter.RowLogic.BatchOperands;
import io.arrowparquet.parquet.internal.filter.RowLogic.OperandPlace;
import io.arrowparquet.parquet.internal.filter.RowLogic.TruthArrays;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.InvalidRequestException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A comparison of operands, or a condition of the caller's, over vectors that come from several
 * files. One thread at a time.
 */
public final class VectorCondition {
  private final BoundPredicate bound;
  private final List<OperandPlace> places = new ArrayList<>();
  private final TruthArrays truths = new TruthArrays();

  /**
   * Finds the operands.
   *
   * @param schema of the vectors: columns by their paths, and Variant paths that are decoded, by
   *     the names of {@link #paths}
   * @throws InvalidRequestException if an operand is not there, or repeated
   * @throws io.arrowparquet.parquet.options.UnsupportedColumnException if its type has no order
   */
  public VectorCondition(RowFilter.Leaf leaf, boolean isNegated, List<Field> schema) {
    List<Operand> operands = List.copyOf(FilterOperands.of(leaf));
    List<VariantProjection> paths = paths(leaf);
    Map<Operand, Field> fields = new HashMap<>();
    int path = 0;
    for (Operand operand : operands) {
      String name =
          operand instanceof VariantProjection
              ? paths.get(path++).target().getName()
              : FilterOperands.column(operand);
      List<Field> way = new ArrayList<>();
      List<Integer> numbers = new ArrayList<>();
      if (!find(schema, name, way, numbers)) {
        throw new InvalidRequestException(name, "a repeated column", "one with one value per row");
      }
      Field field = way.get(way.size() - 1);
      fields.put(operand, field);
      places.add(
          new OperandPlace(
              new VectorLocation(numbers.get(0), numbers.subList(1, numbers.size())),
              !field.isNullable() && way.stream().anyMatch(Field::isNullable),
              null));
    }
    BoundPredicate condition = new FilterBinder(fields::get, operands).bind(leaf);
    this.bound = isNegated ? new BoundPredicate.Not(condition) : condition;
  }

  /** The columns to read besides. */
  public static List<String> columns(RowFilter.Leaf leaf) {
    return FilterOperands.of(leaf).stream()
        .filter(operand -> operand instanceof Operand.Column)
        .map(FilterOperands::column)
        .toList();
  }

  /** The Variant paths to decode, under names of their own where these are seen by nobody. */
  public static List<VariantProjection> paths(RowFilter.Leaf leaf) {
    List<VariantProjection> paths = new ArrayList<>();
    for (Operand operand : FilterOperands.of(leaf)) {
      if (operand instanceof VariantProjection path) {
        Field target = path.target();
        String name = leaf instanceof RowFilter.Custom ? target.getName() : "\0" + paths.size();
        Field named = new Field(name, target.getFieldType(), target.getChildren());
        paths.add(new VariantProjection(path.column(), path.path(), named, path.mode()));
      }
    }
    return paths;
  }

  /** A name may have dots itself, so a way that looks right may lead nowhere. */
  private static boolean find(
      List<Field> fields, String path, List<Field> way, List<Integer> numbers) {
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      String name = field.getName();
      boolean isAbove = field.getType() instanceof ArrowType.Struct && path.startsWith(name + ".");
      way.add(field);
      numbers.add(i);
      if (path.equals(name)
          || (isAbove
              && find(field.getChildren(), path.substring(name.length() + 1), way, numbers))) {
        return true;
      }
      way.remove(way.size() - 1);
      numbers.remove(numbers.size() - 1);
    }
    return false;
  }

  /** The rows of a batch for which the condition, or its negation, is true. */
  public void forEachMatching(
      VectorSchemaRoot batch, BufferAllocator allocator, IntConsumer action) {
    int rows = batch.getRowCount();
    try (BatchOperands operands = new BatchOperands(places, batch, allocator)) {
      byte[] result = bound.evaluate(new RowLogic(operands, rows, truths));
      for (int row = 0; row < rows; row++) {
        if (result[row] == TruthSet.TRUE) {
          action.accept(row);
        }
      }
      truths.give(result);
    }
  }
}
