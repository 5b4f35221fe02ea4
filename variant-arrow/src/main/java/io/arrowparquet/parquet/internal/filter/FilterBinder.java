// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.parquet.options.FilterDiagnostic;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.Place;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.internal.build.SqlCast;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

public final class FilterBinder {
  private final RawColumns columns;
  private final List<Operand> operands;
  private final Function<Operand, Field> fields;
  private final List<FilterDiagnostic> diagnostics = new ArrayList<>();

  public FilterBinder(RawColumns columns, List<Operand> operands) {
    this.columns = columns;
    this.operands = operands;
    this.fields = operand -> path(operand).column().field();
  }

  /** Of conditions that look at values alone: a comparison of operands, or one of the caller's. */
  FilterBinder(Function<Operand, Field> fields, List<Operand> operands) {
    this.columns = null;
    this.operands = operands;
    this.fields = fields;
  }

  private int number(Operand operand) {
    return FilterOperands.number(operand, operands);
  }

  private NodePath path(Operand operand) {
    return columns.path(operands.get(number(operand)));
  }

  List<FilterDiagnostic> diagnostics() {
    return List.copyOf(diagnostics);
  }

  public BoundPredicate bind(RowFilter predicate) {
    if (predicate instanceof RowFilter.Joined joined) {
      List<BoundPredicate> parts = new ArrayList<>();
      for (RowFilter part : joined.parts()) {
        parts.add(bind(part));
      }
      return predicate instanceof RowFilter.And
          ? balanced(intersected(parts), BoundPredicate.And::new)
          : balanced(parts, BoundPredicate.Or::new);
    }
    if (predicate instanceof RowFilter.Not not) {
      return new BoundPredicate.Not(bind(not.predicate()));
    }
    if (predicate instanceof RowFilter.OfOperand test) {
      return bind(test);
    }
    if (predicate instanceof RowFilter.OperandComparison comparison) {
      return bind(comparison);
    }
    if (predicate instanceof RowFilter.Custom custom) {
      List<Integer> numbers = custom.operands().stream().map(this::number).toList();
      return new BoundPredicate.Tested(
          custom, numbers, custom.operands().stream().map(this::leafType).toList());
    }
    return new BoundPredicate.Constant(((RowFilter.Constant) predicate).value());
  }

  /** With one set for each operand where that can be, so that its values are tested once. */
  private static List<BoundPredicate> intersected(List<BoundPredicate> parts) {
    List<BoundPredicate> left = new ArrayList<>();
    Map<Integer, Integer> placeOf = new HashMap<>();
    for (BoundPredicate part : parts) {
      if (part instanceof BoundPredicate.Contains test) {
        Integer place = placeOf.putIfAbsent(test.operand(), left.size());
        ValueSet set =
            place == null
                ? null
                : ((BoundPredicate.Contains) left.get(place)).set().and(test.set());
        if (set != null) {
          left.set(place, new BoundPredicate.Contains(test.operand(), set));
          continue;
        }
      }
      left.add(part);
    }
    return left;
  }

  /** A tree of the least depth: predicates are evaluated recursively. */
  private static BoundPredicate balanced(
      List<BoundPredicate> parts, BinaryOperator<BoundPredicate> join) {
    int half = parts.size() / 2;
    return half == 0
        ? parts.get(0)
        : join.apply(
            balanced(parts.subList(0, half), join),
            balanced(parts.subList(half, parts.size()), join));
  }

  private BoundPredicate bind(RowFilter.OfOperand test) {
    Operand operand = test.operand();
    if (test instanceof RowFilter.IsNull) {
      return new BoundPredicate.IsNull(number(operand));
    }
    boolean isOfList = test instanceof RowFilter.ListContains;
    ArrowType type = isOfList ? elementType(operand) : comparableType(operand);
    ValueSet set;
    try {
      set =
          test instanceof RowFilter.Intersects box
              ? Comparisons.intersects(type, box.box(), isGeography(operand))
              : Comparisons.of(test, type);
    } catch (InvalidRequestException e) {
      Place column = e.place().inPage(name(operand), Place.UNKNOWN, Place.UNKNOWN);
      throw new InvalidRequestException(e.diagnosis().at(column), e);
    }
    return isOfList
        ? new BoundPredicate.ListContains(number(operand), set)
        : contains(operand, set, test);
  }

  /** The test in words; null for a list without literals, of which it is plain. */
  private static String text(RowFilter.OfOperand test) {
    if (test instanceof RowFilter.Comparison comparison) {
      return symbol(comparison.operator()) + " " + comparison.literal();
    }
    if (test instanceof RowFilter.In in) {
      return in.literals().isEmpty() ? null : "in " + in.literals();
    }
    if (test instanceof RowFilter.Intersects box) {
      return "intersects " + box.box();
    }
    return test instanceof RowFilter.StartsWith starts
        ? "starts with " + starts.prefix()
        : "is NaN";
  }

  private BoundPredicate bind(RowFilter.OperandComparison comparison) {
    ArrowType left = comparableType(comparison.left());
    ArrowType right = comparableType(comparison.right());
    if (!VectorComparison.isComparable(left, right)) {
      throw new UnsupportedColumnException(
          name(comparison.left()),
          "a comparison of "
              + left
              + " with "
              + right
              + ", the type of "
              + name(comparison.right()),
          "two types of one kind; of timestamps, both with a time zone or both without");
    }
    return new BoundPredicate.Compared(
        number(comparison.left()), comparison.operator(), number(comparison.right()), left, right);
  }

  private ArrowType elementType(Operand operand) {
    Field field = field(operand);
    boolean list =
        field.getType() instanceof ArrowType.List || field.getType() instanceof ArrowType.LargeList;
    ArrowType type = list ? field.getChildren().get(0).getType() : null;
    if (type == null || !Comparisons.isComparable(type)) {
      throw new UnsupportedColumnException(
          name(operand),
          "a search for an element of " + field.getType() + (list ? " of " + type : ""),
          "a list of values that have an order");
    }
    return type;
  }

  private ArrowType leafType(Operand operand) {
    if (!field(operand).getChildren().isEmpty() && !(operand instanceof VariantProjection)) {
      throw new UnsupportedColumnException(
          name(operand), "a test of values of type " + type(operand), "no group, list or map");
    }
    return type(operand);
  }

  private static String symbol(RowFilter.Operator operator) {
    return switch (operator) {
      case EQUAL -> "=";
      case LESS -> "<";
      case LESS_OR_EQUAL -> "<=";
      case GREATER -> ">";
      case GREATER_OR_EQUAL -> ">=";
    };
  }

  private BoundPredicate contains(Operand operand, ValueSet set, RowFilter.OfOperand test) {
    String reason = set.isEmpty() ? "no " + type(operand) + " is that" : misfit(operand);
    String comparison = reason == null ? null : text(test);
    if (comparison != null) {
      diagnostics.add(new FilterDiagnostic(name(operand), comparison, reason));
    }
    return new BoundPredicate.Contains(number(operand), set);
  }

  /** Why no shredded value of a path becomes one of its type; null if some may. */
  private String misfit(Operand operand) {
    if (!(operand instanceof VariantProjection path)) {
      return null;
    }
    ArrowSchemaNode variant = path(operand).column();
    ArrowSchemaNode leaf = VariantPruning.typedLeaf(variant, path.path().steps());
    VariantPrimitive typed = leaf == null ? null : VariantPrimitive.of(leaf.field());
    ArrowType target = path.target().getType();
    if (typed == null || SqlCast.mayConvert(typed.type().kind(), target, path.mode())) {
      return null;
    }
    boolean casts =
        !path.mode().casts()
            && SqlCast.mayConvert(typed.type().kind(), target, ConversionMode.TRY_CAST);
    return "the values are shredded as "
        + leaf.field().getType()
        + ", which does not become "
        + target
        + " in mode "
        + path.mode()
        + (casts ? ", but does in mode " + ConversionMode.TRY_CAST : "");
  }

  private Field field(Operand operand) {
    return operand instanceof VariantProjection path ? path.target() : fields.apply(operand);
  }

  private ArrowType type(Operand operand) {
    return field(operand).getType();
  }

  private boolean isGeography(Operand operand) {
    return columns.annotation(path(operand).column()) instanceof LogicalType.GeographyType;
  }

  private static String name(Operand operand) {
    String column = FilterOperands.column(operand);
    return operand instanceof VariantProjection path
        ? column + path.path().toString().substring(1)
        : column;
  }

  private ArrowType comparableType(Operand operand) {
    ArrowType type = type(operand);
    if (!Comparisons.isComparable(type)) {
      throw new UnsupportedColumnException(
          FilterOperands.column(operand),
          "a comparison of values of type " + type,
          "values that have an order: booleans, numbers, texts, binaries, dates and times");
    }
    return type;
  }
}
