// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

/**
 * Is called with what readers do, to measure and to log. All methods do nothing unless overridden.
 *
 * <p>A method is called by the thread that has done the work, right afterwards and before it goes
 * on: it must be quick, and must not call the reader. A scan calls from several threads at a time.
 * What a method throws ends the reader as a failure of its own would; but {@link #requested} is
 * called by a thread of the source where the source reads several ranges at once, and what it
 * throws there is lost.
 *
 * <p>The same is recorded by JDK Flight Recorder where a recording has one of the events {@code
 * io.arrowparquet.Open}, {@code Request}, {@code Page} and {@code Skip} enabled when a file is
 * opened, as recordings with default settings do. A listener is not needed for it.
 */
public interface ReadListener {

  /**
   * A reader of a file was opened; its footer had been read before.
   *
   * @param file its name
   * @param bytes of the file
   * @param rowGroups in the file
   */
  default void opened(String file, long bytes, int rowGroups) {}

  /**
   * Bytes of pages or page indexes were read.
   *
   * @param file its name
   * @param offset of the first byte
   * @param bytes how many
   * @param nanos how long it took
   */
  default void requested(String file, long offset, long bytes, long nanos) {}

  /**
   * A data page was decompressed; its values are decoded later.
   *
   * @param file its name
   * @param column dotted path
   * @param rowGroup its number
   * @param values of the page, nulls included
   * @param nanos how long it took
   */
  default void decompressed(String file, String column, int rowGroup, int values, long nanos) {}

  /**
   * Rows are not read, as statistics or page indexes prove that the filter refuses them.
   *
   * @param file its name
   * @param rowGroup its number
   * @param skipped rows that are not read
   * @param rows all rows of the row group
   */
  default void skipped(String file, int rowGroup, long skipped, long rows) {}
}
