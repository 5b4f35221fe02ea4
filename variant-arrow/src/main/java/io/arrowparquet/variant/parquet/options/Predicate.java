// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.options;

import java.util.List;
import java.util.Objects;

/**
 * The condition for a row to be read: comparisons of {@link Operand}s with literals, joined by and,
 * or and not. Immutable; threads may share one, as long as a {@code byte[]} given as a literal is
 * not changed.
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
