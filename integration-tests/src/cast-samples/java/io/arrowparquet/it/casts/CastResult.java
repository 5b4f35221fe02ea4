// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.casts;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * What two engines make of one value.
 *
 * @param source the value's type, as in {@code ArrowTypeText}
 * @param target the type it is cast to
 * @param text the value
 * @param ours our result as text; null for none
 * @param theirs the other engine's
 */
public record CastResult(String source, String target, String text, String ours, String theirs) {

  /** Whether both are the same value of the target, however it is written. */
  public boolean isSame() {
    if (ours == null || theirs == null) {
      return ours == null && theirs == null;
    }
    if (isTo("float")) {
      return Float.compare(Float.parseFloat(java(ours)), Float.parseFloat(java(theirs))) == 0;
    }
    if (isTo("double")) {
      return Double.compare(Double.parseDouble(java(ours)), Double.parseDouble(java(theirs))) == 0;
    }
    if (isTo("tinyint", "int", "bigint", "uint64") || target.startsWith("decimal")) {
      return new BigDecimal(ours).compareTo(new BigDecimal(theirs)) == 0;
    }
    return isTo("timestamp", "timestamp_ntz", "time")
        ? timestamp(ours).equals(timestamp(theirs))
        : ours.equals(theirs);
  }

  private static String java(String number) {
    return switch (number) {
      case "inf" -> "Infinity";
      case "-inf" -> "-Infinity";
      case "nan" -> "NaN";
      default -> number;
    };
  }

  private static String timestamp(String text) {
    return text.replace('T', ' ').replaceAll("(Z|\\+00(:00)?)$", "");
  }

  /** Whether the source is one of these. */
  public boolean isFrom(String... types) {
    return List.of(types).contains(source);
  }

  /** Whether the target is one of these. */
  public boolean isTo(String... types) {
    return List.of(types).contains(target);
  }

  /** Whether the target is an integer. */
  public boolean isToInteger() {
    return isTo("tinyint", "int", "bigint", "uint64");
  }

  /** Whether the target is a number. */
  public boolean isToNumber() {
    return isToInteger() || isTo("float", "double") || target.startsWith("decimal");
  }

  /** Whether the source is a float or a double. */
  public boolean isFromFloating() {
    return isFrom("float", "double");
  }

  /** Whether the source is text. */
  public boolean isFromText() {
    return isFrom("string");
  }

  /** The value's text without the spaces around it. */
  public String trimmed() {
    return text.strip();
  }

  /** The value as a number; null if it is none. */
  public BigDecimal number() {
    try {
      return new BigDecimal(trimmed());
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Whether the value has digits after the point. */
  public boolean hasFraction() {
    BigDecimal number = number();
    return number != null
        && number.precision() - number.scale() < 100
        && number.setScale(0, RoundingMode.DOWN).compareTo(number) != 0;
  }
}
