// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;
import static io.arrowparquet.footer.internal.thrift.ThriftType.list;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.thrift.StructCodec;
import io.arrowparquet.footer.internal.thrift.StructCodec.Values;
import io.arrowparquet.footer.internal.thrift.ThriftType;
import io.arrowparquet.footer.model.BinaryValue;
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
import java.util.List;
import java.util.UUID;

/**
 * A {@link RowFilter} in a {@link ParquetSplit}: its parts before what joins them, so that no depth
 * of bytes is one of calls.
 *
 * <pre>
 *   filter  = list of Node, in this order: the parts, then what joins or negates them
 *   Node    = 1 kind: i32        0 and, 1 or, 2 not, 3 constant, 4 comparison, 5 in, 6 is null,
 *                                7 starts with, 8 is NaN, 9 list contains, 10 two operands
 *             2 number: i32      and, or: parts; constant: 0 or 1; comparisons: the operator, from
 *                                0 on: =, &lt;, &lt;=, >, >=
 *             3 operands, 4 literals: lists
 *   Operand = 1 column           and of a Variant's path 2 path, 3 target: a schema of one field,
 *                                4 mode: i32, from 0 on: safe, strict, try cast, cast
 *   Literal = 1 kind: i32, 2 value: bytes, little-endian
 *                                0 Boolean: 1, 1 Byte, 2 Short, 3 Integer, 4 Long: 8, 5 BigInteger,
 *                                6 Float: 4, 7 Double: 8, 8 BigDecimal: scale: 4, unscaled,
 *                                9 String: UTF-16, 10 bytes, 11 UUID: 16, 12 LocalDate: day: 8,
 *                                13 LocalTime: nanoseconds: 8, 14 Duration, 16 Instant: seconds: 8,
 *                                nanoseconds: 4, 15 LocalDateTime: day: 8, nanoseconds: 8
 * </pre>
 */
final class FilterFormat {
  private static final int AND = 0;
  private static final int OR = 1;
  private static final int NOT = 2;
  private static final int CONSTANT = 3;
  private static final int COMPARISON = 4;
  private static final int IN = 5;
  private static final int IS_NULL = 6;
  private static final int STARTS_WITH = 7;
  private static final int IS_NAN = 8;
  private static final int LIST_CONTAINS = 9;
  private static final int OPERANDS = 10;

  // By their numbers.
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
  private static final List<Class<?>> LITERALS =
      List.of(
          Boolean.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          BigInteger.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          String.class,
          byte[].class,
          UUID.class,
          LocalDate.class,
          LocalTime.class,
          Duration.class,
          LocalDateTime.class,
          Instant.class);

  static final StructCodec<Object> LITERAL =
      StructCodec.of("Literal", values -> literal((int) values.get(1), (BinaryValue) values.get(2)))
          .required(1, "kind", I32, FilterFormat::kind)
          .required(2, "value", ThriftType.BINARY, FilterFormat::bytes);

  static final StructCodec<Operand> OPERAND =
      StructCodec.of("Operand", FilterFormat::operand)
          .required(1, "column", SplitFormat.TEXT, FilterOperands::column)
          .optional(2, "path", SplitFormat.TEXT, operand -> path(operand, p -> p.path().toString()))
          .optional(3, "target", SplitFormat.FIELD, operand -> path(operand, p -> p.target()))
          .optional(4, "mode", I32, operand -> path(operand, p -> number(MODES, p.mode())));

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
    private Node(int kind, int number, Operand... operands) {
      this(kind, number, List.of(operands), List.of());
    }

    private RowFilter leaf() {
      int many = kind == IN ? literals.size() : kind == COMPARISON || needsLiteral() ? 1 : 0;
      int looked = kind == CONSTANT ? 0 : kind == OPERANDS ? 2 : 1;
      require(operands.size() == looked && literals.size() == many, this, "operands and literals");
      Operand operand = looked == 0 ? null : operands.get(0);
      return switch (kind) {
        case CONSTANT -> RowFilter.constant(number == 1);
        case COMPARISON ->
            new RowFilter.Comparison(operand, of(OPERATORS, number), literals.get(0));
        case IN -> new RowFilter.In(operand, literals);
        case IS_NULL -> new RowFilter.IsNull(operand);
        case STARTS_WITH -> new RowFilter.StartsWith(operand, literals.get(0));
        case IS_NAN -> new RowFilter.IsNaN(operand);
        case LIST_CONTAINS -> new RowFilter.ListContains(operand, literals.get(0));
        case OPERANDS ->
            new RowFilter.OperandComparison(operand, of(OPERATORS, number), operands.get(1));
        default -> throw corrupt(kind, "a kind of predicate");
      };
    }

    private boolean needsLiteral() {
      return kind == STARTS_WITH || kind == LIST_CONTAINS;
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
      nodes.add(new Node(NOT, 0));
    } else {
      nodes.add(node((RowFilter.Leaf) filter));
    }
  }

  private static Node node(RowFilter.Leaf leaf) {
    if (leaf instanceof RowFilter.Comparison of) {
      return with(COMPARISON, of.operator(), of, List.of(of.literal()));
    } else if (leaf instanceof RowFilter.In of) {
      return with(IN, null, of, of.literals());
    } else if (leaf instanceof RowFilter.StartsWith of) {
      return with(STARTS_WITH, null, of, List.of(of.prefix()));
    } else if (leaf instanceof RowFilter.ListContains of) {
      return with(LIST_CONTAINS, null, of, List.of(of.literal()));
    } else if (leaf instanceof RowFilter.IsNull of) {
      return new Node(IS_NULL, 0, of.operand());
    } else if (leaf instanceof RowFilter.IsNaN of) {
      return new Node(IS_NAN, 0, of.operand());
    } else if (leaf instanceof RowFilter.OperandComparison of) {
      return new Node(OPERANDS, number(OPERATORS, of.operator()), of.left(), of.right());
    } else if (leaf instanceof RowFilter.Constant of) {
      return new Node(CONSTANT, of.value() ? 1 : 0);
    }
    throw new InvalidRequestException(
        "a condition of the caller's cannot be written: " + leaf, null);
  }

  private static Node with(
      int kind, Operator operator, RowFilter.OfOperand leaf, List<Object> literals) {
    return new Node(
        kind, operator == null ? 0 : number(OPERATORS, operator), leaf.operands(), literals);
  }

  static RowFilter filter(List<Node> nodes) {
    Deque<RowFilter> done = new ArrayDeque<>();
    for (Node node : nodes) {
      switch (node.kind) {
        case AND, OR -> {
          require(node.number >= 2 && node.number <= done.size(), node.number, "parts before");
          RowFilter joined = done.pop();
          for (int i = 1; i < node.number; i++) {
            RowFilter part = done.pop();
            joined = node.kind == AND ? part.and(joined) : part.or(joined);
          }
          done.push(joined);
        }
        case NOT -> {
          require(!done.isEmpty(), "nothing", "a part before");
          done.push(done.pop().not());
        }
        default -> done.push(node.leaf());
      }
    }
    require(done.size() == 1, done.size() + " filters", "one");
    return done.pop();
  }

  private interface OfPath<V> {
    V get(VariantProjection path);
  }

  private static <V> V path(Operand operand, OfPath<V> part) {
    return operand instanceof VariantProjection path ? part.get(path) : null;
  }

  private static Operand operand(Values values) {
    String column = values.get(1);
    if (!values.has(2)) {
      return Operand.column(column);
    }
    require(values.has(3) && values.has(4), "a path alone", "its target and mode");
    return new VariantProjection(
        column, VariantPath.parse(values.get(2)), values.get(3), of(MODES, values.get(4)));
  }

  private static int kind(Object literal) {
    int kind = LITERALS.indexOf(literal.getClass());
    if (kind < 0) {
      throw new InvalidRequestException(
          "a literal of " + literal.getClass() + ": " + literal, null);
    }
    return kind;
  }

  private static BinaryValue bytes(Object literal) {
    BundleBytes out = new BundleBytes(Long.BYTES);
    if (literal instanceof Boolean value) {
      out.writeByte(value ? 1 : 0);
    } else if (literal instanceof Float value) {
      out.writeInt(Float.floatToRawIntBits(value));
    } else if (literal instanceof Double value) {
      out.writeLong(Double.doubleToRawLongBits(value));
    } else if (literal instanceof BigInteger value) {
      out.write(value.toByteArray());
    } else if (literal instanceof BigDecimal value) {
      out.writeInt(value.scale());
      out.write(value.unscaledValue().toByteArray());
    } else if (literal instanceof Number value) {
      out.writeLong(value.longValue());
    } else if (literal instanceof String value) {
      value.chars().forEach(unit -> writeUnit(out, unit));
    } else if (literal instanceof byte[] value) {
      out.write(value);
    } else if (literal instanceof UUID value) {
      out.writeLong(value.getMostSignificantBits());
      out.writeLong(value.getLeastSignificantBits());
    } else {
      writeTime(out, literal);
    }
    return BinaryValue.of(out.toByteArray());
  }

  private static void writeUnit(BundleBytes out, int unit) {
    out.writeByte(unit);
    out.writeByte(unit >> Byte.SIZE);
  }

  private static void writeTime(BundleBytes out, Object literal) {
    if (literal instanceof LocalDate value) {
      out.writeLong(value.toEpochDay());
    } else if (literal instanceof LocalTime value) {
      out.writeLong(value.toNanoOfDay());
    } else if (literal instanceof LocalDateTime value) {
      out.writeLong(value.toLocalDate().toEpochDay());
      out.writeLong(value.toLocalTime().toNanoOfDay());
    } else if (literal instanceof Duration value) {
      out.writeLong(value.getSeconds());
      out.writeInt(value.getNano());
    } else {
      Instant value = (Instant) literal;
      out.writeLong(value.getEpochSecond());
      out.writeInt(value.getNano());
    }
  }

  private static Object literal(int kind, BinaryValue value) {
    byte[] bytes = value.toByteArray();
    ByteCursor in = new ByteCursor(bytes, 0, bytes.length, 0);
    Object literal = literal(kind, in);
    require(in.remaining() == 0, in.remaining() + " bytes after a literal", "none");
    return literal;
  }

  private static Object literal(int kind, ByteCursor in) {
    String what = "literal";
    return switch (kind) {
      case 0 -> in.readByte(what) != 0;
      case 1 -> (byte) in.readLong(what);
      case 2 -> (short) in.readLong(what);
      case 3 -> (int) in.readLong(what);
      case 4 -> in.readLong(what);
      case 5 -> new BigInteger(rest(in));
      case 6 -> Float.intBitsToFloat(in.readInt(what));
      case 7 -> Double.longBitsToDouble(in.readLong(what));
      case 8 -> {
        int scale = in.readInt(what);
        yield new BigDecimal(new BigInteger(rest(in)), scale);
      }
      case 9 -> {
        StringBuilder text = new StringBuilder(in.remaining() / 2);
        while (in.remaining() > 0) {
          text.append((char) (in.readByte(what) | in.readByte(what) << Byte.SIZE));
        }
        yield text.toString();
      }
      case 10 -> rest(in);
      case 11 -> new UUID(in.readLong(what), in.readLong(what));
      case 12 -> LocalDate.ofEpochDay(in.readLong(what));
      case 13 -> LocalTime.ofNanoOfDay(in.readLong(what));
      case 14 -> Duration.ofSeconds(in.readLong(what), in.readInt(what));
      case 15 ->
          LocalDateTime.of(
              LocalDate.ofEpochDay(in.readLong(what)), LocalTime.ofNanoOfDay(in.readLong(what)));
      case 16 -> Instant.ofEpochSecond(in.readLong(what), in.readInt(what));
      default -> throw corrupt(kind, "a kind of literal");
    };
  }

  private static byte[] rest(ByteCursor in) {
    byte[] bytes = new byte[in.remaining()];
    System.arraycopy(in.array(), in.skip(bytes.length, "literal"), bytes, 0, bytes.length);
    return bytes;
  }

  static <E> int number(List<E> constants, E constant) {
    return constants.indexOf(constant);
  }

  /** The constant of a number. */
  static <E> E of(List<E> constants, int number) {
    require(number >= 0 && number < constants.size(), number, "below " + constants.size());
    return constants.get(number);
  }

  static void require(boolean isTrue, Object found, Object expected) {
    if (!isTrue) {
      throw corrupt(found, expected);
    }
  }

  private static CorruptFooterException corrupt(Object found, Object expected) {
    return new CorruptFooterException(
        "bytes of a split", CorruptFooterException.NO_OFFSET, found, expected);
  }
}
