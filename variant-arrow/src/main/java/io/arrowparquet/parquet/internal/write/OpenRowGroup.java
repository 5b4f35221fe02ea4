// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.model.ColumnChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.PageWriteStore;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.column.values.bloomfilter.BloomFilterWriteStore;
import org.apache.parquet.column.values.bloomfilter.BloomFilterWriter;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * A row group that is being filled. Its pages stay in memory until it is flushed, and so do its
 * second encodings.
 *
 * <pre>
 *   | second encodings, each with its offset index | other columns | the same columns as always |
 *                                                  ^ file_offset of the row group
 * </pre>
 *
 * <p>The first column of the schema stays the first of the row group in any case: readers that
 * split files between tasks, parquet-java among them, take its place for that of the row group.
 */
final class OpenRowGroup implements PageWriteStore, BloomFilterWriteStore {
  private final List<ColumnDescriptor> schema;
  private final boolean checksums;
  private final Map<ColumnDescriptor, DuplicatedColumn> duplicates = new LinkedHashMap<>();
  private final ColumnChunkPageWriteStore first;

  /** Null if no column is moved to the end. */
  private final ColumnChunkPageWriteStore last;

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
      PageBytesCompressor compressor,
      List<LeafNodeWriter> leaves) {
    this.schema = schema.getColumns();
    this.checksums = properties.getPageWriteChecksumEnabled();
    List<String[]> front = new ArrayList<>();
    List<String[]> back = new ArrayList<>();
    for (int i = 0; i < this.schema.size(); i++) {
      ColumnDescriptor column = this.schema.get(i);
      boolean isDuplicated = duplicated.contains(i);
      if (isDuplicated) {
        duplicates.put(column, new DuplicatedColumn(column));
      }
      (isDuplicated && i > 0 ? back : front).add(column.getPath());
    }
    this.first = store(back.isEmpty() ? schema : only(schema, front), properties, compressor);
    this.last = back.isEmpty() ? null : store(only(schema, back), properties, compressor);
    this.columns = properties.newColumnWriteStore(schema, this, this);
    for (int i = 0; i < leaves.size(); i++) {
      ColumnWriter writer = columns.getColumnWriter(this.schema.get(i));
      DuplicatedColumn duplicate = duplicates.get(this.schema.get(i));
      leaves.get(i).bind(duplicate == null ? writer : duplicate.keepingValues(writer));
    }
  }

  private static ColumnChunkPageWriteStore store(
      MessageType schema, ParquetProperties properties, PageBytesCompressor compressor) {
    // The builder, which is newer, is absent before parquet-java 1.18.
    return new ColumnChunkPageWriteStore(
        compressor,
        schema,
        properties.getAllocator(),
        properties.getColumnIndexTruncateLength(),
        properties.getPageWriteChecksumEnabled());
  }

  private static MessageType only(MessageType schema, List<String[]> columns) {
    return new MessageType(schema.getName(), fields(schema, columns, 0));
  }

  private static List<Type> fields(GroupType group, List<String[]> columns, int depth) {
    List<Type> kept = new ArrayList<>();
    for (Type field : group.getFields()) {
      List<String[]> below =
          columns.stream().filter(path -> path[depth].equals(field.getName())).toList();
      if (!below.isEmpty()) {
        kept.add(
            field.isPrimitive()
                ? field
                : field.asGroupType().withNewFields(fields(field.asGroupType(), below, depth + 1)));
      }
    }
    return kept;
  }

  private ColumnChunkPageWriteStore storeOf(ColumnDescriptor column) {
    boolean isMoved = duplicates.containsKey(column) && !column.equals(schema.get(0));
    return isMoved ? last : first;
  }

  @Override
  public PageWriter getPageWriter(ColumnDescriptor column) {
    PageWriter writer = storeOf(column).getPageWriter(column);
    DuplicatedColumn duplicate = duplicates.get(column);
    return duplicate == null ? writer : duplicate.endingPages(writer);
  }

  @Override
  public BloomFilterWriter getBloomFilterWriter(ColumnDescriptor column) {
    return storeOf(column).getBloomFilterWriter(column);
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
    Map<Integer, ColumnChunk> written = new TreeMap<>();
    for (int i = 0; i < schema.size(); i++) {
      DuplicatedColumn duplicate = duplicates.get(schema.get(i));
      if (duplicate != null) {
        written.put(i, duplicate.writeTo(out, checksums));
      }
    }
    file.startBlock(rows);
    first.flushToFileWriter(file);
    if (last != null) {
      last.flushToFileWriter(file);
    }
    file.endBlock();
    return written;
  }

  @Override
  public void close() {
    try (first;
        last) {
      columns.close();
    }
  }
}
