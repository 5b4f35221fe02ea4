// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.ColumnChunkView.PageIndexLocation;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;
import org.apache.parquet.io.InvalidRecordException;
import org.apache.parquet.schema.MessageType;

/** Makes parquet-java's metadata of column chunks. For one thread. */
final class ParquetJavaColumnChunks {
  private final FlatFooter footer;
  private final String source;
  private final ParquetMetadataConverter converter;
  private final ParquetJavaColumnMetaData metadata;
  private final ColumnChunkView chunk = new ColumnChunkView();
  private final PageIndexLocation index = new PageIndexLocation();

  ParquetJavaColumnChunks(FlatFooter footer, String source, ParquetMetadataConverter converter) {
    this.footer = footer;
    this.source = source;
    this.converter = converter;
    this.metadata = new ParquetJavaColumnMetaData(footer);
  }

  /** Adds a row group's chunks of these columns, which have these descriptors. */
  void addTo(
      BlockMetaData block,
      RowGroupView rowGroup,
      List<ColumnDescriptor> descriptors,
      int[] ordinals) {
    for (int i = 0; i < ordinals.length; i++) {
      footer.chunk(rowGroup.index(), ordinals[i], chunk);
      requirePlain(ordinals[i]);
      if (i == 0) {
        block.setPath(chunk.filePath());
      } else if (!Objects.equals(block.getPath(), chunk.filePath())) {
        throw new CorruptFooterException(
            "file path of " + place(rowGroup.index(), ordinals[i]),
            chunk.filePath(),
            "as for the row group's other columns, " + block.getPath());
      }
      block.addColumn(column(descriptors.get(i), rowGroup.ordinal()));
    }
  }

  private void requirePlain(int column) {
    if (chunk.cryptoMetadata() != null) {
      throw new EncryptedFooterException(
          source,
          "column "
              + footer.columnPath(column)
              + " is encrypted, so it cannot be read without its key");
    }
    if (!chunk.hasMetadata()) {
      throw new CorruptFooterException(
          place(chunk.rowGroup(), column),
          "no metadata",
          "metadata, since the column is not encrypted");
    }
  }

  private String place(int rowGroup, int column) {
    return "column " + footer.columnPath(column) + " of row group " + rowGroup;
  }

  private ColumnChunkMetaData column(ColumnDescriptor descriptor, int rowGroupOrdinal) {
    ColumnChunkMetaData column = build(metadata.convert(chunk), descriptor);
    column.setRowGroupOrdinal(rowGroupOrdinal);
    if (chunk.hasBloomFilterOffset()) {
      column.setBloomFilterOffset(chunk.bloomFilterOffset());
    }
    if (chunk.hasBloomFilterLength()) {
      column.setBloomFilterLength(chunk.bloomFilterLength());
    }
    column.setColumnIndexReference(reference(chunk.columnIndex(index)));
    column.setOffsetIndexReference(reference(chunk.offsetIndex(index)));
    return column;
  }

  private ColumnChunkMetaData build(ColumnMetaData converted, ColumnDescriptor descriptor) {
    try {
      return converter.buildColumnChunkMetaData(
          converted,
          ColumnPath.get(descriptor.getPath()),
          descriptor.getPrimitiveType(),
          footer.createdBy());
    } catch (RuntimeException e) {
      // Bounds of a wrong length, for one, run out of their array there.
      throw new CorruptFooterException(
          "metadata of " + place(chunk.rowGroup(), chunk.column()),
          CorruptFooterException.NO_OFFSET,
          String.valueOf(e.getMessage()),
          "statistics that parquet-java accepts",
          e);
    }
  }

  private static IndexReference reference(PageIndexLocation location) {
    return location.isPresent() ? new IndexReference(location.offset(), location.length()) : null;
  }

  /**
   * The columns as parquet-java finds them: by their path, in the last field of each name.
   *
   * <p>Here, and not where metadata begins: to catch an exception of a library, a class needs the
   * library as soon as it is loaded.
   */
  static List<ColumnDescriptor> columns(MessageType schema) {
    try {
      return schema.getColumns();
    } catch (InvalidRecordException | ClassCastException e) {
      throw new CorruptFooterException(
          "schema",
          CorruptFooterException.NO_OFFSET,
          e.getMessage().replaceAll("\\s+", " "),
          "fields of one group that have names of their own",
          e);
    }
  }
}
