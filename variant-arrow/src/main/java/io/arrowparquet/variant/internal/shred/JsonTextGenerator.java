// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.JsonBuffer;
import io.arrowparquet.variant.internal.JsonNumbers;
import io.arrowparquet.variant.internal.JsonStrings;
import io.arrowparquet.variant.internal.JsonTimes;
import io.arrowparquet.variant.internal.Malformed;
import io.arrowparquet.variant.internal.NameBudget;
import io.arrowparquet.variant.internal.Utf8;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes JSON text, of encoded values and piece by piece of values that lie elsewhere, as those of
 * typed columns do; {@code VariantJsonWriter} has the table of forms.
 *
 * <p>A container is started, each child announced by {@link #element} or a name and then written,
 * and the container ended; commas come by themselves. Nothing is allocated for a value once the
 * buffer has grown. For one thread at a time.
 */
public final class JsonTextGenerator implements PrimitiveSink {
  private static final long NO_OFFSET = MalformedVariantException.UNKNOWN;

  private final VariantLimits limits;
  private final JsonNumbers numbers = new JsonNumbers();
  private final JsonBuffer out = new JsonBuffer();

  /** Of all values written, so that parts of one count together. */
  private final NameBudget names;

  private final VariantCursor[] cursors;

  private int level;

  public JsonTextGenerator(VariantLimits limits) {
    this.limits = limits;
    this.names = new NameBudget(limits);
    this.cursors = new VariantCursor[limits.maxDepth()];
  }

  public JsonBuffer text() {
    return out;
  }

  public void clear() {
    out.clear();
    level = 0;
  }

  int length() {
    return out.length();
  }

  /** Takes back what was written since the text had a length, no container between. */
  void truncate(int length) {
    out.truncate(length);
  }

  /** Starts an object or an array, by its bracket. */
  void start(char bracket) {
    if (level == limits.maxDepth()) {
      throw Malformed.tooDeep(NO_OFFSET, limits.maxDepth());
    }
    level++;
    out.put(bracket);
  }

  void end(char bracket) {
    level--;
    out.put(bracket);
  }

  void element() {
    separate('[');
  }

  /** No value ends in an opening bracket, so that one means: nothing is in the container yet. */
  private void separate(char bracket) {
    if (out.bytes()[out.length() - 1] != bracket) {
      out.put(',');
    }
  }

  static byte[] quotedName(String name) {
    JsonBuffer quoted = new JsonBuffer();
    quoted.put('"');
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      JsonStrings.putEscaped(quoted, b);
    }
    quoted.append("\":");
    return Arrays.copyOf(quoted.bytes(), quoted.length());
  }

  void name(byte[] quoted) {
    names.take(quoted.length, NO_OFFSET);
    separate('{');
    int at = out.reserve(quoted.length);
    System.arraycopy(quoted, 0, out.bytes(), at, quoted.length);
  }

  void name(VariantCursor object, int fieldId) {
    separate('{');
    names.enter(object.metadata(), object.metadata().generation(), object.metadata().lengthBytes());
    writeName(object, fieldId);
  }

  /**
   * Writes an encoded value.
   *
   * @throws MalformedVariantException if the value, or a name in it, breaks the format, or nests
   *     deeper than the limit, naming the path; the text is then as long as before
   */
  public void writeEncoded(VariantCursor value) {
    int before = out.length();
    try {
      write(value, level);
    } catch (MalformedVariantException e) {
      out.truncate(before);
      throw MalformedPathFinder.locate(e, value, limits);
    }
  }

  private void write(VariantCursor value, int depth) {
    switch (value.typeId()) {
      case VariantTypeIds.STRING -> {
        long address = value.bytesAddress();
        int length = value.bytesLength();
        if (!JsonStrings.putPlain(out, address, length)) {
          value.requireUtf8();
          JsonStrings.putQuoted(out, address, length);
        }
      }
      case VariantTypeIds.OBJECT -> writeObject(value, depth);
      case VariantTypeIds.ARRAY -> writeArray(value, depth);
      case VariantTypeIds.NULL -> writeNull();
      case VariantTypeIds.INT8, VariantTypeIds.INT16, VariantTypeIds.INT32, VariantTypeIds.INT64 ->
          out.putLong(value.getLong());
      case VariantTypeIds.DOUBLE -> numbers.putDouble(out, value.getDouble());
      case VariantTypeIds.TRUE, VariantTypeIds.FALSE ->
          takeBoolean(value.typeId() == VariantTypeIds.TRUE);
      case VariantTypeIds.DECIMAL4, VariantTypeIds.DECIMAL8, VariantTypeIds.DECIMAL16 ->
          takeDecimal(value.decimalHigh(), value.decimalLow(), value.decimalScale());
      case VariantTypeIds.TIME_NTZ_MICROS ->
          writeTime(value.getLong(), JsonTimes.MICRO, value.offsetInValue() + 1);
      // Met less often: as calls of PrimitiveSink, these have many targets.
      default -> takePrimitive(value);
    }
  }

  private void writeArray(VariantCursor array, int depth) {
    VariantCursor child = cursor(array, depth);
    int left = array.lengthBytes();
    int count = array.elementCount();
    out.put('[');
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        out.put(',');
      }
      array.element(i, child);
      left = child.takeFrom(left);
      write(child, depth + 1);
    }
    out.put(']');
  }

  private void writeObject(VariantCursor object, int depth) {
    VariantCursor child = cursor(object, depth);
    VariantMetadata metadata = object.metadata();
    int left = object.lengthBytes();
    int count = object.elementCount();
    names.enter(metadata, metadata.generation(), metadata.lengthBytes());
    out.put('{');
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        out.put(',');
      }
      writeName(object, object.fieldId(i));
      object.element(i, child);
      left = child.takeFrom(left);
      write(child, depth + 1);
    }
    out.put('}');
  }

  private void writeName(VariantCursor object, int id) {
    VariantMetadata metadata = object.metadata();
    int length = metadata.nameLength(id);
    names.take(length, object.offsetInValue());
    long address = metadata.nameAddress(id);
    if (!JsonStrings.putPlain(out, address, length)) {
      metadata.requireUtf8(id);
      JsonStrings.putQuoted(out, address, length);
    }
    out.put(':');
  }

  private VariantCursor cursor(VariantCursor container, int depth) {
    if (depth == cursors.length) {
      throw Malformed.tooDeep(container.offsetInValue(), limits.maxDepth());
    }
    if (cursors[depth] == null) {
      cursors[depth] = new VariantCursor(limits);
    }
    return cursors[depth];
  }

  public void writeNull() {
    out.append("null");
  }

  @Override
  public boolean takeBoolean(boolean value) {
    out.append(value ? "true" : "false");
    return true;
  }

  @Override
  public boolean takeInteger(long value) {
    out.putLong(value);
    return true;
  }

  @Override
  public boolean takeFloat(float value) {
    numbers.putFloat(out, value);
    return true;
  }

  @Override
  public boolean takeDouble(double value) {
    numbers.putDouble(out, value);
    return true;
  }

  @Override
  public boolean takeDecimal(long high, long low, int scale) {
    numbers.putDecimal(out, high, low, scale);
    return true;
  }

  @Override
  public boolean takeDate(int days) {
    out.put('"');
    JsonTimes.putDate(out, days);
    out.put('"');
    return true;
  }

  @Override
  public boolean takeTimestamp(long value, long unit, boolean utc) {
    out.put('"');
    JsonTimes.putDateTime(out, value, unit, 'T');
    out.append(utc ? "Z\"" : "\"");
    return true;
  }

  @Override
  public boolean takeTime(long value, long unit) {
    writeTime(value, unit, NO_OFFSET);
    return true;
  }

  private void writeTime(long value, long unit, long offset) {
    JsonTimes.requireTimeOfDay(value, unit, offset);
    out.put('"');
    JsonTimes.putTime(out, value, unit);
    out.put('"');
  }

  @Override
  public boolean takeString(long address, int length) {
    if (!JsonStrings.putPlain(out, address, length)) {
      Utf8.require("string", address, length, 0);
      JsonStrings.putQuoted(out, address, length);
    }
    return true;
  }

  /**
   * Writes a string of up to 16 bytes, the first eight in one word, if none of them is to be
   * escaped or beyond ASCII; false, with nothing written, if not.
   */
  boolean writePlain(long first, long second, int length) {
    return JsonStrings.putPlain(out, first, second, length);
  }

  @Override
  public boolean takeBinary(long address, int length) {
    JsonStrings.putBase64(out, address, length);
    return true;
  }

  @Override
  public boolean takeUuid(long address) {
    out.put('"');
    JsonStrings.putUuid(out, address);
    out.put('"');
    return true;
  }
}
