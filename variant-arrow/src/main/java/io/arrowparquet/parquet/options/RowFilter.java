// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.footer.model.GeospatialStatistics.BoundingBox;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.kernel.ConversionMode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

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
 * RowFilter filter =
 *     Operand.column("id").isAtLeast(100L).and(Operand.column("name").isNotNull());
 * }</pre>
 */
public sealed interface RowFilter {
  /**
   * Levels of and, or and not that may be inside each other: predicates are evaluated recursively.
   * However many are joined in one way, they are one level.
   */
  int MAX_DEPTH = 500;

  /** How a value compares with a literal. */
  enum Operator {
    EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL
  }

  /** A predicate that joins no others. */
  sealed interface Leaf extends RowFilter {
    /** What it looks at, in order. */
    List<Operand> operands();
  }

  /** A predicate about one operand. */
  sealed interface OfOperand extends Leaf {
    /** What it looks at. */
    Operand operand();

    @Override
    default List<Operand> operands() {
      return List.of(operand());
    }
  }

  /**
   * A comparison with one literal.
   *
   * @param literal not null; of a class that {@link Operand} lists for the operand's type
   */
  record Comparison(Operand operand, Operator operator, Object literal) implements OfOperand {
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
  record In(Operand operand, List<Object> literals) implements OfOperand {
    /** Copies the list. */
    public In {
      Objects.requireNonNull(operand, "operand");
      literals = List.copyOf(literals);
    }
  }

  /** Whether there is no value. */
  record IsNull(Operand operand) implements OfOperand {
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
  record StartsWith(Operand operand, Object prefix) implements OfOperand {
    /** Refuses nulls. */
    public StartsWith {
      Objects.requireNonNull(operand, "operand");
      Objects.requireNonNull(prefix, "prefix");
    }
  }

  /** Whether a floating point number is NaN. */
  record IsNaN(Operand operand) implements OfOperand {
    /** Refuses null. */
    public IsNaN {
      Objects.requireNonNull(operand, "operand");
    }
  }

  /**
   * Whether the bounding box of a geometry and another box have a point in common.
   *
   * @param box whose z and m do not matter; where {@code xmin} is greater than {@code xmax}, x is
   *     at least the former or at most the latter
   */
  record Intersects(Operand operand, BoundingBox box) implements OfOperand {
    /** Refuses NaNs, and a box without points. */
    public Intersects {
      Objects.requireNonNull(operand, "operand");
      if (Double.isNaN(box.xmin()) || Double.isNaN(box.xmax()) || !(box.ymin() <= box.ymax())) {
        throw new IllegalArgumentException("not a box with points: " + box);
      }
    }
  }

  /**
   * Whether a list has an element that equals the literal; unknown if no element does and one is
   * null.
   *
   * @param literal of a class that {@link Operand} lists for the elements' type
   */
  record ListContains(Operand operand, Object literal) implements OfOperand {
    /** Refuses nulls. */
    public ListContains {
      Objects.requireNonNull(operand, "operand");
      Objects.requireNonNull(literal, "literal");
    }
  }

  /**
   * A comparison of two operands of one kind: integers of any width, floating point numbers of any
   * width, decimals of any scale, texts, binaries, one type of dates, times, durations, instants or
   * local timestamps of any unit.
   */
  record OperandComparison(Operand left, Operator operator, Operand right) implements Leaf {
    /** Refuses nulls. */
    public OperandComparison {
      Objects.requireNonNull(left, "left");
      Objects.requireNonNull(operator, "operator");
      Objects.requireNonNull(right, "right");
    }

    @Override
    public List<Operand> operands() {
      return List.of(left, right);
    }
  }

  /** A condition of the caller's; see {@link #custom}. */
  record Custom(List<Operand> operands, RowTest rows, BoundsTest bounds) implements Leaf {
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

  /**
   * What a file says of the values of a column in a range of rows. Only what can be relied on is
   * said. Bounds may be wider than the values. Immutable.
   */
  interface ColumnBounds {
    /** How many rows the range has. */
    long rows();

    /**
     * No value is less; null if not known. Of a class that {@link Operand} lists for the column's
     * type: Long for integers, BigInteger for unsigned ones of 64 bits, Double, BigDecimal,
     * Boolean, LocalDate, LocalTime, Duration, LocalDateTime or Instant; but byte[] for texts too,
     * in UTF-8 that may be cut off inside a character, to be compared unsigned.
     */
    @Nullable Object min();

    /** No value is greater; null if and only if {@link #min} is. */
    @Nullable Object max();

    /** Whether rows may lack a value. */
    boolean mayHaveNulls();

    /** Whether no row has a value. */
    boolean hasNullsOnly();

    /** Whether values may be NaN, which bounds say nothing about. */
    boolean mayHaveNaN();

    /** Whether bounds are known. */
    default boolean hasBounds() {
      return min() != null;
    }
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
  record Constant(boolean value) implements Leaf {
    @Override
    public List<Operand> operands() {
      return List.of();
    }
  }

  /** All of several are true. */
  final class And extends Joined {
    private And(RowFilter left, RowFilter right) {
      super(left, right);
    }
  }

  /** At least one of several is true. */
  final class Or extends Joined {
    private Or(RowFilter left, RowFilter right) {
      super(left, right);
    }
  }

  /** Several predicates that are joined in one way; equal to others with the same parts. */
  abstract sealed class Joined implements RowFilter permits And, Or {
    private final RowFilter left;
    private final RowFilter right;
    private final int depth;

    private Joined(RowFilter left, RowFilter right) {
      this.left = Objects.requireNonNull(left, "left");
      this.right = Objects.requireNonNull(right, "right");
      this.depth = checkedDepth(Math.max(depthOf(left), depthOf(right)));
    }

    private int depthOf(RowFilter part) {
      return part.getClass() == getClass() ? RowFilter.depth(part) : RowFilter.depth(part) + 1;
    }

    /** The predicates that are joined, at least two, in order; none is joined in the same way. */
    public List<RowFilter> parts() {
      List<RowFilter> parts = new ArrayList<>();
      Deque<RowFilter> rest = new ArrayDeque<>(List.of(this));
      while (!rest.isEmpty()) {
        RowFilter next = rest.pop();
        if (next.getClass() == getClass()) {
          rest.push(((Joined) next).right);
          rest.push(((Joined) next).left);
        } else {
          parts.add(next);
        }
      }
      return parts;
    }

    @Override
    public boolean equals(Object other) {
      return other == this
          || (other instanceof Joined that
              && that.getClass() == getClass()
              && that.parts().equals(parts()));
    }

    @Override
    public int hashCode() {
      return 31 * parts().hashCode() + getClass().hashCode();
    }

    @Override
    public String toString() {
      return getClass().getSimpleName() + parts();
    }
  }

  /** It is false; unknown where it is unknown. */
  final class Not implements RowFilter {
    private final RowFilter predicate;
    private final int depth;

    private Not(RowFilter predicate) {
      this.predicate = predicate;
      this.depth = checkedDepth(RowFilter.depth(predicate) + 1);
    }

    /** What is negated. */
    public RowFilter predicate() {
      return predicate;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Not that && that.predicate.equals(predicate);
    }

    @Override
    public int hashCode() {
      return ~predicate.hashCode();
    }

    @Override
    public String toString() {
      return "Not[" + predicate + "]";
    }
  }

  private static int depth(RowFilter predicate) {
    if (predicate instanceof Joined joined) {
      return joined.depth;
    }
    return predicate instanceof Not not ? not.depth : 0;
  }

  private static int checkedDepth(int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "a predicate of " + depth + " levels of and, or and not; at most " + MAX_DEPTH);
    }
    return depth;
  }

  /**
   * A condition that the caller tests: first on bounds, of a row group and then of ranges of its
   * pages, and for what is left on the vectors of each batch. It is true or false of a row, never
   * unknown, also where operands are null. The negation of a condition is true where this is not: a
   * range of which {@code bounds} says that nothing matches is then read as a whole.
   *
   * <p>Vectors have the types that the file's columns are read as, in a set of files too, whose own
   * may be wider or of a finer unit. Of a file of a set that lacks a column, the vector is an
   * {@link org.apache.arrow.vector.NullVector}.
   *
   * <p>Threads: called by the thread that plans or decodes; a scan has several, so that both tests
   * must be safe for use by several threads at a time. What they throw ends the reader, as a
   * failure of its own does.
   *
   * @param operands columns that are no groups, lists or maps, and typed paths
   */
  static RowFilter custom(List<Operand> operands, RowTest rows, BoundsTest bounds) {
    return new Custom(operands, rows, bounds);
  }

  /**
   * The filter of a text: what the command line's {@code --where} takes.
   *
   * <pre>
   *   filter  = all ( OR all )*
   *   all     = one ( AND one )*
   *   one     = NOT one | "(" filter ")" | test
   *   test    = side ( = | == | != | &lt;> | &lt; | &lt;= | > | >= ) side
   *           | side [ NOT ] BETWEEN side AND side
   *           | column [ NOT ] IN "(" value ( "," value )* ")"
   *           | column [ NOT ] LIKE 'prefix%'
   *           | column IS [ NOT ] ( NULL | NAN )
   *           | side IS [ NOT ] DISTINCT FROM side
   *           | BBOX "(" column "," xmin "," ymin "," xmax "," ymax ")"
   *           | column | TRUE | FALSE
   *   side    = column | value
   *   column  = name | variant steps ( "as" | "::" ) type | CAST "(" variant steps "as" type ")"
   *   value   = number | 'text' | TRUE | FALSE | NULL | X'00ff'
   *           | DATE 'text' | TIME 'text' | TIMESTAMP 'text' | UUID 'text'
   * </pre>
   *
   * <p>Names, steps and types are those of {@link ParquetReadOptions#withColumns(List, Schema,
   * ConversionMode)}; a name with other characters, or one that is a word of the grammar, is in
   * double quotes or backquotes. A doubled quote in quotes is a quote. Words are read in upper and
   * lower case.
   *
   * @param schema of the rows that are read, whose types say what the values are
   * @param mode how values of paths become the type that they are compared as
   * @throws InvalidRequestException if the text is no filter, saying at which position, counted
   *     from 0, and what was expected; with the column's path if there is no such column
   */
  static RowFilter parse(String text, Schema schema, ConversionMode mode) {
    return parse(text, schema, mode, false);
  }

  /**
   * As {@link #parse(String, Schema, ConversionMode)}.
   *
   * @param ignoreCase whether columns are found by names of any case, for {@link
   *     ParquetReadOptions#withCaseInsensitive}
   */
  static RowFilter parse(String text, Schema schema, ConversionMode mode, boolean ignoreCase) {
    return FilterText.parse(text, new NamedColumns(schema, mode, ignoreCase));
  }

  /** True of every row, or false of every row. */
  static RowFilter constant(boolean value) {
    return new Constant(value);
  }

  /**
   * Both this and the other.
   *
   * @throws IllegalArgumentException if that has more levels than {@link #MAX_DEPTH}
   */
  default RowFilter and(RowFilter other) {
    return new And(this, other);
  }

  /**
   * This or the other, or both.
   *
   * @throws IllegalArgumentException as {@link #and}
   */
  default RowFilter or(RowFilter other) {
    return new Or(this, other);
  }

  /**
   * The opposite; unknown where this is unknown.
   *
   * @throws IllegalArgumentException as {@link #and}
   */
  default RowFilter not() {
    return this instanceof Not not ? not.predicate : new Not(this);
  }
}
