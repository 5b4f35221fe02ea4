// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.JsonBuffer;
import io.arrowparquet.variant.internal.JsonNumbers;
import io.arrowparquet.variant.internal.JsonStrings;
import io.arrowparquet.variant.internal.JsonTimes;
import io.arrowparquet.variant.internal.Utf8;
import io.arrowparquet.variant.internal.shred.JsonTextGenerator;
import io.arrowparquet.variant.internal.shred.PrimitiveSink;
import io.arrowparquet.variant.value.VariantCursor;

/**
 * Primitives to the text that a SQL cast makes of them, which is that of JSON without quotes, and
 * timestamps with a space; objects and arrays to JSON.
 */
final class TextCast extends SqlCast {
  private final JsonNumbers numbers = new JsonNumbers();
  private final JsonBuffer buffer = new JsonBuffer();
  private final VariantLimits limits;

  private JsonTextGenerator json;

  TextCast(PrimitiveSink out, VariantLimits limits) {
    super(out);
    this.limits = limits;
  }

  /** The buffer, without what is left in it of a value that an error has ended. */
  private JsonBuffer empty() {
    buffer.clear();
    return buffer;
  }

  private boolean giveText() {
    return out.takeText(buffer.bytes(), buffer.length());
  }

  @Override
  public boolean takeBoolean(boolean value) {
    empty().append(value ? "true" : "false");
    return giveText();
  }

  @Override
  public boolean takeInteger(long value) {
    empty().putLong(value);
    return giveText();
  }

  @Override
  public boolean takeFloat(float value) {
    if (!Float.isFinite(value)) {
      return takeDouble(value);
    }
    numbers.putFloat(empty(), value);
    return giveText();
  }

  @Override
  public boolean takeDouble(double value) {
    if (Double.isFinite(value)) {
      numbers.putDouble(empty(), value);
    } else {
      empty().append(Double.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
    }
    return giveText();
  }

  @Override
  public boolean takeDecimal(long high, long low, int scale) {
    numbers.putDecimal(empty(), high, low, scale);
    return giveText();
  }

  @Override
  public boolean takeDate(int days) {
    JsonTimes.putDate(empty(), days);
    return giveText();
  }

  @Override
  public boolean takeTimestamp(long value, long unit, boolean utc) {
    JsonTimes.putDateTime(empty(), value, unit, ' ');
    buffer.append(utc ? "+00:00" : "");
    return giveText();
  }

  @Override
  public boolean takeTime(long value, long unit) {
    if (value < 0 || value >= JsonTimes.unitsPerDay(unit)) {
      return false;
    }
    JsonTimes.putTime(empty(), value, unit);
    return giveText();
  }

  @Override
  public boolean takeUuid(long address) {
    JsonStrings.putUuid(empty(), address);
    return giveText();
  }

  @Override
  public boolean takeString(long address, int length) {
    return out.takeString(address, length);
  }

  @Override
  public boolean takeBinary(long address, int length) {
    return Utf8.isWellFormed(address, length) && out.takeString(address, length);
  }

  @Override
  public boolean takeContainer(VariantCursor value) {
    if (json == null) {
      json = new JsonTextGenerator(limits);
    }
    json.clear();
    json.writeEncoded(value);
    return out.takeText(json.text().bytes(), json.text().length());
  }
}
