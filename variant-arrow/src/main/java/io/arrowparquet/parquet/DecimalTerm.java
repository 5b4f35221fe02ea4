// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.parquet.PartialAggregates.Operator;
import io.arrowparquet.parquet.PartialAggregates.Term;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** A decimal of each row, exact: a long, or where that is too short an integer of any length. */
abstract class DecimalTerm {
  private final int scale;

  private DecimalTerm(int scale) {
    this.scale = scale;
  }

  static DecimalTerm of(@Nullable Term term, Schema schema) {
    if (term instanceof Term.Column column) {
      Field field = schema.findField(column.name());
      if (BatchColumn.isKnown(field) && field.getType() instanceof ArrowType.Decimal) {
        return new Column(field);
      }
    } else if (term instanceof Term.Constant constant) {
      return new Constant(constant.value().unscaledValue(), constant.value().scale());
    } else if (term instanceof Term.Operation operation) {
      DecimalTerm left = of(operation.left(), schema);
      DecimalTerm right = of(operation.right(), schema);
      if (operation.operator() == Operator.MULTIPLY) {
        return new Operation(Operator.MULTIPLY, left, right, left.scale + right.scale);
      }
      int scale = Math.max(left.scale, right.scale);
      return new Operation(operation.operator(), left.scaled(scale), right.scaled(scale), scale);
    }
    throw new IllegalArgumentException(term + " in a sum; expected decimals");
  }

  private DecimalTerm scaled(int to) {
    BigInteger factor = BigInteger.TEN.pow(to - scale);
    return to == scale
        ? this
        : new Operation(Operator.MULTIPLY, this, new Constant(factor, to - scale), to);
  }

  int scale() {
    return scale;
  }

  abstract Values of(VectorSchemaRoot batch);

  /**
   * The unscaled values of a batch.
   *
   * @param nulls by row; null if none is
   * @param large values that a long cannot hold, by row
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Values(long[] longs, boolean @Nullable [] nulls, Map<Integer, BigInteger> large) {
    boolean isNull(int row) {
      return nulls != null && nulls[row];
    }

    long get(int row) {
      return longs[row];
    }

    boolean isLarge(int row) {
      return !large.isEmpty() && large.containsKey(row);
    }

    BigInteger large(int row) {
      BigInteger value = large.get(row);
      return value == null ? BigInteger.valueOf(longs[row]) : value;
    }
  }

  private static final class Column extends DecimalTerm {
    private final String name;

    Column(Field field) {
      super(BatchColumn.scale(field));
      this.name = field.getName();
    }

    @Override
    Values of(VectorSchemaRoot batch) {
      FieldVector vector = batch.getVector(name);
      return new Values(BatchColumn.longs(vector), BatchColumn.nulls(vector), Map.of());
    }
  }

  private static final class Constant extends DecimalTerm {
    private final BigInteger value;

    Constant(BigInteger value, int scale) {
      super(scale);
      this.value = value;
    }

    @Override
    Values of(VectorSchemaRoot batch) {
      long[] longs = new long[batch.getRowCount()];
      Map<Integer, BigInteger> large = new HashMap<>();
      boolean isLong = value.bitLength() < Long.SIZE;
      Arrays.fill(longs, isLong ? value.longValue() : 0);
      for (int row = 0; row < longs.length && !isLong; row++) {
        large.put(row, value);
      }
      return new Values(longs, null, large);
    }
  }

  private static final class Operation extends DecimalTerm {
    private final Operator operator;
    private final DecimalTerm left;
    private final DecimalTerm right;

    Operation(Operator operator, DecimalTerm left, DecimalTerm right, int scale) {
      super(scale);
      this.operator = operator;
      this.left = left;
      this.right = right;
    }

    @Override
    Values of(VectorSchemaRoot batch) {
      Values one = left.of(batch);
      Values other = right.of(batch);
      boolean[] nulls = either(one.nulls, other.nulls);
      long[] longs = new long[batch.getRowCount()];
      Map<Integer, BigInteger> large = new HashMap<>();
      for (int row = 0; row < longs.length; row++) {
        long a = one.longs[row];
        long b = other.longs[row];
        longs[row] = wrapped(a, b);
        boolean isLong = !isOver(a, b, longs[row]) && !one.isLarge(row) && !other.isLarge(row);
        if (!isLong && (nulls == null || !nulls[row])) {
          put(row, exact(one.large(row), other.large(row)), longs, large);
        }
      }
      return new Values(longs, nulls, large);
    }

    private static void put(
        int row, BigInteger value, long[] longs, Map<Integer, BigInteger> large) {
      if (value.bitLength() < Long.SIZE) {
        longs[row] = value.longValue();
      } else {
        large.put(row, value);
      }
    }

    private long wrapped(long a, long b) {
      return switch (operator) {
        case ADD -> a + b;
        case SUBTRACT -> a - b;
        case MULTIPLY -> a * b;
      };
    }

    private boolean isOver(long a, long b, long wrapped) {
      return switch (operator) {
        case ADD -> ((a ^ wrapped) & (b ^ wrapped)) < 0;
        case SUBTRACT -> ((a ^ b) & (a ^ wrapped)) < 0;
        case MULTIPLY -> Math.multiplyHigh(a, b) != wrapped >> (Long.SIZE - 1);
      };
    }

    private BigInteger exact(BigInteger a, BigInteger b) {
      return switch (operator) {
        case ADD -> a.add(b);
        case SUBTRACT -> a.subtract(b);
        case MULTIPLY -> a.multiply(b);
      };
    }

    private static boolean @Nullable [] either(
        boolean @Nullable [] one, boolean @Nullable [] other) {
      if (one == null || other == null) {
        return one == null ? other : one;
      }
      boolean[] either = one.clone();
      for (int row = 0; row < either.length; row++) {
        either[row] |= other[row];
      }
      return either;
    }
  }
}
