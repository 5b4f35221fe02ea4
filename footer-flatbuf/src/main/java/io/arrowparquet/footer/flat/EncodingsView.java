// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnEncodings;
import io.arrowparquet.footer.internal.generated.ParquetFbs.PageEncodingStats;
import io.arrowparquet.footer.model.PageType;
import io.arrowparquet.footer.model.ParquetEncoding;
import org.jspecify.annotations.Nullable;

/**
 * A view of a chunk's encodings and of how many pages have each. One thread at a time. Where {@link
 * #isPresent} is false, there are no encodings and no combinations.
 *
 * <p>Accessors named {@code ...Number} give the number where the constant is null for being newer
 * than this library.
 */
public final class EncodingsView extends TableView {
  /** A view for the footer to point at a table; it answers nothing before that. */
  public EncodingsView() {}

  EncodingsView wrap(FooterBytes newBytes, int newTable) {
    at(newBytes, newTable);
    return this;
  }

  /** Whether the footer has the chunk's encodings. */
  public boolean isPresent() {
    return table != 0;
  }

  /** Number of encodings. */
  public int count() {
    return count(ColumnEncodings.ENCODINGS, 1);
  }

  /** An encoding used in the chunk; null for one newer than this library. */
  public @Nullable ParquetEncoding encoding(int index) {
    return ParquetEncoding.forNumber(encodingNumber(index));
  }

  /** Number of an encoding used in the chunk. */
  public int encodingNumber(int index) {
    return bytes.i8(bytes.element(child(ColumnEncodings.ENCODINGS), 1, index));
  }

  /** Whether some values are encoded by a dictionary. */
  public boolean hasDictionary() {
    for (int i = 0; i < count(); i++) {
      ParquetEncoding encoding = encoding(i);
      if (encoding != null && encoding.isDictionary()) {
        return true;
      }
    }
    return false;
  }

  /** Whether there are counts of pages by type and encoding. */
  public boolean hasStats() {
    return has(ColumnEncodings.ENCODING_STATS);
  }

  /** Number of combinations of page type and encoding. */
  public int statsCount() {
    return count(ColumnEncodings.ENCODING_STATS, PageEncodingStats.BYTES);
  }

  /** Page type of a combination; null for one newer than this library. */
  public @Nullable PageType statsPageType(int index) {
    return PageType.forNumber(statsPageTypeNumber(index));
  }

  /** Number of the page type of a combination. */
  public int statsPageTypeNumber(int index) {
    return bytes.i8(stats(index) + PageEncodingStats.PAGE_TYPE);
  }

  /** Encoding of a combination; null for one newer than this library. */
  public @Nullable ParquetEncoding statsEncoding(int index) {
    return ParquetEncoding.forNumber(statsEncodingNumber(index));
  }

  /** Number of the encoding of a combination. */
  public int statsEncodingNumber(int index) {
    return bytes.i8(stats(index) + PageEncodingStats.ENCODING);
  }

  /** Number of pages of a combination. */
  public int statsPageCount(int index) {
    return bytes.i32(stats(index) + PageEncodingStats.COUNT);
  }

  private int count(int slot, int elementBytes) {
    int vector = child(slot);
    return vector == 0 ? 0 : bytes.count(vector, elementBytes);
  }

  private int stats(int index) {
    return bytes.element(child(ColumnEncodings.ENCODING_STATS), PageEncodingStats.BYTES, index);
  }
}
