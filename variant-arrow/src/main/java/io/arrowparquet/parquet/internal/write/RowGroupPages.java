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
 * The pages of a row group, in memory until it is written, and its second encodings.
 *
 * <pre>
 *   | second encodings, each with its offset index | other columns | the same columns as always |
 *                                                  ^ file_offset of the row group
 * </pre>
 *
 * <p>The first column of the schema stays the first of the row group in any case: readers that
 * split files between tasks, parquet-java among them, take its place for that of the row group.
 */
final class RowGroupPages implements PageWriteStore, BloomFilterWriteStore {
  private final List<ColumnDescriptor> schema;
  private final boolean checksums;

  private final Map<ColumnDescriptor, DuplicatedColumn> duplicates = new LinkedHashMap<>();

  private final ColumnChunkPageWriteStore first;

  /** Null if no column is moved to the end. */
  private final ColumnChunkPageWriteStore last;

  /**
   * Of an empty row group.
   *
   * @param duplicated numbers of the columns that get a second encoding
   */
  RowGroupPages(
      MessageType schema,
      Set<Integer> duplicated,
      ParquetProperties properties,
      PageCompressor compressor) {
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
  }

  private static ColumnChunkPageWriteStore store(
      MessageType schema, ParquetProperties properties, PageCompressor compressor) {
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

  /** The second encoding of a column; null if it has none. */
  DuplicatedColumn duplicate(ColumnDescriptor column) {
    return duplicates.get(column);
  }

  private ColumnChunkPageWriteStore storeOf(ColumnDescriptor column) {
    boolean isMoved = duplicates.containsKey(column) && !column.equals(schema.get(0));
    return isMoved ? last : first;
  }

  @Override
  public PageWriter getPageWriter(ColumnDescriptor column) {
    PageWriter writer = storeOf(column).getPageWriter(column);
    DuplicatedColumn duplicate = duplicate(column);
    return duplicate == null ? writer : new DuplicatingPageWriter(writer, duplicate);
  }

  @Override
  public BloomFilterWriter getBloomFilterWriter(ColumnDescriptor column) {
    return storeOf(column).getBloomFilterWriter(column);
  }

  /**
   * Appends the row group to a file.
   *
   * @param out what {@code file} writes to
   * @return the second encodings by column
   */
  Map<Integer, ColumnChunk> writeTo(ParquetFileWriter file, PositionOutputStream out, long rows)
      throws IOException {
    Map<Integer, ColumnChunk> written = new TreeMap<>();
    for (int i = 0; i < schema.size(); i++) {
      DuplicatedColumn duplicate = duplicate(schema.get(i));
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
    try {
      first.close();
    } finally {
      if (last != null) {
        last.close();
      }
    }
  }
}
