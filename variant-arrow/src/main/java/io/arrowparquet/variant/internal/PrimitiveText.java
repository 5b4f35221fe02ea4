// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

/**
 * Writes values of primitive types as the text that a SQL cast makes of them: what {@code
 * VariantJsonWriter} writes, without quotes, and timestamps with a space as SQL has them. Nothing
 * is allocated once the buffer has grown. For one thread at a time.
 */
public final class PrimitiveText {
  private static final long MICRO = 1_000;

  private final JsonNumbers numbers = new JsonNumbers();

  /** A writer. */
  public PrimitiveText() {}

  /** Appends {@code true} or {@code false}. */
  public void putBoolean(JsonBuffer out, boolean value) {
    out.append(value ? "true" : "false");
  }

  /** Appends an integer in plain digits. */
  public void putInteger(JsonBuffer out, long value) {
    out.putLong(value);
  }

  /**
   * Appends {@code (high * 2^64 + low) / 10^scale}, {@code low} unsigned, in plain digits, as many
   * after the point as the scale says.
   */
  public void putDecimal(JsonBuffer out, long high, long low, int scale) {
    numbers.putDecimal(out, high, low, scale);
  }

  /**
   * Appends the shortest number that reads back as the same, in Java's notation, or {@code NaN},
   * {@code Infinity}, {@code -Infinity}.
   */
  public void putDouble(JsonBuffer out, double value) {
    if (Double.isFinite(value)) {
      numbers.putDouble(out, value);
    } else {
      out.append(Double.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
    }
  }

  /** As {@link #putDouble}, with the fewer digits that identify a float. */
  public void putFloat(JsonBuffer out, float value) {
    if (Float.isFinite(value)) {
      numbers.putFloat(out, value);
    } else {
      putDouble(out, value);
    }
  }

  /** Appends days since 1970-01-01 as {@code 2024-01-31}. */
  public void putDate(JsonBuffer out, int days) {
    JsonTimes.putDate(out, days);
  }

  /**
   * Appends a timestamp as {@code 2024-01-31 01:02:03.5}, an instant with {@code +00:00} behind it.
   *
   * @param nanosPerUnit nanoseconds in a unit of {@code value}: 1 or 1000
   */
  public void putTimestamp(JsonBuffer out, long value, long nanosPerUnit, boolean utc) {
    JsonTimes.putDateTime(out, value, fractionDigits(nanosPerUnit), ' ');
    if (utc) {
      out.append("+00:00");
    }
  }

  /**
   * Appends a time of day as {@code 01:02:03.5}.
   *
   * @param value units since midnight, less than a day
   * @param nanosPerUnit nanoseconds in a unit: 1 or 1000
   */
  public void putTime(JsonBuffer out, long value, long nanosPerUnit) {
    JsonTimes.putTime(out, value, fractionDigits(nanosPerUnit));
  }

  private static int fractionDigits(long nanosPerUnit) {
    return nanosPerUnit == MICRO ? JsonTimes.MICROS : JsonTimes.NANOS;
  }

  /** Appends the 16 bytes at an address as {@code 00112233-4455-6677-8899-aabbccddeeff}. */
  public void putUuid(JsonBuffer out, long address) {
    JsonStrings.putPlainUuid(out, address);
  }
}
