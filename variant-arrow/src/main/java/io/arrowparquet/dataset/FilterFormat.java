// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;
import static io.arrowparquet.footer.internal.thrift.ThriftType.STRING;
import static io.arrowparquet.footer.internal.thrift.ThriftType.list;

import io.arrowparquet.footer.internal.thrift.StructCodec;
import io.arrowparquet.footer.internal.thrift.StructCodec.Values;
import io.arrowparquet.footer.internal.thrift.ThriftType;
import io.arrowparquet.footer.model.GeospatialStatistics.BoundingBox;
import io.arrowparquet.parquet.internal.filter.FilterOperands;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowFilter.Operator;
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
 *             0 to 6: the leaves in the order of LEAVES; the number is that of the operator, in the
 *             order of OPERATORS; 7 not, 8 and, 9 or: of parts before, as many as the number;
 *             10 a constant, true if the number is 1; 11 a box: xmin, ymin, xmax and ymax
 *   Operand = 1 column           and of a Variant's path 2 path, 3 target: a schema of one field,
 *                                4 mode: i32, in the order of MODES
 *   Literal = 1 kind: i32, in the order of LITERALS, 2 text as Java has it, bytes in hexadecimal
 * </pre>
 *
 * <p>Reading throws various exceptions for bytes that are wrong.
 */
final class FilterFormat {
  private static final int NOT = 7;
  private static final int AND = 8;
  private static final int OR = 9;
  private static final int CONSTANT = 10;
  private static final int BOX = 11;

  /** Longer numbers take long to read, and are none of any type. */
  private static final int MOST_DIGITS = 4096;

  private static final List<Class<? extends RowFilter>> LEAVES =
      List.of(
          RowFilter.Comparison.class,
          RowFilter.In.class,
          RowFilter.IsNull.class,
          RowFilter.StartsWith.class,
          RowFilter.IsNaN.class,
          RowFilter.ListContains.class,
          RowFilter.OperandComparison.class);

  private static final List<Operator> OPERATORS =
      List.of(
          Operator.EQUAL,
          Operator.LESS,
          Operator.LESS_OR_EQUAL,
          Operator.GREATER,
          Operator.GREATER_OR_EQUAL);

  private static final List<ConversionMode> MODES =
      List.of(
          ConversionMode.SAFE, ConversionMode.STRICT, ConversionMode.TRY_CAST, ConversionMode.CAST);

  private record LiteralClass(Class<?> type, Function<String, Object> reader) {}

  private static final List<LiteralClass> LITERALS =
      List.of(
          new LiteralClass(Boolean.class, Boolean::valueOf),
          new LiteralClass(Byte.class, Byte::valueOf),
          new LiteralClass(Short.class, Short::valueOf),
          new LiteralClass(Integer.class, Integer::valueOf),
          new LiteralClass(Long.class, Long::valueOf),
          new LiteralClass(BigInteger.class, BigInteger::new),
          new LiteralClass(Float.class, Float::valueOf),
          new LiteralClass(Double.class, Double::valueOf),
          new LiteralClass(BigDecimal.class, BigDecimal::new),
          new LiteralClass(UUID.class, UUID::fromString),
          new LiteralClass(LocalDate.class, LocalDate::parse),
          new LiteralClass(LocalTime.class, LocalTime::parse),
          new LiteralClass(Duration.class, Duration::parse),
          new LiteralClass(LocalDateTime.class, LocalDateTime::parse),
          new LiteralClass(Instant.class, Instant::parse),
          new LiteralClass(String.class, text -> text),
          new LiteralClass(byte[].class, HexFormat.of()::parseHex));

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

  static final StructCodec<Operand> OPERAND =
      StructCodec.of("Operand", FilterFormat::operand)
          .required(1, "column", SplitFormat.TEXT, FilterOperands::column)
          .optional(2, "path", SplitFormat.TEXT, operand -> path(operand, p -> p.path().toString()))
          .optional(3, "target", SplitFormat.FIELD, operand -> path(operand, p -> p.target()))
          .optional(4, "mode", I32, operand -> path(operand, p -> MODES.indexOf(p.mode())));

  private static final StructCodec<Node> NODE =
      StructCodec.of(
              "Node",
              values -> new Node(values.get(1), values.get(2), values.get(3), values.get(4)))
          .required(1, "kind", I32, Node::kind)
          .required(2, "number", I32, Node::number)
          .required(3, "operands", list(OPERAND), Node::operands)
          .required(4, "literals", list(LITERAL), Node::literals);

  static final ThriftType<List<Node>> NODES = list(NODE);

  private FilterFormat() {}

  record Node(int kind, int number, List<Operand> operands, List<Object> literals) {
    private Node(int kind, int number) {
      this(kind, number, List.of(), List.of());
    }
  }

  /**
   * The filter as nodes; null for null.
   *
   * @throws InvalidRequestException if a condition of the caller's is in it
   */
  static List<Node> nodes(RowFilter filter) {
    List<Node> nodes = new ArrayList<>();
    if (filter != null) {
      add(filter, nodes);
    }
    return filter == null ? null : nodes;
  }

  private static void add(RowFilter filter, List<Node> nodes) {
    if (filter instanceof RowFilter.Joined joined) {
      joined.parts().forEach(part -> add(part, nodes));
      nodes.add(new Node(joined instanceof RowFilter.And ? AND : OR, joined.parts().size()));
    } else if (filter instanceof RowFilter.Not not) {
      add(not.predicate(), nodes);
      nodes.add(new Node(NOT, 1));
    } else if (filter instanceof RowFilter.Constant of) {
      nodes.add(new Node(CONSTANT, of.value() ? 1 : 0));
    } else {
      nodes.add(leaf((RowFilter.Leaf) filter));
    }
  }

  private static Node leaf(RowFilter.Leaf leaf) {
    if (leaf instanceof RowFilter.Intersects of) {
      BoundingBox box = of.box();
      List<Object> sides = List.of(box.xmin(), box.ymin(), box.xmax(), box.ymax());
      return new Node(BOX, 0, leaf.operands(), sides);
    }
    int operator = 0;
    List<Object> literals = List.of();
    if (leaf instanceof RowFilter.Comparison of) {
      operator = OPERATORS.indexOf(of.operator());
      literals = List.of(of.literal());
    } else if (leaf instanceof RowFilter.In of) {
      literals = of.literals();
    } else if (leaf instanceof RowFilter.StartsWith of) {
      literals = List.of(of.prefix());
    } else if (leaf instanceof RowFilter.ListContains of) {
      literals = List.of(of.literal());
    } else if (leaf instanceof RowFilter.OperandComparison of) {
      operator = OPERATORS.indexOf(of.operator());
    } else if (leaf instanceof RowFilter.Custom) {
      throw new InvalidRequestException(
          "a condition of the caller's cannot be written: " + leaf, null);
    }
    return new Node(LEAVES.indexOf(leaf.getClass()), operator, leaf.operands(), literals);
  }

  static RowFilter filter(List<Node> nodes) {
    Deque<RowFilter> done = new ArrayDeque<>();
    for (Node node : nodes) {
      boolean isLeaf = node.kind < NOT || node.kind > OR;
      RowFilter last = isLeaf ? leaf(node) : done.pop();
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

  private static RowFilter leaf(Node node) {
    if (node.kind == CONSTANT) {
      return RowFilter.constant(node.number == 1);
    }
    Operand operand = node.operands.get(0);
    return switch (node.kind) {
      case 0 -> new RowFilter.Comparison(operand, OPERATORS.get(node.number), node.literals.get(0));
      case 1 -> new RowFilter.In(operand, node.literals);
      case 2 -> new RowFilter.IsNull(operand);
      case 3 -> new RowFilter.StartsWith(operand, node.literals.get(0));
      case 4 -> new RowFilter.IsNaN(operand);
      case 5 -> new RowFilter.ListContains(operand, node.literals.get(0));
      case 6 ->
          new RowFilter.OperandComparison(
              operand, OPERATORS.get(node.number), node.operands.get(1));
      case BOX -> {
        List<Double> box = node.literals.stream().map(Double.class::cast).toList();
        yield operand.intersects(box.get(0), box.get(1), box.get(2), box.get(3));
      }
      default -> throw new IllegalArgumentException("predicate of kind " + node.kind);
    };
  }

  private interface OfPath<V> {
    V get(VariantProjection path);
  }

  private static <V> V path(Operand operand, OfPath<V> part) {
    return operand instanceof VariantProjection path ? part.get(path) : null;
  }

  private static Operand operand(Values values) {
    String column = values.get(1);
    return values.has(2)
        ? new VariantProjection(
            column, VariantPath.parse(values.get(2)), values.get(3), MODES.get(values.get(4)))
        : Operand.column(column);
  }

  private static int kind(Object literal) {
    int kind = LITERALS.stream().map(LiteralClass::type).toList().indexOf(literal.getClass());
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
    return LITERALS.get(kind).reader().apply(text);
  }
}
