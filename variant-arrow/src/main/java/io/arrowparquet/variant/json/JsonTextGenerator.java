// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.JsonBuffer;
import io.arrowparquet.variant.internal.JsonNumbers;
import io.arrowparquet.variant.internal.JsonStrings;
import io.arrowparquet.variant.internal.JsonTimes;
import io.arrowparquet.variant.internal.Utf8;
import io.arrowparquet.variant.value.MalformedPathFinder;
import io.arrowparquet.variant.value.VariantCursor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes JSON text piece by piece, for values that lie elsewhere than in an encoded Variant, as
 * those of typed columns do. The text is what {@link VariantJsonWriter} gives of the same value
 * encoded; encoded parts are handed to it.
 *
 * <p>A container is started, each child announced by {@link #element} or a name and then written,
 * and the container ended; commas come by themselves. Nothing is allocated for a value once the
 * buffer has grown. For one thread at a time.
 */
public final class JsonTextGenerator {
  private final VariantLimits limits;
  private final VariantJsonWriter encoded;
  private final JsonNumbers numbers = new JsonNumbers();
  private final JsonBuffer out = new JsonBuffer();

  /** How many containers are open. */
  private int level;

  /** A generator of no text yet, under limits of which depth and names count here. */
  public JsonTextGenerator(VariantLimits limits) {
    this.limits = limits;
    this.encoded = new VariantJsonWriter(limits);
  }

  /** The text written since {@link #clear}. */
  public JsonBuffer text() {
    return out;
  }

  /** Forgets the text and all open containers. */
  public void clear() {
    out.clear();
    level = 0;
  }

  /** Length of the text in bytes, to come back to by {@link #truncate}. */
  public int length() {
    return out.length();
  }

  /** Takes back what was written since the text had a length, no container between. */
  public void truncate(int length) {
    out.truncate(length);
  }

  /**
   * Starts an object.
   *
   * @throws MalformedVariantException if it is deeper than the limit
   */
  public void startObject() {
    start('{');
  }

  /** Ends the object started last. */
  public void endObject() {
    end('}');
  }

  /**
   * Starts an array.
   *
   * @throws MalformedVariantException if it is deeper than the limit
   */
  public void startArray() {
    start('[');
  }

  /** Ends the array started last. */
  public void endArray() {
    end(']');
  }

  private void start(char bracket) {
    if (level == limits.maxDepth()) {
      throw VariantJsonWriter.tooDeep(MalformedVariantException.UNKNOWN, limits);
    }
    level++;
    out.put(bracket);
  }

  private void end(char bracket) {
    level--;
    out.put(bracket);
  }

  /** Says that the next value is an element of the array started last. */
  public void element() {
    separate('[');
  }

  /** No value ends in an opening bracket, so that one means: nothing is in the container yet. */
  private void separate(char bracket) {
    if (out.bytes()[out.length() - 1] != bracket) {
      out.put(',');
    }
  }

  /** A name and colon as written before a field's value, for {@link #name(byte[])}. */
  public static byte[] quotedName(String name) {
    JsonBuffer quoted = new JsonBuffer();
    quoted.put('"');
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      JsonStrings.putEscaped(quoted, b);
    }
    quoted.append("\":");
    return Arrays.copyOf(quoted.bytes(), quoted.length());
  }

  /**
   * Says that the next value is a field of the object started last.
   *
   * @param quoted the name, of {@link #quotedName}
   */
  public void name(byte[] quoted) {
    encoded.takeName(quoted.length);
    separate('{');
    int at = out.reserve(quoted.length);
    System.arraycopy(quoted, 0, out.bytes(), at, quoted.length);
  }

  /**
   * Says that the next value is a field of the object started last, as an encoded object has it.
   *
   * @throws MalformedVariantException if names have too many bytes, or the name is damaged
   */
  public void name(VariantCursor object, int fieldId) {
    separate('{');
    encoded.writeName(object, fieldId, out);
  }

  /** Writes an encoded value, checked as by {@link VariantJsonWriter}. */
  public void writeEncoded(VariantCursor value) {
    try {
      encoded.write(value, level, out);
    } catch (MalformedVariantException e) {
      throw MalformedPathFinder.locate(e, value, limits);
    }
  }

  /** Writes null. */
  public void writeNull() {
    out.append("null");
  }

  /** Writes a boolean. */
  public void writeBoolean(boolean value) {
    out.append(value ? "true" : "false");
  }

  /** Writes an integer. */
  public void writeLong(long value) {
    out.putLong(value);
  }

  /** Writes a float. */
  public void writeFloat(float value) {
    numbers.putFloat(out, value);
  }

  /** Writes a double. */
  public void writeDouble(double value) {
    numbers.putDouble(out, value);
  }

  /** Writes {@code (high * 2^64 + low) / 10^scale}, {@code low} unsigned. */
  public void writeDecimal(long high, long low, int scale) {
    numbers.putDecimal(out, high, low, scale);
  }

  /**
   * Writes a date, time or timestamp.
   *
   * @param typeId which of them, by its type id
   * @param number what counts its days, micro- or nanoseconds
   * @throws MalformedVariantException if it is no time of day
   */
  public void writeTime(int typeId, long number) {
    JsonTimes.putQuoted(out, typeId, number, MalformedVariantException.UNKNOWN);
  }

  /**
   * Writes a string.
   *
   * @param address of its first byte
   * @throws MalformedVariantException if the bytes are not UTF-8
   */
  public void writeString(long address, int length) {
    if (!JsonStrings.putPlain(out, address, length)) {
      Utf8.require("string", address, length, 0);
      JsonStrings.putQuoted(out, address, length);
    }
  }

  /**
   * Writes a string of up to 16 bytes, the first eight in one word, if none of them is to be
   * escaped or beyond ASCII; false, with nothing written, if not.
   */
  public boolean writePlain(long first, long second, int length) {
    return JsonStrings.putPlain(out, first, second, length);
  }

  /**
   * Writes bytes in base64.
   *
   * @param address of the first
   */
  public void writeBinary(long address, int length) {
    JsonStrings.putBase64(out, address, length);
  }

  /** Writes the UUID whose 16 bytes begin at an address. */
  public void writeUuid(long address) {
    JsonStrings.putUuid(out, address);
  }
}
