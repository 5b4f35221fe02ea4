// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.model.ColumnChunk;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.schema.MessageType;

/** A row group that is being filled. Its pages stay in memory until it is flushed. */
final class OpenRowGroup implements AutoCloseable {
  private final RowGroupPages pages;
  private final ColumnWriteStore columns;
  private long rows;

  /**
   * An empty one; the leaves write to it from now on.
   *
   * @param duplicated numbers of the columns that get a second encoding
   */
  OpenRowGroup(
      MessageType schema,
      Set<Integer> duplicated,
      ParquetProperties properties,
      PageCompressor compressor,
      List<LeafNodeWriter> leaves) {
    pages = new RowGroupPages(schema, duplicated, properties, compressor);
    columns = properties.newColumnWriteStore(schema, pages, pages);
    List<ColumnDescriptor> descriptors = schema.getColumns();
    for (int i = 0; i < descriptors.size(); i++) {
      ColumnDescriptor column = descriptors.get(i);
      ColumnWriter writer = columns.getColumnWriter(column);
      DuplicatedColumn duplicate = pages.duplicate(column);
      leaves
          .get(i)
          .bind(duplicate == null ? writer : new DuplicatingColumnWriter(writer, duplicate));
    }
  }

  /** Counts rows that every leaf has written; ends pages that are full. */
  void endRows(int count) {
    for (int i = 0; i < count; i++) {
      columns.endRecord();
    }
    rows += count;
  }

  long rows() {
    return rows;
  }

  /** Bytes held in memory, about what the row group will be in the file. */
  long bufferedBytes() {
    return columns.getBufferedSize();
  }

  /**
   * Appends the row group to a file.
   *
   * @param out what {@code file} writes to
   * @return the second encodings by column
   */
  Map<Integer, ColumnChunk> flushTo(ParquetFileWriter file, PositionOutputStream out)
      throws IOException {
    columns.flush();
    return pages.writeTo(file, out, rows);
  }

  @Override
  public void close() {
    try {
      columns.close();
    } finally {
      pages.close();
    }
  }
}
