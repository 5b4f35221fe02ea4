// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

/**
 * What the values of a field are, whatever the file calls and stores them: a decimal of 9 digits is
 * one type in INT32, INT64 and byte arrays. Immutable; two types are equal if their values are of
 * the same kind and parameters. {@code toString} is for messages.
 */
public sealed interface ValueType {

  ValueType STRUCT = new Plain("struct");

  /** Lists, in any layout that Parquet knows: one child, the element. */
  ValueType LIST = new Plain("list");

  ValueType MAP = new Plain("map");

  /** Variants, shredded in any way: without children here. */
  ValueType VARIANT = new Plain("variant");

  ValueType NULLS = new Plain("null");
  ValueType TEXT = new Plain("string");
  ValueType BINARY = new Plain("binary");
  ValueType BOOLEAN = new Plain("boolean");
  ValueType DATE = new Plain("date");

  /**
   * Integers.
   *
   * @param bits 8, 16, 32 or 64
   */
  record Int(int bits, boolean signed) implements ValueType {
    @Override
    public String toString() {
      return (signed ? "int" : "uint") + bits;
    }
  }

  /**
   * Floating point numbers.
   *
   * @param bits 16, 32 or 64
   */
  record Floating(int bits) implements ValueType {
    @Override
    public String toString() {
      return bits == Double.SIZE ? "double" : bits == Float.SIZE ? "float" : "float16";
    }
  }

  record Decimal(int precision, int scale) implements ValueType {
    @Override
    public String toString() {
      return "decimal(" + precision + ", " + scale + ")";
    }
  }

  /**
   * Dates with times of day.
   *
   * @param digits of a second: 0, 3, 6 or 9
   * @param zone {@link #UTC} or the name of another zone if they are instants; null if they are
   *     local
   */
  record Timestamp(int digits, String zone) implements ValueType {
    public static final String UTC = "UTC";

    @Override
    public String toString() {
      return zone == null
          ? "timestamp_ntz(" + unit(digits) + ")"
          : "timestamp(" + unit(digits) + ", " + zone + ")";
    }
  }

  /**
   * Times of day.
   *
   * @param digits of a second: 0, 3, 6 or 9
   */
  record Time(int digits) implements ValueType {
    @Override
    public String toString() {
      return "time(" + unit(digits) + ")";
    }
  }

  /**
   * Spans of time, which only Arrow distinguishes from integers.
   *
   * @param digits of a second: 0, 3, 6 or 9
   */
  record Duration(int digits) implements ValueType {
    @Override
    public String toString() {
      return "duration(" + unit(digits) + ")";
    }
  }

  /**
   * Types without parameters, and those that go with themselves only.
   *
   * @param name of type and parameters, as {@code date} or {@code fixed_size_binary(16)}; equal
   *     names are equal types
   */
  record Plain(String name) implements ValueType {
    @Override
    public String toString() {
      return name;
    }
  }

  private static String unit(int digits) {
    return switch (digits) {
      case 0 -> "s";
      case 3 -> "ms";
      case 6 -> "us";
      default -> "ns";
    };
  }
}
