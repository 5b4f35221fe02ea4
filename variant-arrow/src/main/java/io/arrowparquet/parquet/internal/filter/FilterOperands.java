// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowFilter.ColumnBounds;
import io.arrowparquet.parquet.options.VariantProjection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A path of a Variant column that several comparisons name is one operand, and decoded once,
 * whatever its vector is called: only the caller's own conditions see the name.
 */
public final class FilterOperands {
  private FilterOperands() {}

  /** The operands of a predicate, each once; none if it is null. */
  public static Set<Operand> of(RowFilter predicate) {
    List<RowFilter.Leaf> leaves = new ArrayList<>();
    if (predicate != null) {
      collect(predicate, leaves);
    }
    Set<Operand> operands = new LinkedHashSet<>();
    for (RowFilter.Leaf leaf : leaves) {
      if (leaf instanceof RowFilter.Custom custom) {
        operands.addAll(custom.operands());
      }
    }
    leaves.forEach(leaf -> add(leaf.operands(), operands));
    return operands;
  }

  /** The columns that a predicate looks at, or looks into; none if it is null. */
  public static Set<String> columns(RowFilter predicate) {
    Set<String> columns = new LinkedHashSet<>();
    of(predicate).forEach(operand -> columns.add(column(operand)));
    return columns;
  }

  /** The columns of Variant paths, those that row columns are made of, and the filters'. */
  public static Set<String> columns(ParquetReadOptions options) {
    Set<String> columns = RowColumnPlaces.sources(options);
    options.variantPaths().forEach(path -> columns.add(path.column()));
    NarrowedFilter.operands(options).forEach(operand -> columns.add(column(operand)));
    return columns;
  }

  public static String column(Operand operand) {
    return operand instanceof VariantProjection path
        ? path.column()
        : ((Operand.Column) operand).path();
  }

  static void add(Collection<Operand> more, Set<Operand> operands) {
    for (Operand operand : more) {
      if (number(operand, operands) < 0) {
        operands.add(operand);
      }
    }
  }

  /** The number of an operand, or else of the first that has its values; negative for none. */
  static int number(Operand operand, Collection<Operand> operands) {
    int number = 0;
    int same = -1;
    for (Operand other : operands) {
      if (other.equals(operand)) {
        return number;
      }
      same = same < 0 && haveSameValues(other, operand) ? number : same;
      number++;
    }
    return same;
  }

  private static boolean haveSameValues(Operand left, Operand right) {
    return left instanceof VariantProjection a
        && right instanceof VariantProjection b
        && a.column().equals(b.column())
        && a.path().equals(b.path())
        && a.mode() == b.mode()
        && nameless(a.target()).equals(nameless(b.target()));
  }

  private static Field nameless(Field field) {
    return new Field("", field.getFieldType(), field.getChildren());
  }

  private static void collect(RowFilter predicate, List<RowFilter.Leaf> leaves) {
    if (predicate instanceof RowFilter.Joined joined) {
      for (RowFilter part : joined.parts()) {
        collect(part, leaves);
      }
    } else if (predicate instanceof RowFilter.Not not) {
      collect(not.predicate(), leaves);
    } else {
      leaves.add((RowFilter.Leaf) predicate);
    }
  }

  public record KnownBounds(
      long rows,
      Object min,
      Object max,
      boolean mayHaveNulls,
      boolean hasNullsOnly,
      boolean mayHaveNaN)
      implements ColumnBounds {}
}
