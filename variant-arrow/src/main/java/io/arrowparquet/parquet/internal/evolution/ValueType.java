// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.internal.filter.VectorComparison;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.vector.ParquetVariantType;
import org.apache.arrow.vector.types.pojo.ArrowType;

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

  /** {@code bits}: 8, 16, 32 or 64. */
  record Int(int bits, boolean signed) implements ValueType {
    @Override
    public String toString() {
      return (signed ? "int" : "uint") + bits;
    }
  }

  /** {@code bits}: 16, 32 or 64. */
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

  /** {@code digits}: of a second: 0, 3, 6 or 9. */
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

  /**
   * What the values of a vector are, without what only Arrow distinguishes: how lists, text and
   * bytes are laid out, the unit of dates and the names of UTC.
   */
  static ValueType of(ArrowType type) {
    if (type instanceof ParquetVariantType) {
      return VARIANT;
    }
    return switch (type.getTypeID()) {
      case Struct -> STRUCT;
      case List, LargeList, FixedSizeList -> LIST;
      case Map -> MAP;
      case Null -> NULLS;
      case Bool -> BOOLEAN;
      case Int -> of((ArrowType.Int) type);
      case FloatingPoint -> new Floating(Byte.SIZE * ConvertedValues.width(type));
      case Decimal -> of((ArrowType.Decimal) type);
      case Timestamp -> of((ArrowType.Timestamp) type);
      case Time -> new Time(VectorComparison.scale(type));
      case Duration -> new Duration(VectorComparison.scale(type));
      case Date -> DATE;
      case Utf8, LargeUtf8, Utf8View -> TEXT;
      case Binary, LargeBinary, BinaryView -> BINARY;
      case FixedSizeBinary ->
          new Plain("fixed_size_binary(" + ((ArrowType.FixedSizeBinary) type).getByteWidth() + ")");
      default -> new Plain(type.toString());
    };
  }

  private static ValueType of(ArrowType.Int type) {
    return new Int(type.getBitWidth(), type.getIsSigned());
  }

  private static ValueType of(ArrowType.Decimal type) {
    return new Decimal(type.getPrecision(), type.getScale());
  }

  private static ValueType of(ArrowType.Timestamp type) {
    String zone = type.getTimezone();
    if (zone != null && VariantPrimitive.isUtc(zone)) {
      zone = Timestamp.UTC;
    }
    return new Timestamp(VectorComparison.scale(type), zone);
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
