// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.JsonBuffer;
import io.arrowparquet.variant.internal.JsonNumbers;
import io.arrowparquet.variant.internal.JsonStrings;
import io.arrowparquet.variant.internal.JsonTimes;
import io.arrowparquet.variant.value.MalformedPathFinder;
import io.arrowparquet.variant.value.NameBudget;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;

/**
 * Writes Variant values as JSON text without spaces.
 *
 * <table>
 *   <caption>What becomes of each type</caption>
 *   <tr><td>null, booleans</td><td>{@code null}, {@code true}, {@code false}</td></tr>
 *   <tr><td>integers, decimals</td><td>plain number; {@code 1.50} keeps its scale</td></tr>
 *   <tr><td>float, double</td><td>the shortest number that reads back as the same, in Java's
 *       notation; {@code "NaN"}, {@code "Infinity"}, {@code "-Infinity"}</td></tr>
 *   <tr><td>string</td><td>string; only what JSON forbids is escaped</td></tr>
 *   <tr><td>binary</td><td>standard base64, padded</td></tr>
 *   <tr><td>date</td><td>{@code "2024-01-31"}</td></tr>
 *   <tr><td>timestamp</td><td>{@code "2024-01-31T01:02:03.5Z"}, no {@code Z} without a zone; up to
 *       6 or 9 digits of fraction, zeros at the end left out</td></tr>
 *   <tr><td>time</td><td>{@code "01:02:03.5"}</td></tr>
 *   <tr><td>uuid</td><td>{@code "00112233-4455-6677-8899-aabbccddeeff"}</td></tr>
 *   <tr><td>object</td><td>object, keys in stored order: that of their bytes</td></tr>
 * </table>
 *
 * <p>Strings and names are checked to be UTF-8, so the text always is. Nothing is allocated for a
 * value once buffer and levels have grown. For one thread at a time.
 */
public final class VariantJsonWriter {
  private final VariantLimits limits;
  private final JsonNumbers numbers = new JsonNumbers();

  /** Of all values written, so that parts of one count together. */
  private final NameBudget names;

  /** One cursor a level, made when first needed. */
  private final VariantCursor[] cursors;

  /** A writer under the default limits. */
  public VariantJsonWriter() {
    this(VariantLimits.defaults());
  }

  /** A writer under limits of which depth and names count here. */
  public VariantJsonWriter(VariantLimits limits) {
    this.limits = limits;
    this.names = new NameBudget(limits);
    this.cursors = new VariantCursor[limits.maxDepth()];
  }

  /**
   * Appends a value's JSON text to a buffer.
   *
   * @throws MalformedVariantException if the value, or a name in it, breaks the format, or nests
   *     deeper than the limit, naming the path; the buffer is then as long as before
   */
  public void write(VariantCursor value, JsonBuffer out) {
    int before = out.length();
    try {
      write(value, 0, out);
    } catch (MalformedVariantException e) {
      out.truncate(before);
      throw MalformedPathFinder.locate(e, value, limits);
    }
  }

  /** Appends the text of a value that is in so many containers. */
  void write(VariantCursor value, int level, JsonBuffer out) {
    switch (value.typeId()) {
      case VariantTypeIds.STRING -> writeString(value, out);
      case VariantTypeIds.OBJECT -> writeObject(value, level, out);
      case VariantTypeIds.ARRAY -> writeArray(value, level, out);
      default -> writePrimitive(value, out);
    }
  }

  private void writePrimitive(VariantCursor value, JsonBuffer out) {
    switch (PrimitiveType.of(value.typeId()).kind()) {
      case NULL -> out.append("null");
      case BOOLEAN -> out.append(value.getBoolean() ? "true" : "false");
      case INTEGER -> out.putLong(value.getLong());
      case DOUBLE -> numbers.putDouble(out, value.getDouble());
      case FLOAT -> numbers.putFloat(out, value.getFloat());
      case DECIMAL ->
          numbers.putDecimal(out, value.decimalHigh(), value.decimalLow(), value.decimalScale());
      case STRING -> writeString(value, out);
      case BINARY -> JsonStrings.putBase64(out, value.bytesAddress(), value.bytesLength());
      case UUID -> JsonStrings.putUuid(out, value.bytesAddress());
      case DATE, TIME, TIMESTAMP ->
          JsonTimes.putQuoted(out, value.typeId(), value.getLong(), value.offsetInValue() + 1);
    }
  }

  private static void writeString(VariantCursor value, JsonBuffer out) {
    long address = value.bytesAddress();
    int length = value.bytesLength();
    if (!JsonStrings.putPlain(out, address, length)) {
      value.requireUtf8();
      JsonStrings.putQuoted(out, address, length);
    }
  }

  private void writeArray(VariantCursor array, int level, JsonBuffer out) {
    VariantCursor child = cursor(array, level);
    int left = array.lengthBytes();
    int count = array.elementCount();
    out.put('[');
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        out.put(',');
      }
      array.element(i, child);
      left = child.takeFrom(left);
      write(child, level + 1, out);
    }
    out.put(']');
  }

  private void writeObject(VariantCursor object, int level, JsonBuffer out) {
    VariantCursor child = cursor(object, level);
    int left = object.lengthBytes();
    int count = object.elementCount();
    names.enter(object);
    out.put('{');
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        out.put(',');
      }
      int id = object.fieldId(i);
      putName(object.metadata(), id, names.takeNext(object, id), out);
      object.element(i, child);
      left = child.takeFrom(left);
      write(child, level + 1, out);
    }
    out.put('}');
  }

  /** Appends the name of an object's field and a colon. */
  void writeName(VariantCursor object, int id, JsonBuffer out) {
    putName(object.metadata(), id, names.takeName(object, id), out);
  }

  private static void putName(VariantMetadata metadata, int id, int length, JsonBuffer out) {
    long address = metadata.nameAddress(id);
    if (!JsonStrings.putPlain(out, address, length)) {
      metadata.requireUtf8(id);
      JsonStrings.putQuoted(out, address, length);
    }
    out.put(':');
  }

  /** Counts a name that is written without its object. */
  void takeName(int length) {
    names.take(length);
  }

  private VariantCursor cursor(VariantCursor container, int level) {
    if (level == cursors.length) {
      throw tooDeep(container.offsetInValue(), limits);
    }
    if (cursors[level] == null) {
      cursors[level] = new VariantCursor(limits);
    }
    return cursors[level];
  }

  static MalformedVariantException tooDeep(long offset, VariantLimits limits) {
    return new MalformedVariantException(
        "nesting",
        offset,
        "more than " + limits.maxDepth() + " levels",
        "at most " + limits.maxDepth() + " (VariantLimits.maxDepth)");
  }
}
