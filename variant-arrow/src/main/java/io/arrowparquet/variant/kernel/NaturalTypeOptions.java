// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

/**
 * How {@code NaturalType} makes types of values. Immutable; threads may share one.
 *
 * @param exactIntegers whether int8 to int64 stay apart where they meet, as members of a union,
 *     rather than widen to the widest
 * @param tellNullFromMissing whether Variant null is a type of its own: where it occurs the
 *     position becomes a union, with Variant nulls in the member {@code null} and rows that have
 *     nothing in the member {@code missing}; otherwise both are nulls
 * @param maxStructChildren children a Struct may have, the rest included; further names are kept as
 *     an object in one Variant child, {@link #REST}. This bounds the memory that objects with ever
 *     other names take, since every child has as many rows as the Struct
 * @param maxUnionMembers members a union may have, 3 or more; values of further types are kept in
 *     the member {@code variant}
 */
public record NaturalTypeOptions(
    boolean exactIntegers,
    boolean tellNullFromMissing,
    int maxStructChildren,
    int maxUnionMembers) {
  /** Integers widen, null and missing are one, 1000 children, 64 members. */
  public static final NaturalTypeOptions DEFAULT = new NaturalTypeOptions(false, false, 1000, 64);

  /** Name of the Variant child that holds the fields beyond the maximum number of children. */
  public static final String REST = "*";

  private static final int GREATEST_MAX_UNION_MEMBERS = 64;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there are less than 1 child or 3 members, or more than 64
   *     members
   */
  public NaturalTypeOptions {
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
  }

  /** These options with another {@link #exactIntegers}. */
  public NaturalTypeOptions exactIntegers(boolean exact) {
    return new NaturalTypeOptions(exact, tellNullFromMissing, maxStructChildren, maxUnionMembers);
  }

  /** These options with another {@link #tellNullFromMissing}. */
  public NaturalTypeOptions tellNullFromMissing(boolean tell) {
    return new NaturalTypeOptions(exactIntegers, tell, maxStructChildren, maxUnionMembers);
  }

  /** These options with another {@link #maxStructChildren}. */
  public NaturalTypeOptions maxStructChildren(int max) {
    return new NaturalTypeOptions(exactIntegers, tellNullFromMissing, max, maxUnionMembers);
  }

  /** These options with another {@link #maxUnionMembers}. */
  public NaturalTypeOptions maxUnionMembers(int max) {
    return new NaturalTypeOptions(exactIntegers, tellNullFromMissing, maxStructChildren, max);
  }
}
