// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.write;

import java.io.IOException;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.schema.MessageType;

/** A row group that is being filled. Its pages stay in memory until it is flushed. */
final class OpenRowGroup implements AutoCloseable {
  private final ColumnChunkPageWriteStore pages;
  private final ColumnWriteStore columns;
  private long rows;

  /** An empty one; the leaves write to it from now on. */
  OpenRowGroup(
      MessageType schema,
      ParquetProperties properties,
      PageCompressor compressor,
      List<LeafNodeWriter> leaves) {
    pages =
        // The builder, which is newer, is absent before parquet-java 1.18.
        new ColumnChunkPageWriteStore(
            compressor,
            schema,
            properties.getAllocator(),
            properties.getColumnIndexTruncateLength(),
            properties.getPageWriteChecksumEnabled());
    columns = properties.newColumnWriteStore(schema, pages, pages);
    List<ColumnDescriptor> descriptors = schema.getColumns();
    for (int i = 0; i < descriptors.size(); i++) {
      leaves.get(i).bind(columns.getColumnWriter(descriptors.get(i)));
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

  /** Appends the row group to a file. */
  void flushTo(ParquetFileWriter file) throws IOException {
    file.startBlock(rows);
    columns.flush();
    pages.flushToFileWriter(file);
    file.endBlock();
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
