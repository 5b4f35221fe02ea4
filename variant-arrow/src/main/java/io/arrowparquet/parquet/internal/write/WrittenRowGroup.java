// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.internal.thrift.SecondEncodingCodec;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.RowGroup.SortingColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row group whose pages are in the file; its indexes follow after all row groups.
 *
 * @param sorting null for no order
 * @param fileOffset of its first page; null if that is not said
 * @param isCounted whether it says its number, if that is not too large
 */
public record WrittenRowGroup(
    List<WrittenChunk> chunks,
    long rows,
    @Nullable List<SortingColumn> sorting,
    @Nullable Long fileOffset,
    boolean isCounted) {
  /**
   * One of its column chunks.
   *
   * @param extension of its metadata; null if there is none
   * @param columnIndex as the file will have it; null if there is none
   * @param offsetIndex as the file will have it; null if there is none
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record WrittenChunk(
      ColumnMetaData metaData,
      long fileOffset,
      byte @Nullable [] extension,
      byte @Nullable [] columnIndex,
      byte @Nullable [] offsetIndex) {
    /** Writes the offset index of a second encoding; the extension that says all of it. */
    public byte[] writeSecond(SinkOutput out) throws IOException {
      return SecondEncodingCodec.write(writeOffsetIndex(null, out));
    }

    private ColumnChunk writeOffsetIndex(@Nullable Long columnIndexOffset, SinkOutput out)
        throws IOException {
      Long offset = write(offsetIndex, out);
      return new ColumnChunk(
          null,
          fileOffset,
          metaData,
          offset,
          offset == null ? null : (Integer) offsetIndex.length,
          columnIndexOffset,
          columnIndexOffset == null ? null : (Integer) columnIndex.length,
          null,
          null);
    }
  }

  /** Where an index is; null if there is none. */
  private static @Nullable Long write(byte @Nullable [] index, SinkOutput out) throws IOException {
    if (index == null) {
      return null;
    }
    long offset = out.position();
    out.write(index);
    return offset;
  }

  /**
   * Writes the indexes of all pages: first those of columns, then those of offsets.
   *
   * @param extensions gets those of the chunks
   * @return what the footer says
   */
  static List<RowGroup> writeIndexes(
      List<WrittenRowGroup> groups, Map<ColumnChunk, byte[]> extensions, SinkOutput out)
      throws IOException {
    List<@Nullable Long> columnIndexes = new ArrayList<>();
    for (WrittenRowGroup group : groups) {
      for (WrittenChunk chunk : group.chunks) {
        columnIndexes.add(write(chunk.columnIndex, out));
      }
    }
    Iterator<@Nullable Long> columnIndex = columnIndexes.iterator();
    List<RowGroup> rowGroups = new ArrayList<>();
    for (WrittenRowGroup group : groups) {
      List<ColumnChunk> chunks = new ArrayList<>();
      long uncompressed = 0;
      long compressed = 0;
      for (WrittenChunk written : group.chunks) {
        ColumnChunk chunk = written.writeOffsetIndex(columnIndex.next(), out);
        chunks.add(chunk);
        extensions.put(chunk, written.extension);
        uncompressed += written.metaData.totalUncompressedSize();
        compressed += written.metaData.totalCompressedSize();
      }
      int number = rowGroups.size();
      rowGroups.add(
          new RowGroup(
              chunks,
              uncompressed,
              group.rows,
              group.sorting,
              group.fileOffset,
              compressed,
              group.isCounted && number <= Short.MAX_VALUE ? (Short) (short) number : null));
    }
    return rowGroups;
  }
}
