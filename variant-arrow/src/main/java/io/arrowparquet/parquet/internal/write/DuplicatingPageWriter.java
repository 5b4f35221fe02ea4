// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.statistics.geospatial.GeospatialStatistics;

/** Hands pages on, and cuts the second encoding where they end. */
@SuppressWarnings("deprecation") // which methods are called depends on the release
final class DuplicatingPageWriter implements PageWriter {
  private final PageWriter to;
  private final DuplicatedColumn duplicate;

  DuplicatingPageWriter(PageWriter to, DuplicatedColumn duplicate) {
    this.to = to;
    this.duplicate = duplicate;
  }

  @Override
  public void writePage(
      BytesInput bytes,
      int values,
      Statistics<?> statistics,
      Encoding repetition,
      Encoding definition,
      Encoding encoding) {
    throw new UnsupportedOperationException("a page that does not say how many rows it has");
  }

  @Override
  public void writePage(
      BytesInput bytes,
      int values,
      int rows,
      Statistics<?> statistics,
      Encoding repetition,
      Encoding definition,
      Encoding encoding)
      throws IOException {
    duplicate.endPage(bytes, values, rows);
    to.writePage(bytes, values, rows, statistics, repetition, definition, encoding);
  }

  @Override
  public void writePage(
      BytesInput bytes,
      int values,
      int rows,
      Statistics<?> statistics,
      SizeStatistics sizes,
      Encoding repetition,
      Encoding definition,
      Encoding encoding)
      throws IOException {
    duplicate.endPage(bytes, values, rows);
    to.writePage(bytes, values, rows, statistics, sizes, repetition, definition, encoding);
  }

  @Override
  public void writePage(
      BytesInput bytes,
      int values,
      int rows,
      Statistics<?> statistics,
      SizeStatistics sizes,
      GeospatialStatistics geospatial,
      Encoding repetition,
      Encoding definition,
      Encoding encoding)
      throws IOException {
    duplicate.endPage(bytes, values, rows);
    to.writePage(
        bytes, values, rows, statistics, sizes, geospatial, repetition, definition, encoding);
  }

  @Override
  public void writePageV2(
      int rows,
      int nulls,
      int values,
      BytesInput repetition,
      BytesInput definition,
      Encoding encoding,
      BytesInput data,
      Statistics<?> statistics)
      throws IOException {
    duplicate.endPage(repetition, definition, values, rows);
    to.writePageV2(rows, nulls, values, repetition, definition, encoding, data, statistics);
  }

  @Override
  public void writePageV2(
      int rows,
      int nulls,
      int values,
      BytesInput repetition,
      BytesInput definition,
      Encoding encoding,
      BytesInput data,
      Statistics<?> statistics,
      SizeStatistics sizes)
      throws IOException {
    duplicate.endPage(repetition, definition, values, rows);
    to.writePageV2(rows, nulls, values, repetition, definition, encoding, data, statistics, sizes);
  }

  @Override
  public void writePageV2(
      int rows,
      int nulls,
      int values,
      BytesInput repetition,
      BytesInput definition,
      Encoding encoding,
      BytesInput data,
      Statistics<?> statistics,
      SizeStatistics sizes,
      GeospatialStatistics geospatial)
      throws IOException {
    duplicate.endPage(repetition, definition, values, rows);
    to.writePageV2(
        rows, nulls, values, repetition, definition, encoding, data, statistics, sizes, geospatial);
  }

  @Override
  public long getMemSize() {
    return to.getMemSize();
  }

  @Override
  public long allocatedSize() {
    return to.allocatedSize();
  }

  @Override
  public void writeDictionaryPage(DictionaryPage page) throws IOException {
    to.writeDictionaryPage(page);
  }

  @Override
  public String memUsageString(String prefix) {
    return to.memUsageString(prefix);
  }

  @Override
  public void close() {
    to.close();
  }
}
