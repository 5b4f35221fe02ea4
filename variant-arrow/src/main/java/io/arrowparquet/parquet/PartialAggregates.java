// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.parquet.BatchColumn.Texts;
import io.arrowparquet.variant.internal.UnsignedBytes;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Counts, sums and bounds of rows by group, of one batch after the other. An engine adds them up: a
 * group may be in several of the {@linkplain #take rows}, of the same batch too, and the sum of
 * what they have is the sum of the group.
 *
 * <p>Values are exact. Those of the rows are {@code Long} of integers, of days and of microseconds,
 * {@code Boolean}, {@code BigDecimal}, and bytes of texts and binaries. For one thread at a time.
 */
public final class PartialAggregates {
  /** More groups are not kept from batch to batch. */
  private static final int MAX_GROUPS = 8192;

  /** Nor are more bytes of texts, and of rows that sums are divided into. */
  private static final long MAX_BYTES = 32 << 20;

  private static final int ROW_BYTES = 64;

  private final List<Field> keys;
  private final GroupKeys groups;
  private final List<State> states;

  /** Rows of single sums that left their range, in the order of the rows that were added. */
  private final List<@Nullable Object[]> passed = new ArrayList<>();

  private PartialAggregates(List<Field> keys, List<Aggregate> aggregates, Schema schema) {
    this.keys = keys;
    this.groups = new GroupKeys(keys);
    this.states = new ArrayList<>();
    for (Aggregate aggregate : aggregates) {
      states.add(state(aggregate, schema));
    }
  }

  /** What is computed of the rows of a group. */
  public enum Kind {
    /** Rows, or those whose value is not null. */
    COUNT,
    /** Of integers as a {@code Long}, of decimals as a {@code BigDecimal}; null of no values. */
    SUM,
    /** The least value; of text, and of binaries, by its bytes. Null if there is none. */
    MIN,
    /** The greatest value, likewise. */
    MAX
  }

  /**
   * One aggregate.
   *
   * @param term of which; a column but in sums; null for rows
   * @param digits that a decimal sum may have in one row; greater sums are in several
   */
  public record Aggregate(Kind kind, @Nullable Term term, int digits) implements Serializable {}

  /** A value of a row; null where one of its columns is. */
  public sealed interface Term extends Serializable {
    /** A top-level column of the batches. */
    record Column(String name) implements Term {}

    record Constant(BigDecimal value) implements Term {}

    /** Of decimals, exact, whatever digits it takes. */
    record Operation(Operator operator, Term left, Term right) implements Term {}
  }

  /** An operator of decimals. */
  public enum Operator {
    ADD,
    SUBTRACT,
    MULTIPLY
  }

  /** Whether values of a field can be keys, counted and compared; integers and decimals summed. */
  public static boolean isSupported(Field field) {
    return BatchColumn.isKnown(field);
  }

  /**
   * Aggregates of no rows yet.
   *
   * @param schema of the batches, or of more columns
   * @param keys names of columns; rows that are equal in them, or both null, are a group; none for
   *     one group of all rows, which is there without any rows too
   * @throws IllegalArgumentException if a column is missing, or of a type that is not supported, or
   *     if an aggregate has no term that it can have
   */
  public static PartialAggregates of(Schema schema, List<String> keys, List<Aggregate> aggregates) {
    List<Field> fields = keys.stream().map(name -> field(schema, name)).toList();
    return new PartialAggregates(fields, aggregates, schema);
  }

  private static Field field(Schema schema, String name) {
    Field field = schema.findField(name);
    if (!isSupported(field)) {
      throw new IllegalArgumentException(field + " in an aggregate; expected numbers or text");
    }
    return field;
  }

  /** Adds the rows of a batch, which is the caller's. */
  public void add(VectorSchemaRoot batch) {
    int[] of = groups.groups(batch);
    for (State state : states) {
      state.reserve(groups.count());
      state.add(batch, of);
    }
  }

  /** Whether rows should be taken before more are added, so that memory is bounded. */
  public boolean isFull() {
    long bytes = groups.bytes() + states.stream().mapToLong(State::bytes).sum();
    return groups.count() > MAX_GROUPS || bytes > MAX_BYTES || !passed.isEmpty();
  }

  /** The rows so far, of the keys and then the aggregates, in this order; begins again. */
  public List<@Nullable Object[]> take() {
    List<@Nullable Object[]> rows = new ArrayList<>(passed);
    passed.clear();
    states.forEach(state -> state.reserve(groups.count()));
    for (int group = 0; group < groups.count(); group++) {
      @Nullable Object[] row = new Object[keys.size() + states.size()];
      groups.put(group, row);
      for (int i = 0; i < states.size(); i++) {
        row[keys.size() + i] = states.get(i).value(group);
      }
      rows.add(row);
    }
    // Sums that one row cannot have are passed on while they are asked for.
    rows.addAll(passed);
    passed.clear();
    groups.clear();
    states.forEach(State::clear);
    return rows;
  }

  /** A row of one sum, and nothing else. */
  private void pass(State state, int group, Object sum) {
    @Nullable Object[] row = new Object[keys.size() + states.size()];
    groups.put(group, row);
    for (int i = 0; i < states.size(); i++) {
      State one = states.get(i);
      row[keys.size() + i] = one == state ? sum : one instanceof Count ? 0L : null;
    }
    passed.add(row);
  }

  private State state(Aggregate aggregate, Schema schema) {
    if (aggregate.kind == Kind.COUNT && aggregate.term == null) {
      return new Count(null);
    }
    if (aggregate.term instanceof Term.Column column) {
      Field field = field(schema, column.name);
      boolean isInt = field.getType() instanceof ArrowType.Int;
      if (aggregate.kind == Kind.COUNT) {
        return new Count(column.name);
      } else if (aggregate.kind != Kind.SUM) {
        int sign = aggregate.kind == Kind.MAX ? 1 : -1;
        return BatchColumn.isText(field) ? new TextBound(field, sign) : new LongBound(field, sign);
      } else if (isInt) {
        return new IntegerSum(field);
      }
    }
    if (aggregate.kind != Kind.SUM || aggregate.digits < 1) {
      throw new IllegalArgumentException(
          aggregate + "; expected a column, or a sum of at least one digit");
    }
    return new DecimalSum(DecimalTerm.of(aggregate.term, schema), aggregate.digits);
  }

  /** One aggregate of each group, kept as a long or as an object. */
  private abstract static class State {
    long[] longs = new long[0];
    boolean[] isThere = new boolean[0];
    @Nullable Object[] objects = new Object[0];

    final void reserve(int groups) {
      if (groups > longs.length) {
        int length = Math.max(groups, 2 * longs.length);
        longs = Arrays.copyOf(longs, length);
        isThere = Arrays.copyOf(isThere, length);
        objects = Arrays.copyOf(objects, length);
      }
    }

    /** {@code groups} by row; null if all rows are one. */
    abstract void add(VectorSchemaRoot batch, int @Nullable [] groups);

    abstract @Nullable Object value(int group);

    void clear() {
      Arrays.fill(longs, 0);
      Arrays.fill(isThere, false);
      Arrays.fill(objects, null);
    }

    long bytes() {
      return 0;
    }

    static int group(int @Nullable [] groups, int row) {
      return groups == null ? 0 : groups[row];
    }
  }

  private static final class Count extends State {
    private final @Nullable String column;

    Count(@Nullable String column) {
      this.column = column;
    }

    @Override
    void add(VectorSchemaRoot batch, int @Nullable [] groups) {
      FieldVector vector = column == null ? null : batch.getVector(column);
      boolean[] nulls = vector == null ? null : BatchColumn.nulls(vector);
      if (groups == null) {
        longs[0] += batch.getRowCount() - (nulls == null ? 0 : vector.getNullCount());
        return;
      }
      for (int row = 0; row < groups.length; row++) {
        longs[groups[row]] += nulls != null && nulls[row] ? 0 : 1;
      }
    }

    @Override
    Object value(int group) {
      return longs[group];
    }
  }

  /** What is kept of each group as a long, if it has a value. */
  private abstract static class Longs extends State {
    final Field field;

    Longs(Field field) {
      this.field = field;
    }

    @Override
    void add(VectorSchemaRoot batch, int @Nullable [] groups) {
      FieldVector vector = batch.getVector(field.getName());
      boolean[] nulls = BatchColumn.nulls(vector);
      long[] added = BatchColumn.longs(vector);
      for (int row = 0; row < added.length; row++) {
        if (nulls == null || !nulls[row]) {
          add(group(groups, row), added[row]);
        }
      }
    }

    abstract void add(int group, long value);

    @Override
    @Nullable Object value(int group) {
      return isThere[group] ? BatchColumn.value(field, longs[group]) : null;
    }
  }

  private static final class LongBound extends Longs {
    private final int sign;

    LongBound(Field field, int sign) {
      super(field);
      this.sign = sign;
    }

    @Override
    void add(int group, long value) {
      long bound = longs[group];
      if (!isThere[group] || (sign > 0 ? value > bound : value < bound)) {
        longs[group] = value;
        isThere[group] = true;
      }
    }
  }

  /**
   * Where a long overflows, the sum before it and the value are passed on as rows of their own:
   * adding these overflows where adding value by value does.
   */
  private final class IntegerSum extends Longs {
    IntegerSum(Field field) {
      super(field);
    }

    @Override
    void add(int group, long value) {
      long sum = longs[group] + value;
      if (((longs[group] ^ sum) & (value ^ sum)) < 0) {
        pass(this, group, longs[group]);
        pass(this, group, value);
        longs[group] = 0;
        isThere[group] = false;
        return;
      }
      longs[group] = sum;
      isThere[group] = true;
    }
  }

  /** What does not fit into a long is in an object besides. */
  private final class DecimalSum extends State {
    private final DecimalTerm term;
    private final BigInteger limit;

    DecimalSum(DecimalTerm term, int digits) {
      this.term = term;
      this.limit = BigInteger.TEN.pow(digits).subtract(BigInteger.ONE);
    }

    @Override
    void add(VectorSchemaRoot batch, int @Nullable [] groups) {
      DecimalTerm.Values values = term.of(batch);
      for (int row = 0; row < batch.getRowCount(); row++) {
        if (values.isNull(row)) {
          continue;
        }
        int group = group(groups, row);
        isThere[group] = true;
        if (values.isLarge(row)) {
          more(group, values.large(row));
          continue;
        }
        long value = values.get(row);
        long sum = longs[group] + value;
        if (((longs[group] ^ sum) & (value ^ sum)) < 0) {
          more(group, BigInteger.valueOf(longs[group]));
          sum = value;
        }
        longs[group] = sum;
      }
    }

    /** Of the rows that sums of more digits are going to be in. */
    @Override
    long bytes() {
      double rows = 0;
      double most = limit.doubleValue();
      for (int group = 0; group < longs.length; group++) {
        double more = Math.abs(large(group).doubleValue());
        rows += (Math.abs((double) longs[group]) + more) / most;
      }
      return (long) (rows * ROW_BYTES);
    }

    private BigInteger large(int group) {
      return objects[group] == null ? BigInteger.ZERO : (BigInteger) objects[group];
    }

    private void more(int group, BigInteger value) {
      objects[group] = large(group).add(value);
    }

    @Override
    @Nullable Object value(int group) {
      if (!isThere[group]) {
        return null;
      }
      BigInteger sum = BigInteger.valueOf(longs[group]).add(large(group));
      BigInteger most = sum.signum() < 0 ? limit.negate() : limit;
      while (sum.abs().compareTo(limit) > 0) {
        pass(this, group, new BigDecimal(most, term.scale()));
        sum = sum.subtract(most);
      }
      return new BigDecimal(sum, term.scale());
    }
  }

  private static final class TextBound extends State {
    private final Field field;
    private final int sign;
    private long bytes;

    TextBound(Field field, int sign) {
      this.field = field;
      this.sign = sign;
    }

    @Override
    void add(VectorSchemaRoot batch, int @Nullable [] groups) {
      FieldVector vector = batch.getVector(field.getName());
      boolean[] nulls = BatchColumn.nulls(vector);
      Texts texts = new Texts(vector);
      for (int row = 0; row < batch.getRowCount(); row++) {
        if (nulls == null || !nulls[row]) {
          int group = group(groups, row);
          byte[] bound = (byte[]) objects[group];
          if (bound == null
              || Integer.signum(UnsignedBytes.compare(texts.address(row), texts.length(row), bound))
                  == sign) {
            objects[group] = texts.bytes(row);
            bytes += texts.length(row) - (bound == null ? 0 : bound.length);
          }
        }
      }
    }

    @Override
    @Nullable Object value(int group) {
      return objects[group];
    }

    @Override
    long bytes() {
      return bytes;
    }

    @Override
    void clear() {
      super.clear();
      bytes = 0;
    }
  }
}
