// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.model.GeospatialStatistics.BoundingBox;
import io.arrowparquet.parquet.internal.filter.ValueSet.DecimalSet;
import io.arrowparquet.parquet.internal.filter.ValueSet.DoubleSet;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowFilter.Operator;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.internal.DecimalDigits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Operators and literals to sets of values. A literal that no value of the type equals (5.5 among
 * integers, 300 among bytes, a nanosecond among milliseconds) bounds the values on both its sides.
 */
public final class Comparisons {
  /** Narrower decimals have no vectors here. */
  private static final int LEAST_DECIMAL_BITS = 128;

  private static final BigInteger FLIP = BigInteger.ONE.shiftLeft(Long.SIZE - 1);

  private Comparisons() {}

  public static boolean isComparable(ArrowType type) {
    return switch (type.getTypeID()) {
      case Bool, Int, Date, Time, Timestamp, Duration -> true;
      case Decimal -> isComparable((ArrowType.Decimal) type);
      case FloatingPoint, Utf8, LargeUtf8, Binary, LargeBinary, FixedSizeBinary -> true;
      default -> false;
    };
  }

  /** Literals are multiplied by as many powers of ten as the scale says. */
  private static boolean isComparable(ArrowType.Decimal type) {
    return type.getBitWidth() >= LEAST_DECIMAL_BITS
        && type.getScale() >= -DecimalDigits.INT256
        && type.getScale() <= DecimalDigits.INT256;
  }

  /**
   * {@code test}: not {@link RowFilter.IsNull}; one of a list is of its elements. A literal that is
   * not of a class for the type is an {@link InvalidRequestException}, here as below.
   */
  public static ValueSet of(RowFilter.OfOperand test, ArrowType type) {
    if (test instanceof RowFilter.Comparison comparison) {
      return compare(type, comparison.operator(), comparison.literal());
    }
    if (test instanceof RowFilter.In in) {
      return in(type, in.literals());
    }
    if (test instanceof RowFilter.StartsWith starts) {
      return startsWith(type, starts.prefix());
    }
    if (test instanceof RowFilter.Intersects box) {
      return intersects(type, box.box(), false);
    }
    return test instanceof RowFilter.ListContains list
        ? in(type, List.of(list.literal()))
        : nan(type);
  }

  public static ValueSet compare(ArrowType type, Operator operator, Object literal) {
    return switch (type.getTypeID()) {
      case FloatingPoint -> doubles(List.of(doubleInterval(type, operator, literal)));
      case Utf8, LargeUtf8, Binary, LargeBinary, FixedSizeBinary ->
          bytes(operator, Literals.bytes(type, literal));
      default -> integers(type, List.of(interval(operator, Literals.units(type, literal))));
    };
  }

  public static ValueSet in(ArrowType type, List<?> literals) {
    return switch (type.getTypeID()) {
      case FloatingPoint ->
          doubles(literals.stream().map(l -> doubleInterval(type, Operator.EQUAL, l)).toList());
      case Utf8, LargeUtf8, Binary, LargeBinary, FixedSizeBinary -> {
        List<byte[]> values = new ArrayList<>();
        literals.stream()
            .map(literal -> Literals.bytes(type, literal))
            .sorted(Arrays::compareUnsigned)
            .filter(b -> values.isEmpty() || !Arrays.equals(values.get(values.size() - 1), b))
            .forEachOrdered(values::add);
        yield BytesSet.points(values);
      }
      default ->
          integers(
              type,
              literals.stream()
                  .map(l -> interval(Operator.EQUAL, Literals.units(type, l)))
                  .toList());
    };
  }

  public static ValueSet startsWith(ArrowType type, Object prefix) {
    byte[] low = Literals.bytes(type, prefix);
    return BytesSet.interval(low, ColumnDomain.afterPrefix(low));
  }

  public static ValueSet nan(ArrowType type) {
    if (type instanceof ArrowType.FloatingPoint) {
      return new DoubleSet.OfNaN();
    }
    throw new InvalidRequestException(
        "isNaN needs a float or double, found values of type " + type, null);
  }

  static ValueSet intersects(ArrowType type, BoundingBox box, boolean isGeography) {
    if (type instanceof ArrowType.Binary || type instanceof ArrowType.LargeBinary) {
      return new BoxSet(box, isGeography);
    }
    throw new InvalidRequestException(
        "intersects needs a box of x and y and a geometry column, found values of type " + type,
        null);
  }

  private static ValueSet bytes(Operator operator, byte[] literal) {
    byte[] least = new byte[0];
    byte[] next = BytesSet.successor(literal);
    return switch (operator) {
      case EQUAL -> BytesSet.points(List.of(literal));
      case LESS -> BytesSet.interval(least, literal);
      case LESS_OR_EQUAL -> BytesSet.interval(least, next);
      case GREATER -> BytesSet.interval(next, null);
      case GREATER_OR_EQUAL -> BytesSet.interval(literal, null);
    };
  }

  /** A closed interval; null for no bound. Empty if the low one is greater. */
  private record Interval(BigInteger low, BigInteger high) {}

  private static Interval interval(Operator operator, BigDecimal literal) {
    BigInteger floor = literal.setScale(0, RoundingMode.FLOOR).toBigInteger();
    BigInteger ceiling = literal.setScale(0, RoundingMode.CEILING).toBigInteger();
    return switch (operator) {
      case EQUAL -> new Interval(ceiling, floor);
      case LESS -> new Interval(null, ceiling.subtract(BigInteger.ONE));
      case LESS_OR_EQUAL -> new Interval(null, floor);
      case GREATER -> new Interval(floor.add(BigInteger.ONE), null);
      case GREATER_OR_EQUAL -> new Interval(ceiling, null);
    };
  }

  private static ValueSet integers(ArrowType type, List<Interval> intervals) {
    int bits = bits(type);
    boolean unsigned = LongSet.isUnsigned(type);
    BigInteger least = unsigned ? BigInteger.ZERO : BigInteger.ONE.shiftLeft(bits - 1).negate();
    BigInteger most = BigInteger.ONE.shiftLeft(unsigned ? bits : bits - 1).subtract(BigInteger.ONE);
    List<BigInteger> lows = new ArrayList<>();
    List<BigInteger> highs = new ArrayList<>();
    intervals.stream()
        .map(
            interval ->
                new Interval(
                    interval.low() == null ? least : interval.low().max(least),
                    interval.high() == null ? most : interval.high().min(most)))
        .filter(interval -> interval.low().compareTo(interval.high()) <= 0)
        .sorted((a, b) -> a.low().compareTo(b.low()))
        .forEachOrdered(
            interval -> {
              // Of equal ones, which are points, one is enough.
              if (lows.isEmpty() || !lows.get(lows.size() - 1).equals(interval.low())) {
                lows.add(interval.low());
                highs.add(interval.high());
              }
            });
    if (type instanceof ArrowType.Decimal) {
      return new DecimalSet(lows, highs, bits / Byte.SIZE);
    }
    boolean flipped = unsigned && ((ArrowType.Int) type).getBitWidth() == Long.SIZE;
    return new LongSet(longs(lows, flipped), longs(highs, flipped), unsigned);
  }

  private static int bits(ArrowType type) {
    if (type instanceof ArrowType.Decimal decimal) {
      return decimal.getBitWidth();
    }
    return type instanceof ArrowType.Int integer ? integer.getBitWidth() : Long.SIZE;
  }

  private static long[] longs(List<BigInteger> values, boolean flipped) {
    return values.stream()
        .map(value -> flipped ? value.subtract(FLIP) : value)
        // Unsigned numbers of less than 64 bits are all less than the greatest long.
        .map(value -> value.min(BigInteger.valueOf(Long.MAX_VALUE)))
        .mapToLong(BigInteger::longValueExact)
        .toArray();
  }

  /** A closed interval of doubles; empty if it is {@code [1, 0]}. */
  private static double[] doubleInterval(ArrowType type, Operator operator, Object literal) {
    BigDecimal exact = Literals.finite(type, literal);
    if (exact == null && Double.isNaN(Literals.infinite(literal))) {
      return new double[] {1, 0};
    }
    double floor = exact == null ? Literals.infinite(literal) : rounded(exact, false);
    double ceiling = exact == null ? floor : rounded(exact, true);
    double[] interval =
        switch (operator) {
          case EQUAL -> new double[] {ceiling, floor};
          case LESS -> new double[] {Double.NEGATIVE_INFINITY, below(ceiling)};
          case LESS_OR_EQUAL -> new double[] {Double.NEGATIVE_INFINITY, floor};
          case GREATER -> new double[] {above(floor), Double.POSITIVE_INFINITY};
          case GREATER_OR_EQUAL -> new double[] {ceiling, Double.POSITIVE_INFINITY};
        };
    return interval[0] <= interval[1] ? interval : new double[] {1, 0};
  }

  private static double rounded(BigDecimal exact, boolean up) {
    double nearest = exact.doubleValue();
    if (nearest == Double.POSITIVE_INFINITY) {
      return up ? nearest : Double.MAX_VALUE;
    }
    if (nearest == Double.NEGATIVE_INFINITY) {
      return up ? -Double.MAX_VALUE : nearest;
    }
    int side = new BigDecimal(nearest).compareTo(exact);
    if (up) {
      return side < 0 ? Math.nextUp(nearest) : nearest;
    }
    return side > 0 ? Math.nextDown(nearest) : nearest;
  }

  /** The next smaller double; NaN, which bounds nothing, below the least. */
  private static double below(double value) {
    return value == Double.NEGATIVE_INFINITY ? Double.NaN : Math.nextDown(value);
  }

  private static double above(double value) {
    return value == Double.POSITIVE_INFINITY ? Double.NaN : Math.nextUp(value);
  }

  private static ValueSet doubles(List<double[]> intervals) {
    double[][] sorted =
        intervals.stream()
            .filter(interval -> interval[0] <= interval[1])
            .sorted((a, b) -> Double.compare(a[0] + 0.0, b[0] + 0.0))
            .toArray(double[][]::new);
    // The sums make negative zeros positive: a sorted array distinguishes them.
    double[] lows = Arrays.stream(sorted).mapToDouble(interval -> interval[0] + 0.0).toArray();
    double[] highs = Arrays.stream(sorted).mapToDouble(interval -> interval[1] + 0.0).toArray();
    return new DoubleSet(lows, highs);
  }
}
