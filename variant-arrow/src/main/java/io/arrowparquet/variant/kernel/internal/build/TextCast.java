// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.JsonBuffer;
import io.arrowparquet.variant.internal.PrimitiveText;
import io.arrowparquet.variant.internal.Utf8;
import io.arrowparquet.variant.internal.shred.PrimitiveSink;
import io.arrowparquet.variant.json.VariantJsonWriter;
import io.arrowparquet.variant.value.VariantCursor;

/** Primitives to their text, objects and arrays to JSON. */
final class TextCast extends SqlCast {
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;

  private final PrimitiveText text = new PrimitiveText();
  private final JsonBuffer buffer = new JsonBuffer();
  private final VariantLimits limits;

  /** Made when the first container comes. */
  private VariantJsonWriter json;

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
    text.putBoolean(empty(), value);
    return giveText();
  }

  @Override
  public boolean takeInteger(long value) {
    text.putInteger(empty(), value);
    return giveText();
  }

  @Override
  public boolean takeFloat(float value) {
    text.putFloat(empty(), value);
    return giveText();
  }

  @Override
  public boolean takeDouble(double value) {
    text.putDouble(empty(), value);
    return giveText();
  }

  @Override
  public boolean takeDecimal(long high, long low, int scale) {
    text.putDecimal(empty(), high, low, scale);
    return giveText();
  }

  @Override
  public boolean takeDate(int days) {
    text.putDate(empty(), days);
    return giveText();
  }

  @Override
  public boolean takeTimestamp(long value, long unit, boolean utc) {
    text.putTimestamp(empty(), value, unit, utc);
    return giveText();
  }

  @Override
  public boolean takeTime(long value, long unit) {
    if (value < 0 || value >= NANOS_PER_DAY / unit) {
      return false;
    }
    text.putTime(empty(), value, unit);
    return giveText();
  }

  @Override
  public boolean takeUuid(long address) {
    text.putUuid(empty(), address);
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
      json = new VariantJsonWriter(limits);
    }
    json.write(value, empty());
    return giveText();
  }
}
