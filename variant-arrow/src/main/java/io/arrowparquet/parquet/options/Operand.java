// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.footer.model.GeospatialStatistics.BoundingBox;
import io.arrowparquet.parquet.options.RowFilter.Comparison;
import io.arrowparquet.parquet.options.RowFilter.In;
import io.arrowparquet.parquet.options.RowFilter.Intersects;
import io.arrowparquet.parquet.options.RowFilter.IsNaN;
import io.arrowparquet.parquet.options.RowFilter.IsNull;
import io.arrowparquet.parquet.options.RowFilter.ListContains;
import io.arrowparquet.parquet.options.RowFilter.OperandComparison;
import io.arrowparquet.parquet.options.RowFilter.Operator;
import io.arrowparquet.parquet.options.RowFilter.StartsWith;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link RowFilter} looks at in each row: a column, or a typed path in a Variant column.
 * Immutable; threads may share one, as long as a {@code byte[]} given as a literal is not changed.
 *
 * <p>Literals are Java's own, by the type of the operand's vector:
 *
 * <pre>
 *   Bool                   Boolean
 *   Int, of any width      Byte, Short, Integer, Long or BigInteger
 *   FloatingPoint          those, and Float, Double or BigDecimal
 *   Decimal                those of Int, and BigDecimal, of any scale
 *   Utf8, Binary           String, byte[]
 *   FixedSizeBinary        byte[]; UUID for 16 bytes
 *   Date, Time, Duration   LocalDate, LocalTime, Duration
 *   Timestamp              LocalDateTime; Instant if the type has a time zone
 * </pre>
 *
 * <p>A path is compared as the type that its values are converted to, in the mode that the {@link
 * VariantProjection} says: with {@code TRY_CAST}, the mode of {@link VariantProjection#of}, 1.25
 * and "1.25" are both the double 1.25. A value that does not convert is null.
 *
 * <p>Comparisons are exact for every width and scale: no literal is rounded. Texts and binaries
 * compare by unsigned bytes, floating point numbers as Java's operators do: the two zeros are
 * equal, and every comparison with NaN is false.
 */
public sealed interface Operand permits Operand.Column, VariantProjection {

  /**
   * A column that is not repeated; null in a row where it, or a group above it, is null.
   *
   * @param path dotted path of the column; for {@link #isNull} it may be a group, a list or a map,
   *     for {@link #contains} it is that of a list. A path that several columns have, because names
   *     have dots in them, is refused
   */
  record Column(String path) implements Operand {
    /** Refuses null. */
    public Column {
      Objects.requireNonNull(path, "path");
    }

    // By hand: who plans first in a JVM has none of a record's methods linked, which take long.
    @Override
    public boolean equals(Object other) {
      return other instanceof Column column && path.equals(column.path);
    }

    @Override
    public int hashCode() {
      return path.hashCode();
    }
  }

  /** The column of this dotted path. */
  static Operand column(String path) {
    return new Column(path);
  }

  /** True where the value equals the literal. */
  default RowFilter isEqualTo(Object literal) {
    return new Comparison(this, Operator.EQUAL, literal);
  }

  /** True where the value is there and does not equal the literal. */
  default RowFilter isNotEqualTo(Object literal) {
    return isEqualTo(literal).not();
  }

  /** True where the value is less than the literal. */
  default RowFilter isLessThan(Object literal) {
    return new Comparison(this, Operator.LESS, literal);
  }

  /** True where the value is the literal or less. */
  default RowFilter isAtMost(Object literal) {
    return new Comparison(this, Operator.LESS_OR_EQUAL, literal);
  }

  /** True where the value is greater than the literal. */
  default RowFilter isGreaterThan(Object literal) {
    return new Comparison(this, Operator.GREATER, literal);
  }

  /** True where the value is the literal or greater. */
  default RowFilter isAtLeast(Object literal) {
    return new Comparison(this, Operator.GREATER_OR_EQUAL, literal);
  }

  /** True where the value equals one of the literals, none of which is null. */
  default RowFilter isIn(List<?> literals) {
    return new In(this, List.copyOf(literals));
  }

  /** True where there is no value, never unknown. */
  default RowFilter isNull() {
    return new IsNull(this);
  }

  /** True where there is a value, never unknown. */
  default RowFilter isNotNull() {
    return isNull().not();
  }

  /**
   * True where the value equals the literal, or there is none and the literal is null; never
   * unknown.
   */
  default RowFilter isNotDistinctFrom(@Nullable Object literal) {
    return literal == null ? isNull() : isNotNull().and(isEqualTo(literal));
  }

  /** True where the text or binary begins with these bytes. */
  default RowFilter startsWith(Object prefix) {
    return new StartsWith(this, prefix);
  }

  /** True where the floating point number is NaN. */
  default RowFilter isNaN() {
    return new IsNaN(this);
  }

  /** True where the list has an element that equals the literal. */
  default RowFilter contains(Object literal) {
    return new ListContains(this, literal);
  }

  /**
   * True where the bounding box of the geometry's x and y meets this one. Geometries are binaries
   * in WKB, the ISO variant, of GEOMETRY, GEOGRAPHY or any other column. The box is that of the
   * coordinates alone, in a plane, edges of a GEOGRAPHY too; NaNs, and in a GEOGRAPHY what is
   * beyond 180 degrees of longitude or 90 of latitude, are left out of it. A geometry without a box
   * does not meet any; bytes that are no geometry are unknown. Row groups are left unread by the
   * boxes of their statistics.
   *
   * @param xmin may be greater than {@code xmax}: the box then goes across the antimeridian, from
   *     {@code xmin} on and up to {@code xmax}
   * @throws IllegalArgumentException for a NaN, or {@code ymin} above {@code ymax}
   */
  default RowFilter intersects(double xmin, double ymin, double xmax, double ymax) {
    return new Intersects(this, new BoundingBox(xmin, xmax, ymin, ymax, null, null, null, null));
  }

  /** True where both have values, which are equal. */
  default RowFilter isEqualTo(Operand other) {
    return new OperandComparison(this, Operator.EQUAL, other);
  }

  /** True where both have values, which are not equal. */
  default RowFilter isNotEqualTo(Operand other) {
    return isEqualTo(other).not();
  }

  /** True where the values of both are equal, or neither has one; never unknown. */
  default RowFilter isNotDistinctFrom(Operand other) {
    RowFilter both = isNotNull().and(other.isNotNull()).and(isEqualTo(other));
    return isNull().and(other.isNull()).or(both);
  }

  /** True where the value is less than the other's. */
  default RowFilter isLessThan(Operand other) {
    return new OperandComparison(this, Operator.LESS, other);
  }

  /** True where the value is the other's or less. */
  default RowFilter isAtMost(Operand other) {
    return new OperandComparison(this, Operator.LESS_OR_EQUAL, other);
  }

  /** True where the value is greater than the other's. */
  default RowFilter isGreaterThan(Operand other) {
    return new OperandComparison(this, Operator.GREATER, other);
  }

  /** True where the value is the other's or greater. */
  default RowFilter isAtLeast(Operand other) {
    return new OperandComparison(this, Operator.GREATER_OR_EQUAL, other);
  }
}
