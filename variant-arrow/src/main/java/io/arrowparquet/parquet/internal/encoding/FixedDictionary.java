// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.internal.encoding.FixedConversion.TimestampRangeException;
import io.arrowparquet.parquet.internal.encoding.FixedEncodings.PlainFixed;
import io.arrowparquet.parquet.internal.page.DictionaryPage;
import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * The dictionary of a column chunk, converted once to the width of the vector.
 *
 * <p>If it has a value that the vector cannot hold, it is kept as it is in the file, and each row's
 * value is converted by itself, so that only a row that is asked for and has that value fails.
 * Slower, and rare.
 *
 * <p>Owns the table until {@link #close}, after which another one can be loaded.
 */
public final class FixedDictionary implements AutoCloseable {
  private final BufferAllocator allocator;
  private final FixedEncodings encodings;

  /** Null before the first dictionary. */
  private DictionaryFixed converted;

  private FixedValues plain;

  /** Null before the first dictionary that is kept as it is in the file. */
  private DictionaryFixed inFile;

  private FixedValues plainInFile;
  private FixedValues converting;

  private ArrowBuf table;

  /** Of the decoder of the pages; null if no dictionary is loaded. */
  private FixedValues values;

  /** A dictionary that is not loaded yet. */
  public FixedDictionary(BufferAllocator allocator, FixedEncodings encodings) {
    this.allocator = allocator;
    this.encodings = encodings;
  }

  /**
   * The decoder of the chunk's dictionary-encoded pages.
   *
   * @param page is decoded the first time; null for none
   */
  public FixedValues values(DictionaryPage page) {
    if (values == null) {
      if (page == null) {
        throw new CorruptPageException("dictionary page", "none", "one before the data pages");
      }
      encodings.checkDictionary(page);
      values = load(page);
    }
    return values;
  }

  private FixedValues load(DictionaryPage page) {
    if (converted == null) {
      plain = encodings.decoder(ParquetEncoding.PLAIN);
      converted = encodings.dictionary(encodings.width());
    }
    try {
      load(page, plain, encodings.width(), converted);
      return converted;
    } catch (TimestampRangeException e) {
      // Perhaps no row that is asked for has that value.
      close();
    }
    if (inFile == null) {
      plainInFile = new PlainFixed(encodings.physicalWidth());
      inFile = encodings.dictionary(encodings.physicalWidth());
      converting = encodings.converted(inFile);
    }
    load(page, plainInFile, encodings.physicalWidth(), inFile);
    return converting;
  }

  private void load(DictionaryPage page, FixedValues decoder, int width, DictionaryFixed ids) {
    int count = page.numValues();
    decoder.wrap(page.start(), page.end(), count);
    table = allocator.buffer((long) count * width);
    decoder.read(count, table.memoryAddress());
    ids.setDictionary(table, count);
  }

  @Override
  public void close() {
    values = null;
    if (table != null) {
      table.close();
      table = null;
    }
  }
}
