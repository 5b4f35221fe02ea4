// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.internal.page.DictionaryPage;
import java.util.function.UnaryOperator;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * A dictionary with a value that the vector cannot hold: it is kept as it is in the file, and each
 * row's value is converted by itself, so that only a row that is asked for and has that value
 * fails. Slower than converting the dictionary once, and rare.
 *
 * <p>Owns the dictionary until {@link #close}, after which it can be loaded again.
 */
public final class UnconvertedDictionary implements AutoCloseable {
  private final BufferAllocator allocator;
  private final FixedValues plain;
  private final int width;
  private final DictionaryFixed ids;
  private final FixedValues values;
  private ArrowBuf dictionary;

  /**
   * A dictionary that is not loaded yet.
   *
   * @param plain decodes the dictionary page
   * @param width bytes of a value in the file
   * @param window shared with other columns
   * @param converter adds the conversion to a decoder; owns what that needs
   */
  UnconvertedDictionary(
      BufferAllocator allocator,
      FixedValues plain,
      int width,
      DictionaryWindow window,
      UnaryOperator<FixedValues> converter) {
    this.allocator = allocator;
    this.plain = plain;
    this.width = width;
    this.ids = new DictionaryFixed(width, window);
    this.values = converter.apply(ids);
  }

  /** The decoder of pages, once the dictionary is loaded. */
  public FixedValues values() {
    return values;
  }

  /** Takes the values of a dictionary page. */
  public void load(DictionaryPage page) {
    int count = page.numValues();
    plain.wrap(page.start(), page.end(), count);
    close();
    dictionary = allocator.buffer((long) count * width);
    plain.read(count, dictionary.memoryAddress());
    ids.setDictionary(dictionary, count);
  }

  @Override
  public void close() {
    if (dictionary != null) {
      dictionary.close();
      dictionary = null;
    }
  }
}
