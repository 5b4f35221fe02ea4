// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;
import static io.arrowparquet.footer.internal.thrift.ThriftType.STRING;
import static io.arrowparquet.footer.internal.thrift.ThriftType.list;

import io.arrowparquet.footer.internal.thrift.StructCodec;
import io.arrowparquet.footer.internal.thrift.StructCodec.Values;
import io.arrowparquet.footer.internal.thrift.ThriftType;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowFilter.Comparison;
import io.arrowparquet.parquet.options.RowFilter.In;
import io.arrowparquet.parquet.options.RowFilter.Intersects;
import io.arrowparquet.parquet.options.RowFilter.IsNaN;
import io.arrowparquet.parquet.options.RowFilter.IsNull;
import io.arrowparquet.parquet.options.RowFilter.ListContains;
import io.arrowparquet.parquet.options.RowFilter.OperandComparison;
import io.arrowparquet.parquet.options.RowFilter.Operator;
import io.arrowparquet.parquet.options.RowFilter.StartsWith;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantPath;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * A {@link RowFilter} in a {@link ParquetSplit}: its parts before what joins them, so that no depth
 * of bytes is one of calls.
 *
 * <pre>
 *   filter  = list of Node
 *   Node    = 1 kind: i32, 2 number: i32, 3 operands, 4 literals: lists
 *             0 to 8: the leaves in the order of LEAVES; the number is that of the operator, in
 *             their order, or 1 for a constant that is true; literals of a box are xmin, ymin, xmax
 *             and ymax; 9 not, 10 and, 11 or: of parts before, as many as the number
 *   Operand = 1 column, or 2 path: Path
 *   Path    = 1 column, 2 path, 3 target: a schema of one field, 4 mode: i32, in their order
 *   Literal = 1 kind: i32, in the order of LITERALS, 2 text as Java has it, bytes in hexadecimal
 * </pre>
 *
 * <p>Reading throws various exceptions for bytes that are wrong.
 */
final class FilterFormat {
  /** Longer numbers take long to read, and are none of any type. */
  private static final int MOST_DIGITS = 4096;

  private static final List<Operator> OPERATORS = List.of(Operator.values());

  /** {@code writer} gives number and literals of a node. */
  private record LeafForm(
      Class<?> type, Function<RowFilter, Node> writer, Function<Node, RowFilter> reader) {}

  private static <F extends RowFilter.Leaf> LeafForm leaf(
      Class<F> type, Function<F, Node> writer, Function<Node, RowFilter> reader) {
    return new LeafForm(type, filter -> writer.apply(type.cast(filter)), reader);
  }

  private static final List<LeafForm> LEAVES =
      List.of(
          leaf(
              Comparison.class,
              of -> node(of.operator(), of.literal()),
              n -> new Comparison(n.operand(0), n.operator(), n.literal())),
          leaf(In.class, of -> node(0, of.literals()), n -> new In(n.operand(0), n.literals)),
          leaf(IsNull.class, of -> node(0, List.of()), n -> new IsNull(n.operand(0))),
          leaf(
              StartsWith.class,
              of -> node(0, List.of(of.prefix())),
              n -> new StartsWith(n.operand(0), n.literal())),
          leaf(IsNaN.class, of -> node(0, List.of()), n -> new IsNaN(n.operand(0))),
          leaf(
              ListContains.class,
              of -> node(0, List.of(of.literal())),
              n -> new ListContains(n.operand(0), n.literal())),
          leaf(
              OperandComparison.class,
              of -> node(of.operator()),
              n -> new OperandComparison(n.operand(0), n.operator(), n.operand(1))),
          leaf(
              Intersects.class,
              of ->
                  node(
                      0,
                      List.of(of.box().xmin(), of.box().ymin(), of.box().xmax(), of.box().ymax())),
              n -> n.operand(0).intersects(n.number(0), n.number(1), n.number(2), n.number(3))),
          leaf(
              RowFilter.Constant.class,
              of -> node(of.value() ? 1 : 0, List.of()),
              n -> RowFilter.constant(n.number == 1)));

  private static final int NOT = LEAVES.size();
  private static final int AND = NOT + 1;
  private static final int OR = AND + 1;

  private record LiteralForm(Class<?> type, Function<String, Object> reader) {}

  private static final List<LiteralForm> LITERALS =
      List.of(
          new LiteralForm(Boolean.class, Boolean::valueOf),
          new LiteralForm(Byte.class, Byte::valueOf),
          new LiteralForm(Short.class, Short::valueOf),
          new LiteralForm(Integer.class, Integer::valueOf),
          new LiteralForm(Long.class, Long::valueOf),
          new LiteralForm(BigInteger.class, BigInteger::new),
          new LiteralForm(Float.class, Float::valueOf),
          new LiteralForm(Double.class, Double::valueOf),
          new LiteralForm(BigDecimal.class, BigDecimal::new),
          new LiteralForm(UUID.class, UUID::fromString),
          new LiteralForm(LocalDate.class, LocalDate::parse),
          new LiteralForm(LocalTime.class, LocalTime::parse),
          new LiteralForm(Duration.class, Duration::parse),
          new LiteralForm(LocalDateTime.class, LocalDateTime::parse),
          new LiteralForm(Instant.class, Instant::parse),
          new LiteralForm(String.class, text -> text),
          new LiteralForm(byte[].class, HexFormat.of()::parseHex));

  private static final int FIRST_OF_ANY_LENGTH = 15;

  static final StructCodec<Object> LITERAL =
      StructCodec.of("Literal", FilterFormat::literal)
          .required(1, "kind", I32, FilterFormat::kind)
          .required(
              2,
              "text",
              STRING,
              literal ->
                  literal instanceof byte[] bytes
                      ? HexFormat.of().formatHex(bytes)
                      : literal.toString());

  static final StructCodec<VariantProjection> PATH =
      StructCodec.of(
              "Path",
              values ->
                  new VariantProjection(
                      values.get(1),
                      VariantPath.parse(values.get(2)),
                      values.get(3),
                      values.get(4)))
          .required(1, "column", SplitFormat.TEXT, VariantProjection::column)
          .required(2, "path", SplitFormat.TEXT, path -> path.path().toString())
          .required(3, "target", SplitFormat.FIELD, VariantProjection::target)
          .required(4, "mode", SplitFormat.oneOf(ConversionMode.values()), VariantProjection::mode);

  private static final StructCodec<Operand> OPERAND =
      StructCodec.of(
              "Operand", values -> values.has(2) ? values.get(2) : Operand.column(values.get(1)))
          .optional(
              1, "column", SplitFormat.TEXT, of -> of instanceof Operand.Column c ? c.path() : null)
          .optional(2, "path", PATH, of -> of instanceof VariantProjection path ? path : null);

  private static final ThriftType<List<Node>> NODES =
      list(
          StructCodec.of(
                  "Node",
                  values -> new Node(values.get(1), values.get(2), values.get(3), values.get(4)))
              .required(1, "kind", I32, Node::kind)
              .required(2, "number", I32, Node::number)
              .required(3, "operands", list(OPERAND), Node::operands)
              .required(4, "literals", list(LITERAL), Node::literals));

  /** Refuses a condition of the caller's. */
  static final ThriftType<RowFilter> FILTER =
      ThriftType.mapped(NODES, FilterFormat::filter, FilterFormat::nodes);

  private FilterFormat() {}

  private record Node(int kind, int number, List<Operand> operands, List<Object> literals) {
    Operand operand(int i) {
      return operands.get(i);
    }

    double number(int i) {
      return (Double) literals.get(i);
    }

    Object literal() {
      return literals.get(0);
    }

    Operator operator() {
      return OPERATORS.get(number);
    }
  }

  private static Node node(Operator operator, Object... literals) {
    return node(OPERATORS.indexOf(operator), List.of(literals));
  }

  /** Of a negation, or part of a leaf's. */
  private static Node node(int number, List<Object> literals) {
    return new Node(NOT, number, List.of(), literals);
  }

  private static List<Node> nodes(RowFilter filter) {
    List<Node> nodes = new ArrayList<>();
    add(filter, nodes);
    return nodes;
  }

  private static void add(RowFilter filter, List<Node> nodes) {
    if (filter instanceof RowFilter.Joined joined) {
      joined.parts().forEach(part -> add(part, nodes));
      int kind = joined instanceof RowFilter.And ? AND : OR;
      nodes.add(new Node(kind, joined.parts().size(), List.of(), List.of()));
    } else if (filter instanceof RowFilter.Not not) {
      add(not.predicate(), nodes);
      nodes.add(node(1, List.of()));
    } else {
      int kind = LEAVES.stream().map(LeafForm::type).toList().indexOf(filter.getClass());
      if (kind < 0) {
        throw new InvalidRequestException(
            "a condition of the caller's cannot be written: " + filter, null);
      }
      Node node = LEAVES.get(kind).writer.apply(filter);
      nodes.add(new Node(kind, node.number, ((RowFilter.Leaf) filter).operands(), node.literals));
    }
  }

  private static RowFilter filter(List<Node> nodes) {
    Deque<RowFilter> done = new ArrayDeque<>();
    for (Node node : nodes) {
      if (node.kind > OR) {
        throw new IllegalArgumentException("predicate of kind " + node.kind);
      }
      RowFilter last = node.kind < NOT ? LEAVES.get(node.kind).reader.apply(node) : done.pop();
      for (int i = 1; i < node.number && (node.kind == AND || node.kind == OR); i++) {
        RowFilter part = done.pop();
        last = node.kind == AND ? part.and(last) : part.or(last);
      }
      done.push(node.kind == NOT ? last.not() : last);
    }
    RowFilter filter = done.pop();
    if (!done.isEmpty()) {
      throw new IllegalArgumentException(done.size() + " filters besides " + filter);
    }
    return filter;
  }

  private static int kind(Object literal) {
    int kind = LITERALS.stream().map(LiteralForm::type).toList().indexOf(literal.getClass());
    if (kind < 0 || (kind < FIRST_OF_ANY_LENGTH && literal.toString().length() > MOST_DIGITS)) {
      throw new InvalidRequestException(
          "a literal of " + literal.getClass() + " cannot be written", null);
    }
    return kind;
  }

  private static Object literal(Values values) {
    int kind = values.get(1);
    String text = values.get(2);
    if (kind < FIRST_OF_ANY_LENGTH && text.length() > MOST_DIGITS) {
      throw new IllegalArgumentException("a literal of " + text.length() + " characters");
    }
    return LITERALS.get(kind).reader.apply(text);
  }
}
