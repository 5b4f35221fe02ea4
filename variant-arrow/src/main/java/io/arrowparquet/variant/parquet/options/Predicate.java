// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.options;

import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * The condition for a row to be read: comparisons of {@link Operand}s with literals or with each
 * other, and {@linkplain #custom conditions of the caller's}, joined by and, or and not. Immutable;
 * threads may share one, as long as a {@code byte[]} given as a literal is not changed.
 *
 * <p>Logic has three values, as in SQL: a comparison with a null operand is unknown, and so is its
 * negation; {@code and} is false if one side is, {@code or} true if one side is, and else unknown
 * if one side is. A row is read if the whole is true: neither false nor unknown.
 *
 * <pre>{@code
 * Predicate filter =
 *     Operand.column("id").isAtLeast(100L).and(Operand.column("name").isNotNull());
 * }</pre>
 */
public sealed interface Predicate {

  /** How a value compares with a literal. */
  enum Operator {
    /** The same. */
    EQUAL,
    /** Less. */
    LESS,
    /** The same or less. */
    LESS_OR_EQUAL,
    /** Greater. */
    GREATER,
    /** The same or greater. */
    GREATER_OR_EQUAL
  }

  /**
   * A comparison with one literal.
   *
   * @param literal not null; of a class that {@link Operand} lists for the operand's type
   */
  record Comparison(Operand operand, Operator operator, Object literal) implements Predicate {
    /** Refuses nulls: a comparison with null would be unknown for every row. */
    public Comparison {
      Objects.requireNonNull(operand, "operand");
      Objects.requireNonNull(operator, "operator");
      Objects.requireNonNull(literal, "literal");
    }
  }

  /**
   * Equality with one of several literals; false for every value if there are none.
   *
   * @param literals of classes that {@link Operand} lists for the operand's type
   */
  record In(Operand operand, List<Object> literals) implements Predicate {
    /** Copies the list. */
    public In {
      Objects.requireNonNull(operand, "operand");
      literals = List.copyOf(literals);
    }
  }

  /** Whether there is no value. */
  record IsNull(Operand operand) implements Predicate {
    /** Refuses null. */
    public IsNull {
      Objects.requireNonNull(operand, "operand");
    }
  }

  /**
   * Whether a text or binary value begins with some bytes.
   *
   * @param prefix String or byte[], as {@link Operand} lists for the operand's type
   */
  record StartsWith(Operand operand, Object prefix) implements Predicate {
    /** Refuses nulls. */
    public StartsWith {
      Objects.requireNonNull(operand, "operand");
      Objects.requireNonNull(prefix, "prefix");
    }
  }

  /** Whether a floating point number is NaN. */
  record IsNaN(Operand operand) implements Predicate {
    /** Refuses null. */
    public IsNaN {
      Objects.requireNonNull(operand, "operand");
    }
  }

  /**
   * Whether a list has an element that equals the literal; unknown if no element does and one is
   * null.
   *
   * @param literal of a class that {@link Operand} lists for the elements' type
   */
  record ListContains(Operand operand, Object literal) implements Predicate {
    /** Refuses nulls. */
    public ListContains {
      Objects.requireNonNull(operand, "operand");
      Objects.requireNonNull(literal, "literal");
    }
  }

  /**
   * A comparison of two operands of one kind: integers of any width, floating point numbers of any
   * width, decimals of one scale, texts, binaries, or one type of dates, times or durations.
   */
  record OperandComparison(Operand left, Operator operator, Operand right) implements Predicate {
    /** Refuses nulls. */
    public OperandComparison {
      Objects.requireNonNull(left, "left");
      Objects.requireNonNull(operator, "operator");
      Objects.requireNonNull(right, "right");
    }
  }

  /** A condition of the caller's; see {@link #custom}. */
  record Custom(List<Operand> operands, RowTest rows, BoundsTest bounds) implements Predicate {
    /** Copies the list. */
    public Custom {
      operands = List.copyOf(operands);
      Objects.requireNonNull(rows, "rows");
      Objects.requireNonNull(bounds, "bounds");
    }
  }

  /** Tests the rows of a batch. */
  @FunctionalInterface
  interface RowTest {
    /**
     * Finds the rows that match.
     *
     * @param columns a vector for each operand, in their order; the reader's, not to be changed,
     *     closed, or used after the call
     * @param matches empty; receives the number of each row that matches
     */
    void test(VectorSchemaRoot columns, BitSet matches);
  }

  /** Tests what is known of rows that are not read yet. */
  @FunctionalInterface
  interface BoundsTest {
    /**
     * Whether a row of the range may match; true where that is not known.
     *
     * @param bounds for each operand, in their order
     */
    boolean mayMatch(List<ColumnBounds> bounds);
  }

  /** True of every row, or false of every row. */
  record Constant(boolean value) implements Predicate {}

  /** Both are true. */
  record And(Predicate left, Predicate right) implements Predicate {
    /** Refuses nulls. */
    public And {
      Objects.requireNonNull(left, "left");
      Objects.requireNonNull(right, "right");
    }
  }

  /** At least one is true. */
  record Or(Predicate left, Predicate right) implements Predicate {
    /** Refuses nulls. */
    public Or {
      Objects.requireNonNull(left, "left");
      Objects.requireNonNull(right, "right");
    }
  }

  /** It is false; unknown where it is unknown. */
  record Not(Predicate predicate) implements Predicate {
    /** Refuses null. */
    public Not {
      Objects.requireNonNull(predicate, "predicate");
    }
  }

  /**
   * A condition that the caller tests: first on bounds, of a row group and then of ranges of its
   * pages, and for what is left on the vectors of each batch. It is true or false of a row, never
   * unknown, also where operands are null. The negation of a condition is true where this is not: a
   * range of which {@code bounds} says that nothing matches is then read as a whole.
   *
   * <p>Vectors have the types that the file's columns are read as. Of a file of a set that lacks a
   * column, the vector is an {@link org.apache.arrow.vector.NullVector}.
   *
   * <p>Threads: called by the thread that plans or decodes; a scan has several, so that both tests
   * must be safe for use by several threads at a time. What they throw ends the reader, as a
   * failure of its own does.
   *
   * @param operands columns that are no groups, lists or maps, and typed paths
   */
  static Predicate custom(List<Operand> operands, RowTest rows, BoundsTest bounds) {
    return new Custom(operands, rows, bounds);
  }

  /** True of every row, or false of every row. */
  static Predicate constant(boolean value) {
    return new Constant(value);
  }

  /** Both this and the other. */
  default Predicate and(Predicate other) {
    return new And(this, other);
  }

  /** This or the other, or both. */
  default Predicate or(Predicate other) {
    return new Or(this, other);
  }

  /** The opposite; unknown where this is unknown. */
  default Predicate not() {
    return new Not(this);
  }
}
