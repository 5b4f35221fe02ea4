// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.internal.evolution.FilterFolding.FileOperand.DefaultInFile;
import io.arrowparquet.parquet.internal.evolution.FilterFolding.FileOperand.InFile;
import io.arrowparquet.parquet.internal.evolution.FilterFolding.FileOperand.NullInFile;
import io.arrowparquet.parquet.internal.filter.Comparisons;
import io.arrowparquet.parquet.internal.filter.FilterOperands;
import io.arrowparquet.parquet.internal.filter.Literals;
import io.arrowparquet.parquet.options.DynamicFilter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowFilter.And;
import io.arrowparquet.parquet.options.RowFilter.ColumnBounds;
import io.arrowparquet.parquet.options.RowFilter.Comparison;
import io.arrowparquet.parquet.options.RowFilter.IsNull;
import io.arrowparquet.parquet.options.RowFilter.Joined;
import io.arrowparquet.parquet.options.RowFilter.Not;
import io.arrowparquet.parquet.options.RowFilter.OperandComparison;
import io.arrowparquet.parquet.options.RowFilter.Operator;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * A filter over the reader's columns as one over a file's. Columns that the file lacks are null in
 * each of its rows, or have the reader's default.
 *
 * <p>Negations are pushed down to the comparisons first. What is left are and, or and comparisons,
 * of which none turns more rows away when one more comparison is true, so that an unknown one may
 * replace a false one.
 */
public record FilterFolding(Function<Operand, FileOperand> inFile) {
  private static final RowFilter ALL = RowFilter.constant(true);
  private static final RowFilter NONE = RowFilter.constant(false);

  /** Operands that a file has as they are, or not. */
  public static Function<Operand, FileOperand> presence(Predicate<Operand> present) {
    return operand -> present.test(operand) ? new InFile(operand) : new NullInFile();
  }

  /** Folds the filters of options, and names their columns as the file does. */
  public static ParquetReadOptions translate(
      ParquetReadOptions options, Function<Operand, FileOperand> inFile) {
    return options
        .withFilter(translate(options.filter(), inFile))
        .withDynamicFilter(translate(options.dynamicFilter(), inFile));
  }

  /** Null for all rows; {@link #isNone} for no row. */
  public static @Nullable RowFilter translate(
      @Nullable RowFilter filter, Function<Operand, FileOperand> inFile) {
    RowFilter folded = filter == null ? ALL : new FilterFolding(inFile).fold(filter, false);
    return folded.equals(ALL) ? null : folded;
  }

  /** Whether a filter that was folded turns all of the file's rows away. */
  public static boolean isNone(@Nullable RowFilter folded) {
    return NONE.equals(folded);
  }

  private static DynamicFilter translate(
      DynamicFilter dynamic, Function<Operand, FileOperand> inFile) {
    if (dynamic == null) {
      return null;
    }
    Set<Operand> operands = new LinkedHashSet<>();
    for (Operand operand : dynamic.operands()) {
      FileOperand found = inFile.apply(operand);
      if (found instanceof InFile in) {
        operands.add(in.operand());
      } else if (found instanceof DefaultInFile constant && constant.group() != null) {
        operands.add(constant.group());
      }
    }
    return new DynamicFilter(
        List.copyOf(operands), () -> translate(dynamic.answers().get(), inFile));
  }

  private RowFilter fold(RowFilter filter, boolean negated) {
    if (filter instanceof Not not) {
      return fold(not.predicate(), !negated);
    }
    if (filter instanceof Joined joined) {
      boolean both = joined instanceof And != negated;
      RowFilter all = RowFilter.constant(both);
      for (RowFilter part : joined.parts()) {
        all = join(all, fold(part, negated), both);
      }
      return all;
    }
    RowFilter.Leaf leaf = (RowFilter.Leaf) filter;
    return fold(leaf, negated, leaf.operands().stream().map(inFile).toList());
  }

  private static RowFilter join(RowFilter left, RowFilter right, boolean both) {
    if (left instanceof RowFilter.Constant constant) {
      return constant.value() == both ? right : left;
    }
    if (right instanceof RowFilter.Constant constant) {
      return constant.value() == both ? left : right;
    }
    return both ? left.and(right) : left.or(right);
  }

  /**
   * What a leaf is for the file.
   *
   * @param operands what its operands are there, in their order
   */
  private static RowFilter fold(RowFilter.Leaf leaf, boolean negated, List<FileOperand> operands) {
    if (leaf instanceof RowFilter.Constant constant) {
      return RowFilter.constant(constant.value() != negated);
    }
    if (leaf instanceof RowFilter.Custom custom) {
      return kept(custom(custom, operands), negated);
    }
    if (leaf instanceof OperandComparison comparison) {
      return fold(comparison, negated, operands.get(0), operands.get(1));
    }
    FileOperand found = operands.get(0);
    if (found instanceof InFile in) {
      return kept(with(leaf, in.operand()), negated);
    }
    if (found instanceof DefaultInFile constant) {
      if (leaf instanceof RowFilter.Intersects box) {
        throw refused(box.operand(), "a box for");
      }
      return constant(constant, (RowFilter.OfOperand) leaf, negated);
    }
    return leaf instanceof IsNull && !negated ? ALL : NONE;
  }

  private static RowFilter kept(RowFilter leaf, boolean negated) {
    return negated ? leaf.not() : leaf;
  }

  /** A default is null where the group around it is, and comparisons are unknown there. */
  private static RowFilter constant(
      DefaultInFile constant, RowFilter.OfOperand leaf, boolean negated) {
    Operand group = constant.group();
    if (leaf instanceof IsNull && !negated) {
      return group == null ? NONE : group.isNull();
    }
    if (!(leaf instanceof IsNull) && constant.passes(leaf) == negated) {
      return NONE;
    }
    return group == null ? ALL : group.isNotNull();
  }

  private static RowFilter with(RowFilter leaf, Operand operand) {
    if (leaf instanceof Comparison comparison) {
      return new Comparison(operand, comparison.operator(), comparison.literal());
    }
    if (leaf instanceof RowFilter.In in) {
      return new RowFilter.In(operand, in.literals());
    }
    if (leaf instanceof RowFilter.StartsWith starts) {
      return new RowFilter.StartsWith(operand, starts.prefix());
    }
    if (leaf instanceof RowFilter.IsNaN) {
      return new RowFilter.IsNaN(operand);
    }
    if (leaf instanceof RowFilter.Intersects box) {
      return new RowFilter.Intersects(operand, box.box());
    }
    return leaf instanceof RowFilter.ListContains list
        ? new RowFilter.ListContains(operand, list.literal())
        : new IsNull(operand);
  }

  private static RowFilter fold(
      OperandComparison comparison, boolean negated, FileOperand left, FileOperand right) {
    if (left instanceof NullInFile || right instanceof NullInFile) {
      return NONE;
    }
    if (left instanceof InFile a && right instanceof InFile b) {
      return kept(new OperandComparison(a.operand(), comparison.operator(), b.operand()), negated);
    }
    if (right instanceof DefaultInFile constant) {
      return fold(left, comparison.operator(), constant, negated);
    }
    return fold(right, turned(comparison.operator()), (DefaultInFile) left, negated);
  }

  /** A comparison with a default is one with a literal, in rows that have the default's group. */
  private static RowFilter fold(
      FileOperand operand, Operator operator, DefaultInFile constant, boolean negated) {
    Comparison comparison = new Comparison(Operand.column(""), operator, literal(constant.value()));
    RowFilter folded = fold(comparison, negated, List.of(operand));
    return constant.group() == null ? folded : join(constant.group().isNotNull(), folded, true);
  }

  private static Operator turned(Operator operator) {
    return switch (operator) {
      case EQUAL -> Operator.EQUAL;
      case LESS -> Operator.GREATER;
      case LESS_OR_EQUAL -> Operator.GREATER_OR_EQUAL;
      case GREATER -> Operator.LESS;
      case GREATER_OR_EQUAL -> Operator.LESS_OR_EQUAL;
    };
  }

  private static Object literal(Constant constant) {
    ArrowType type = constant.type();
    Object literal = Literals.of(type, constant.value());
    boolean text = type instanceof ArrowType.Utf8 || type instanceof ArrowType.LargeUtf8;
    return text ? new String((byte[]) literal, StandardCharsets.UTF_8) : literal;
  }

  /** The test with null vectors for columns that the file lacks. */
  private static RowFilter custom(RowFilter.Custom custom, List<FileOperand> operands) {
    List<Operand> present = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i) instanceof InFile in) {
        present.add(in.operand());
      } else if (operands.get(i) instanceof DefaultInFile) {
        throw refused(custom.operands().get(i), "a test of its own for");
      }
    }
    if (present.size() == operands.size()) {
      return RowFilter.custom(present, custom.rows(), custom.bounds());
    }
    return RowFilter.custom(
        present,
        (columns, matches) -> {
          List<FieldVector> all = new ArrayList<>(columns.getFieldVectors());
          for (int i = 0; i < operands.size(); i++) {
            if (operands.get(i) instanceof NullInFile) {
              String name = FilterOperands.column(custom.operands().get(i));
              all.add(i, new NullVector(name, columns.getRowCount()));
            }
          }
          List<Field> fields = all.stream().map(FieldVector::getField).toList();
          custom.rows().test(new VectorSchemaRoot(fields, all, columns.getRowCount()), matches);
        },
        bounds -> custom.bounds().mayMatch(withNulls(bounds, operands)));
  }

  private static UnsupportedColumnException refused(Operand operand, String test) {
    return new UnsupportedColumnException(
        FilterOperands.column(operand),
        test + " a column that the file lacks and that has a default",
        "a comparison");
  }

  private static List<ColumnBounds> withNulls(
      List<ColumnBounds> bounds, List<FileOperand> operands) {
    List<ColumnBounds> all = new ArrayList<>(bounds);
    long rows = bounds.isEmpty() ? 0 : bounds.get(0).rows();
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i) instanceof NullInFile) {
        all.add(i, new FilterOperands.KnownBounds(rows, null, null, true, true, false));
      }
    }
    return all;
  }

  public sealed interface FileOperand {

    record InFile(Operand operand) implements FileOperand {}

    record NullInFile() implements FileOperand {}

    /**
     * A default: the same in each row that has the group around it.
     *
     * @param group the file's group; null if every row has it
     */
    record DefaultInFile(Constant value, Operand group) implements FileOperand {

      boolean passes(RowFilter.OfOperand comparison) {
        return value.isIn(Comparisons.of(comparison, value.type()));
      }
    }
  }
}
