// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.Diagnosis;
import io.arrowparquet.storage.Place;

/**
 * Thrown when the bytes of a column chunk's pages are not what the format or the footer says:
 * checksums, compressed data, levels, lengths, dictionary indexes, counts of rows.
 *
 * <p>Decoders know only the bytes; the reader that walks the column chunk adds the place with
 * {@link #at}. A page header that is not Thrift at all is a {@link
 * io.arrowparquet.footer.CorruptFooterException}.
 */
public final class CorruptPageException extends DiagnosedException {
  private static final long serialVersionUID = 1L;

  /**
   * A problem whose place is not known yet.
   *
   * @param problem what is wrong, as a noun phrase: {@code "dictionary index"}
   * @param found what the bytes say
   * @param expected what the format requires there
   */
  public CorruptPageException(String problem, String found, String expected) {
    this(problem, found, expected, null);
  }

  /** As {@link #CorruptPageException(String, String, String)}, keeping a cause. */
  public CorruptPageException(String problem, String found, String expected, Throwable cause) {
    this(Diagnosis.of(problem, found, expected), cause);
  }

  private CorruptPageException(Diagnosis diagnosis, Throwable cause) {
    super(diagnosis, diagnosis.message(), cause);
  }

  /**
   * The same problem with its place; this one if a place is known already.
   *
   * @param sourceName name of the file
   * @param columnPath dotted path of the column
   * @param rowGroupOrdinal row group, counted from 0
   * @param offset byte offset of the page's header in the file, or {@link #UNKNOWN}
   */
  public CorruptPageException at(
      String sourceName, String columnPath, int rowGroupOrdinal, long offset) {
    if (column() != null) {
      return this;
    }
    Place known = place().in(sourceName).inPage(columnPath, rowGroupOrdinal, offset);
    return (CorruptPageException) moved(known);
  }

  @Override
  protected CorruptPageException with(Diagnosis changed) {
    return new CorruptPageException(changed, this);
  }

  /** Dotted path of the column, or null. */
  public String column() {
    return place().column();
  }
}
