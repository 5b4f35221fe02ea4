// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.internal.filter.Comparisons;
import io.arrowparquet.parquet.options.DynamicFilter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowFilter.And;
import io.arrowparquet.parquet.options.RowFilter.Joined;
import io.arrowparquet.parquet.options.RowFilter.Not;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A filter over the reader's columns as one over a file's. Columns that the file lacks are null in
 * each of its rows, or have the reader's default.
 *
 * <p>Negations are pushed down to the comparisons first. What is left are and, or and comparisons,
 * of which none turns more rows away when one more comparison is true, so that an unknown one may
 * replace a false one.
 */
public final class FilterFolding {
  private final Function<Operand, FileOperand> inFile;

  private FilterFolding(Function<Operand, FileOperand> inFile) {
    this.inFile = inFile;
  }

  /**
   * What a filter is for one file.
   *
   * @param predicate the filter; null if it is the same for all rows
   * @param constant whether the rows pass, where the filter is the same for all of them
   */
  public record Folded(RowFilter predicate, boolean constant) {
    public static final Folded ALL = new Folded(null, true);

    public static final Folded NONE = new Folded(null, false);

    public boolean passesNone() {
      return predicate == null && !constant;
    }
  }

  /**
   * Folds a filter.
   *
   * @param filter null for none
   * @param present whether the file has an operand's column
   */
  public static Folded fold(RowFilter filter, java.util.function.Predicate<Operand> present) {
    return translate(filter, presence(present));
  }

  /** Operands that a file has as they are, or not. */
  public static Function<Operand, FileOperand> presence(
      java.util.function.Predicate<Operand> present) {
    return operand ->
        present.test(operand) ? new FileOperand.InFile(operand) : new FileOperand.NullInFile();
  }

  /**
   * Folds a filter, and names the columns as the file does.
   *
   * @param filter null for none
   * @param inFile what an operand is in the file
   */
  public static Folded translate(RowFilter filter, Function<Operand, FileOperand> inFile) {
    return filter == null ? Folded.ALL : new FilterFolding(inFile).fold(filter, false);
  }

  /**
   * A dynamic filter of one file.
   *
   * @param dynamic null for none
   * @param inFile what an operand is in the file
   */
  public static DynamicFilter translate(
      DynamicFilter dynamic, Function<Operand, FileOperand> inFile) {
    if (dynamic == null) {
      return null;
    }
    Set<Operand> operands = new LinkedHashSet<>();
    for (Operand operand : dynamic.operands()) {
      FileOperand found = inFile.apply(operand);
      if (found instanceof FileOperand.InFile in) {
        operands.add(in.operand());
      } else if (found instanceof FileOperand.DefaultInFile constant && constant.group() != null) {
        operands.add(constant.group());
      }
    }
    return new DynamicFilter(
        List.copyOf(operands),
        () -> {
          RowFilter answer = dynamic.answers().get();
          Folded folded = translate(answer, inFile);
          return folded.passesNone() ? RowFilter.constant(false) : folded.predicate();
        });
  }

  private Folded fold(RowFilter filter, boolean negated) {
    if (filter instanceof Not not) {
      return fold(not.predicate(), !negated);
    }
    if (filter instanceof Joined joined) {
      boolean both = joined instanceof And != negated;
      Folded all = new Folded(null, both);
      for (RowFilter part : joined.parts()) {
        all = join(all, fold(part, negated), both);
      }
      return all;
    }
    RowFilter.Leaf leaf = (RowFilter.Leaf) filter;
    return LeafFolding.fold(leaf, negated, leaf.operands().stream().map(inFile).toList());
  }

  private static Folded join(Folded left, Folded right, boolean both) {
    if (left.predicate() == null) {
      return left.constant() == both ? right : left;
    }
    if (right.predicate() == null) {
      return right.constant() == both ? left : right;
    }
    RowFilter first = left.predicate();
    RowFilter second = right.predicate();
    return new Folded(both ? first.and(second) : first.or(second), false);
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
