// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.shred.JsonTextGenerator;
import io.arrowparquet.variant.value.VariantCursor;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes Variant values as JSON text without spaces.
 *
 * <table>
 *   <caption>What each type becomes</caption>
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
 * <p>Strings and names are checked to be UTF-8, so the text always is. Keeps the memory of the
 * longest text. For one thread at a time.
 */
public final class VariantJsonWriter {
  private final JsonTextGenerator text;

  /** A writer under the default limits. */
  public VariantJsonWriter() {
    this(VariantLimits.defaults());
  }

  /** A writer under limits of which depth and names count here. */
  public VariantJsonWriter(VariantLimits limits) {
    text = new JsonTextGenerator(limits);
  }

  /**
   * A value's JSON text.
   *
   * @throws MalformedVariantException if the value, or a name in it, breaks the format, or nests
   *     deeper than the limit, naming the path
   */
  public String write(VariantCursor value) {
    generate(value);
    return text.text().toString();
  }

  /**
   * Writes a value's JSON text to a stream in UTF-8. Allocates nothing once the memory has grown.
   *
   * @throws MalformedVariantException as {@link #write(VariantCursor)}; nothing is written then
   */
  public void write(VariantCursor value, OutputStream out) throws IOException {
    generate(value);
    text.text().writeTo(out);
  }

  private void generate(VariantCursor value) {
    text.clear();
    text.writeEncoded(value);
  }
}
