// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.parquet.options.RowFilter.Operator;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import org.apache.arrow.vector.types.pojo.ArrowType;

final class FilterText {
  /** Deepest nesting, so that the recursion ends. */
  private static final int MAX_DEPTH = 128;

  /** Longer ones first: one may begin with another. */
  private static final List<String> OPERATORS =
      List.of("==", "!=", "<>", "<=", ">=", "=", "<", ">");

  private static final Map<String, Operator> MEANT =
      Map.of(
          "<", Operator.LESS,
          "<=", Operator.LESS_OR_EQUAL,
          ">", Operator.GREATER,
          ">=", Operator.GREATER_OR_EQUAL);

  private static final Map<String, String> REVERSED =
      Map.of("<", ">", ">", "<", "<=", ">=", ">=", "<=");

  private static final Map<String, Kind> TYPED_VALUES =
      Map.of(
          "x", Kind.BYTES,
          "date", Kind.DATE,
          "time", Kind.TIME,
          "timestamp", Kind.TIMESTAMP,
          "uuid", Kind.UUID);

  private static final String A_TEST =
      "=, !=, <, <=, >, >=, IS, IN, BETWEEN or LIKE after a column or a value";

  private final FilterTokens tokens;
  private final NamedColumns columns;
  private int depth;

  private sealed interface FilterSide {
    int position();
  }

  /** {@code type}: of its values; null for a Variant. */
  private record Column(Operand operand, ArrowType type, int position) implements FilterSide {}

  /**
   * A value as it is written. The type of what it is compared with says what it is.
   *
   * @param text without quotes
   */
  record Value(Kind kind, String text, int position) implements FilterSide {}

  enum Kind {
    NULL,
    BOOLEAN,
    NUMBER,
    TEXT,
    BYTES,
    DATE,
    TIME,
    TIMESTAMP,
    UUID
  }

  private FilterText(String text, NamedColumns columns) {
    this.tokens = new FilterTokens(text);
    this.columns = columns;
  }

  /**
   * @throws InvalidRequestException if it is none
   */
  static RowFilter parse(String text, NamedColumns columns) {
    try {
      FilterText parsed = new FilterText(text, columns);
      RowFilter filter = parsed.filter();
      if (!parsed.tokens.isAtEnd()) {
        throw parsed.tokens.wrong("AND, OR or the end");
      }
      return filter;
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(e.getMessage(), e);
    }
  }

  private RowFilter filter() {
    return joined("or", () -> joined("and", this::one, RowFilter::and), RowFilter::or);
  }

  private RowFilter joined(String word, Supplier<RowFilter> part, BinaryOperator<RowFilter> join) {
    RowFilter joined = part.get();
    while (tokens.skipWord(word)) {
      joined = join.apply(joined, part.get());
    }
    return joined;
  }

  private RowFilter one() {
    if (++depth > MAX_DEPTH) {
      throw tokens.wrong("at most " + MAX_DEPTH + " levels");
    }
    RowFilter result;
    if (tokens.skipWord("not")) {
      result = one().not();
    } else if (tokens.skip("(")) {
      result = filter();
      tokens.require(")");
    } else {
      result = test();
    }
    depth--;
    return result;
  }

  private RowFilter test() {
    int start = tokens.skipSpace();
    if (tokens.skipWord("bbox") && tokens.skip("(")) {
      return box(column(side()));
    }
    tokens.back(start);
    FilterSide left = side();
    String operator = tokens.skipAny(OPERATORS);
    if (operator != null) {
      return compare(left, operator, side());
    }
    if (tokens.skipWord("is")) {
      return is(left);
    }
    int place = tokens.skipSpace();
    boolean not = tokens.skipWord("not");
    RowFilter test = null;
    if (tokens.skipWord("between")) {
      FilterSide least = side();
      tokens.requireWord("and");
      test = compare(left, ">=", least).and(compare(left, "<=", side()));
    } else if (tokens.skipWord("in")) {
      test = in(column(left));
    } else if (tokens.skipWord("like")) {
      test = like(column(left));
    }
    if (test == null && not) {
      throw tokens.wrong("BETWEEN, IN or LIKE after NOT");
    }
    if (test == null) {
      tokens.back(place);
      return alone(left);
    }
    return not ? test.not() : test;
  }

  private RowFilter alone(FilterSide side) {
    if (side instanceof Value value && value.kind() == Kind.BOOLEAN) {
      return RowFilter.constant(Boolean.parseBoolean(value.text()));
    }
    if (side instanceof Column column && column.type() instanceof ArrowType.Bool) {
      return column.operand().isEqualTo(true);
    }
    throw tokens.wrong(A_TEST);
  }

  private Column column(FilterSide side) {
    if (side instanceof Column column) {
      return column;
    }
    throw tokens.wrongAt(side.position(), "a column");
  }

  private RowFilter is(FilterSide left) {
    boolean not = tokens.skipWord("not");
    RowFilter test;
    if (tokens.skipWord("null")) {
      test = column(left).operand().isNull();
    } else if (tokens.skipWord("nan")) {
      Column column = column(left);
      if (!(requireType(column) instanceof ArrowType.FloatingPoint)) {
        throw tokens.wrongAt(
            left.position(), "a floating point column: " + nameOf(column) + " has no NaN");
      }
      test = column.operand().isNaN();
    } else {
      if (!tokens.skipWord("distinct")) {
        throw tokens.wrong("NULL, NAN or DISTINCT FROM");
      }
      tokens.requireWord("from");
      test = notDistinct(left, side()).not();
    }
    return not ? test.not() : test;
  }

  private RowFilter notDistinct(FilterSide left, FilterSide right) {
    if (left instanceof Column a && right instanceof Column b) {
      requireType(a);
      requireType(b);
      return a.operand().isNotDistinctFrom(b.operand());
    }
    Column column = column(left instanceof Column ? left : right);
    Value value = (Value) (left instanceof Column ? right : left);
    return column
        .operand()
        .isNotDistinctFrom(value.kind() == Kind.NULL ? null : literal(value, column));
  }

  private RowFilter in(Column column) {
    List<Object> literals = new ArrayList<>();
    tokens.require("(");
    do {
      int place = tokens.skipSpace();
      Value value = value();
      if (value == null) {
        throw tokens.wrongAt(place, "a value");
      }
      literals.add(literal(value, column));
    } while (tokens.skip(","));
    tokens.require(")");
    return column.operand().isIn(literals);
  }

  private RowFilter box(Column column) {
    if (!(requireType(column) instanceof ArrowType.Binary)) {
      throw tokens.wrongAt(column.position(), "geometries: " + nameOf(column));
    }
    double[] sides = new double[4];
    for (int i = 0; i < sides.length; i++) {
      tokens.require(",");
      int place = tokens.skipSpace();
      String number = tokens.number();
      try {
        sides[i] = Double.parseDouble(String.valueOf(number));
      } catch (NumberFormatException e) {
        throw tokens.wrongAt(place, "a number");
      }
    }
    tokens.require(")");
    return column.operand().intersects(sides[0], sides[1], sides[2], sides[3]);
  }

  /** Begins with the text before the only {@code %}, which is its end; or equals a text of none. */
  private RowFilter like(Column column) {
    int place = tokens.skipSpace();
    if (tokens.peek() != '\'') {
      throw tokens.wrong("a pattern in single quotes");
    }
    String pattern = tokens.quoted('\'');
    StringBuilder prefix = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '%' && i == pattern.length() - 1) {
        return column
            .operand()
            .startsWith(literal(new Value(Kind.TEXT, prefix + "", place), column));
      }
      if (c == '%' || c == '_') {
        throw tokens.wrongAt(
            place,
            "a prefix, as 'abc%': other patterns are not supported; \\% and \\_ are the"
                + " characters themselves");
      }
      if (c == '\\' && i + 1 < pattern.length()) {
        c = pattern.charAt(++i);
      }
      prefix.append(c);
    }
    return column.operand().isEqualTo(literal(new Value(Kind.TEXT, prefix + "", place), column));
  }

  private RowFilter compare(FilterSide left, String operator, FilterSide right) {
    Operator meant = MEANT.getOrDefault(operator, Operator.EQUAL);
    RowFilter test;
    if (left instanceof Column a && right instanceof Column b) {
      requireType(a);
      requireType(b);
      test = new RowFilter.OperandComparison(a.operand(), meant, b.operand());
    } else if (left instanceof Column a) {
      test = new RowFilter.Comparison(a.operand(), meant, literal((Value) right, a));
    } else {
      return compare(column(right), REVERSED.getOrDefault(operator, operator), left);
    }
    return operator.equals("!=") || operator.equals("<>") ? test.not() : test;
  }

  private Object literal(Value value, Column column) {
    ArrowType type = requireType(column);
    if (value.kind() == Kind.NULL) {
      throw tokens.wrongAt(
          value.position(), "a value: nothing compares with NULL; IS NULL finds rows without one");
    }
    Object literal = FilterLiterals.of(value, type);
    if (literal == null) {
      String example = FilterLiterals.example(type);
      throw tokens.wrongAt(
          value.position(),
          example == null
              ? "IS NULL: " + nameOf(column) + ", which has no order"
              : example + ", because " + nameOf(column));
    }
    return literal;
  }

  private static String nameOf(Column column) {
    String name =
        column.operand() instanceof VariantProjection path
            ? path.target().getName()
            : ((Operand.Column) column.operand()).path();
    return name + " is of type " + FilterLiterals.name(column.type());
  }

  private ArrowType requireType(Column column) {
    if (column.type() == null) {
      throw tokens.wrongAt(
          column.position(),
          "the type that it is compared as after a path in a Variant, as " + "v.a as bigint");
    }
    return column.type();
  }

  private FilterSide side() {
    Value value = value();
    if (value != null) {
      return value;
    }
    int place = tokens.skipSpace();
    if (tokens.skipWord("cast") && tokens.skip("(")) {
      int start = tokens.skipSpace();
      String text = tokens.columnText();
      tokens.requireWord("as");
      Column column = find(text, tokens.typeText(), start);
      tokens.require(")");
      return column;
    }
    tokens.back(place);
    boolean isQuoted = tokens.peek() == '"';
    String text = tokens.columnText();
    boolean typed = tokens.skip("::") || tokens.skipWord("as");
    try {
      return find(text, typed ? tokens.typeText() : null, place);
    } catch (InvalidRequestException e) {
      if (!isQuoted) {
        throw e;
      }
      String hint = e.expected() + "; a text is in single quotes, '" + text + "'";
      throw new InvalidRequestException(text, e.found(), hint);
    }
  }

  /**
   * What a text names.
   *
   * @param type the type asked for; null for none
   */
  private Column find(String text, String type, int position) {
    String variant = columns.variantOf(text);
    try {
      if (variant != null) {
        VariantProjection path = columns.path(variant, text, type);
        return new Column(path, type == null ? null : path.target().getType(), position);
      }
      ArrowType found = columns.type(text);
      if (type != null) {
        throw new IllegalArgumentException(
            text + " as " + type + ": only paths into Variant columns have the type asked for");
      }
      ArrowType stored = VariantPrimitive.storage(found);
      return new Column(Operand.column(text), stored, position);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("at position " + position + ": " + e.getMessage(), e);
    }
  }

  /** Null if no value is next. */
  private Value value() {
    int place = tokens.skipSpace();
    if (tokens.peek() == '\'') {
      return new Value(Kind.TEXT, tokens.quoted('\''), place);
    }
    String number = tokens.number();
    if (number != null) {
      return new Value(Kind.NUMBER, number, place);
    }
    for (String word : List.of("true", "false")) {
      if (tokens.skipWord(word)) {
        return new Value(Kind.BOOLEAN, word, place);
      }
    }
    if (tokens.skipWord("null")) {
      return new Value(Kind.NULL, "null", place);
    }
    for (Map.Entry<String, Kind> typed : TYPED_VALUES.entrySet()) {
      if (tokens.skipWord(typed.getKey()) && tokens.peek() == '\'') {
        return new Value(typed.getValue(), tokens.quoted('\''), place);
      }
      tokens.back(place);
    }
    return null;
  }
}
