// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import io.arrowparquet.variant.VariantLimits;

/**
 * How {@code NaturalType} makes types of values. Immutable; threads may share one. Each {@code
 * with} method gives a changed copy, and says what its option means.
 */
public final class NaturalTypeOptions {
  /** Name of the Variant child that holds the fields beyond the maximum number of children. */
  public static final String REST = "*";

  private static final int GREATEST_MAX_UNION_MEMBERS = 64;

  private final boolean exactIntegers;
  private final boolean tellNullFromMissing;
  private final int maxStructChildren;
  private final int maxUnionMembers;
  private final VariantLimits limits;

  private NaturalTypeOptions(
      boolean exactIntegers,
      boolean tellNullFromMissing,
      int maxStructChildren,
      int maxUnionMembers,
      VariantLimits limits) {
    if (maxStructChildren < 1) {
      throw new IllegalArgumentException(
          "maxStructChildren is " + maxStructChildren + ", expected 1 or more");
    }
    if (maxUnionMembers < 3 || maxUnionMembers > GREATEST_MAX_UNION_MEMBERS) {
      throw new IllegalArgumentException(
          "maxUnionMembers is "
              + maxUnionMembers
              + ", expected 3 to "
              + GREATEST_MAX_UNION_MEMBERS);
    }
    this.exactIntegers = exactIntegers;
    this.tellNullFromMissing = tellNullFromMissing;
    this.maxStructChildren = maxStructChildren;
    this.maxUnionMembers = maxUnionMembers;
    this.limits = limits;
  }

  /** Integers widen, null and missing are one, 1000 children, 64 members, the default limits. */
  public static NaturalTypeOptions defaults() {
    return new NaturalTypeOptions(
        false, false, 1000, GREATEST_MAX_UNION_MEMBERS, VariantLimits.defaults());
  }

  /**
   * Whether int8 to int64 stay apart where they meet, as members of a union, rather than widen to
   * the widest.
   */
  public NaturalTypeOptions withExactIntegers(boolean exact) {
    return new NaturalTypeOptions(
        exact, tellNullFromMissing, maxStructChildren, maxUnionMembers, limits);
  }

  /**
   * Whether Variant null is a type of its own: where it occurs the position becomes a union, with
   * Variant nulls in the member {@code null} and rows that have nothing in the member {@code
   * missing}; otherwise both are nulls.
   */
  public NaturalTypeOptions withTellNullFromMissing(boolean tell) {
    return new NaturalTypeOptions(exactIntegers, tell, maxStructChildren, maxUnionMembers, limits);
  }

  /**
   * Children a Struct may have, the rest included, 1 or more; further names are kept as an object
   * in one Variant child, {@link #REST}. This bounds the memory that objects with ever other names
   * take, since every child has as many rows as the Struct.
   */
  public NaturalTypeOptions withMaxStructChildren(int max) {
    return new NaturalTypeOptions(exactIntegers, tellNullFromMissing, max, maxUnionMembers, limits);
  }

  /**
   * Members a union may have, 3 to 64; values of further types are kept in the member {@code
   * variant}.
   */
  public NaturalTypeOptions withMaxUnionMembers(int max) {
    return new NaturalTypeOptions(
        exactIntegers, tellNullFromMissing, maxStructChildren, max, limits);
  }

  /** Bounds of the Variants read. */
  public NaturalTypeOptions withLimits(VariantLimits bounds) {
    return new NaturalTypeOptions(
        exactIntegers, tellNullFromMissing, maxStructChildren, maxUnionMembers, bounds);
  }

  public boolean exactIntegers() {
    return exactIntegers;
  }

  public boolean tellNullFromMissing() {
    return tellNullFromMissing;
  }

  public int maxStructChildren() {
    return maxStructChildren;
  }

  public int maxUnionMembers() {
    return maxUnionMembers;
  }

  public VariantLimits limits() {
    return limits;
  }
}
