// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.internal.evolution.FilterFolding.FileOperand;
import io.arrowparquet.parquet.internal.evolution.FilterFolding.Folded;
import io.arrowparquet.parquet.internal.filter.FilterOperands;
import io.arrowparquet.parquet.internal.filter.Literals;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowFilter.ColumnBounds;
import io.arrowparquet.parquet.options.RowFilter.Comparison;
import io.arrowparquet.parquet.options.RowFilter.IsNull;
import io.arrowparquet.parquet.options.RowFilter.OperandComparison;
import io.arrowparquet.parquet.options.RowFilter.Operator;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

final class LeafFolding {
  private LeafFolding() {}

  /**
   * What a leaf is for the file.
   *
   * @param operands what its operands are there, in their order
   */
  static Folded fold(RowFilter.Leaf leaf, boolean negated, List<FileOperand> operands) {
    if (leaf instanceof RowFilter.Constant constant) {
      return constant.value() == negated ? Folded.NONE : Folded.ALL;
    }
    if (leaf instanceof RowFilter.Custom custom) {
      return inFile(custom(custom, operands), negated);
    }
    if (leaf instanceof OperandComparison comparison) {
      return fold(comparison, negated, operands.get(0), operands.get(1));
    }
    FileOperand found = operands.get(0);
    if (found instanceof FileOperand.InFile in) {
      return inFile(with(leaf, in.operand()), negated);
    }
    if (found instanceof FileOperand.DefaultInFile constant) {
      return constant(constant, (RowFilter.OfOperand) leaf, negated);
    }
    return leaf instanceof IsNull && !negated ? Folded.ALL : Folded.NONE;
  }

  private static Folded inFile(RowFilter leaf, boolean negated) {
    return new Folded(negated ? leaf.not() : leaf, false);
  }

  /** A default is null where the group around it is, and comparisons are unknown there. */
  private static Folded constant(
      FileOperand.DefaultInFile constant, RowFilter.OfOperand leaf, boolean negated) {
    Operand group = constant.group();
    if (leaf instanceof IsNull && !negated) {
      return group == null ? Folded.NONE : new Folded(group.isNull(), false);
    }
    if (!(leaf instanceof IsNull) && constant.passes(leaf) == negated) {
      return Folded.NONE;
    }
    return group == null ? Folded.ALL : new Folded(group.isNotNull(), false);
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
    return leaf instanceof RowFilter.ListContains list
        ? new RowFilter.ListContains(operand, list.literal())
        : new IsNull(operand);
  }

  private static Folded fold(
      OperandComparison comparison, boolean negated, FileOperand left, FileOperand right) {
    if (left instanceof FileOperand.NullInFile || right instanceof FileOperand.NullInFile) {
      return Folded.NONE;
    }
    if (left instanceof FileOperand.InFile a && right instanceof FileOperand.InFile b) {
      return inFile(
          new OperandComparison(a.operand(), comparison.operator(), b.operand()), negated);
    }
    if (right instanceof FileOperand.DefaultInFile constant) {
      return fold(left, comparison.operator(), constant, negated);
    }
    return fold(right, turned(comparison.operator()), (FileOperand.DefaultInFile) left, negated);
  }

  /** A comparison with a default is one with a literal, in rows that have the default's group. */
  private static Folded fold(
      FileOperand operand, Operator operator, FileOperand.DefaultInFile constant, boolean negated) {
    Comparison comparison = new Comparison(Operand.column(""), operator, literal(constant.value()));
    Folded folded = fold(comparison, negated, List.of(operand));
    if (constant.group() == null || folded.passesNone()) {
      return folded;
    }
    RowFilter there = constant.group().isNotNull();
    return new Folded(folded.predicate() == null ? there : there.and(folded.predicate()), false);
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
      if (operands.get(i) instanceof FileOperand.InFile in) {
        present.add(in.operand());
      } else if (operands.get(i) instanceof FileOperand.DefaultInFile) {
        throw new UnsupportedColumnException(
            FilterOperands.column(custom.operands().get(i)),
            "a test of its own for a column that the file lacks and that has a default",
            "a comparison");
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
            if (operands.get(i) instanceof FileOperand.NullInFile) {
              String name = FilterOperands.column(custom.operands().get(i));
              all.add(i, new NullVector(name, columns.getRowCount()));
            }
          }
          List<Field> fields = all.stream().map(FieldVector::getField).toList();
          custom.rows().test(new VectorSchemaRoot(fields, all, columns.getRowCount()), matches);
        },
        bounds -> custom.bounds().mayMatch(withNulls(bounds, operands)));
  }

  private static List<ColumnBounds> withNulls(
      List<ColumnBounds> bounds, List<FileOperand> operands) {
    List<ColumnBounds> all = new ArrayList<>(bounds);
    long rows = bounds.isEmpty() ? 0 : bounds.get(0).rows();
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i) instanceof FileOperand.NullInFile) {
        all.add(i, new FilterOperands.KnownBounds(rows, null, null, true, true, false));
      }
    }
    return all;
  }
}
