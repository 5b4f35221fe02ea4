// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.ColumnChunkView.PageIndexLocation;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.statistics.geospatial.GeospatialStatistics;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkProperties;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;
import org.apache.parquet.io.InvalidRecordException;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;

/** Makes parquet-java's metadata of column chunks. For one thread. */
final class ParquetJavaColumnChunks {
  /** Of codec and encodings; more of them are not compared. */
  private static final int MOST_NUMBERS = 64;

  private final FlatFooter footer;
  private final String source;
  private final ParquetMetadataConverter converter;
  private final String createdBy;
  private final ParquetJavaColumnMetaData metadata;
  private final ColumnChunkView chunk = new ColumnChunkView();
  private final PageIndexLocation index = new PageIndexLocation();

  /** Of the chunk that is looked at, and of the last one that was made in full. */
  private int[] numbers = new int[MOST_NUMBERS];

  private int[] modelNumbers = new int[MOST_NUMBERS];
  private int modelCount = -1;
  private ColumnChunkMetaData model;

  /** By place among the columns: what is equal of its chunks with the encodings of the model. */
  private ColumnChunkProperties[] properties;

  ParquetJavaColumnChunks(FlatFooter footer, String source, ParquetMetadataConverter converter) {
    this.footer = footer;
    this.source = source;
    this.converter = converter;
    this.createdBy = footer.createdBy();
    this.metadata = new ParquetJavaColumnMetaData(footer);
  }

  /** Adds a row group's chunks of these columns, which have these descriptors. */
  void addTo(
      BlockMetaData block,
      RowGroupView rowGroup,
      List<ColumnDescriptor> descriptors,
      int[] ordinals) {
    if (properties == null) {
      properties = new ColumnChunkProperties[ordinals.length];
    }
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
      block.addColumn(column(i, descriptors.get(i), rowGroup.ordinal()));
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

  private ColumnChunkMetaData column(int place, ColumnDescriptor descriptor, int rowGroupOrdinal) {
    ColumnChunkMetaData column = like(place, descriptor);
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

  /** A chunk like the model, which all but a few of a file are; or else one that is the model. */
  private ColumnChunkMetaData like(int place, ColumnDescriptor descriptor) {
    int count = metadata.codecAndEncodings(chunk, numbers);
    if (count < 0 || !metadata.canWait(chunk)) {
      return build(metadata.convert(chunk), descriptor);
    }
    if (!Arrays.equals(numbers, 0, count, modelNumbers, 0, Math.max(modelCount, 0))) {
      model = build(metadata.convert(chunk), descriptor);
      int[] former = modelNumbers;
      modelNumbers = numbers;
      modelCount = count;
      numbers = former;
      Arrays.fill(properties, null);
      return model;
    }
    if (properties[place] == null) {
      properties[place] =
          ColumnChunkProperties.get(
              ColumnPath.get(descriptor.getPath()),
              descriptor.getPrimitiveType(),
              model.getCodec(),
              model.getEncodings());
    }
    return new LaterStatistics(this, properties[place]);
  }

  private ColumnChunkMetaData build(ColumnMetaData converted, ColumnDescriptor descriptor) {
    try {
      return converter.buildColumnChunkMetaData(
          converted,
          ColumnPath.get(descriptor.getPath()),
          descriptor.getPrimitiveType(),
          createdBy);
    } catch (RuntimeException e) {
      throw refused(e);
    }
  }

  private SizeStatistics sizes(PrimitiveType type) {
    var sizes = ParquetJavaColumnMetaData.sizeStatistics(chunk.sizeStatistics());
    try {
      return sizes == null ? null : ParquetMetadataConverter.fromParquetSizeStatistics(sizes, type);
    } catch (RuntimeException e) {
      throw refused(e);
    }
  }

  /** Bounds of a wrong length, for one, run out of their array there. */
  private CorruptFooterException refused(RuntimeException e) {
    return new CorruptFooterException(
        "metadata of " + place(chunk.rowGroup(), chunk.column()),
        CorruptFooterException.NO_OFFSET,
        String.valueOf(e.getMessage()),
        "statistics that parquet-java accepts",
        e);
  }

  /**
   * A chunk whose statistics are converted when they are asked for. Converting takes most of the
   * time, and most callers ask for the statistics of few chunks.
   */
  private static final class LaterStatistics extends ColumnChunkMetaData {
    private final ParquetMetadataConverter converter;
    private final String createdBy;
    private final long firstDataPageOffset;
    private final long dictionaryPageOffset;
    private final long valueCount;
    private final long totalSize;
    private final long totalUncompressedSize;
    private final SizeStatistics sizes;

    /** What the footer has; null when parquet-java's are made. */
    private org.apache.parquet.format.Statistics read;

    private Statistics<?> made;

    LaterStatistics(ParquetJavaColumnChunks chunks, ColumnChunkProperties properties) {
      super(chunks.model.getEncodingStats(), properties);
      ColumnChunkView chunk = chunks.chunk;
      this.converter = chunks.converter;
      this.createdBy = chunks.createdBy;
      this.firstDataPageOffset = chunk.dataPageOffset();
      this.dictionaryPageOffset = chunk.dictionaryPageOffset();
      this.valueCount = chunk.numValues();
      this.totalSize = chunk.totalCompressedSize();
      this.totalUncompressedSize = chunk.totalUncompressedSize();
      this.sizes = chunks.sizes(properties.getPrimitiveType());
      this.read = chunks.metadata.statistics(chunk);
    }

    @Override
    public long getFirstDataPageOffset() {
      return firstDataPageOffset;
    }

    @Override
    public long getDictionaryPageOffset() {
      return dictionaryPageOffset;
    }

    @Override
    public long getValueCount() {
      return valueCount;
    }

    @Override
    public long getTotalUncompressedSize() {
      return totalUncompressedSize;
    }

    @Override
    public long getTotalSize() {
      return totalSize;
    }

    @Override
    public synchronized Statistics<?> getStatistics() {
      if (made == null) {
        made = converter.fromParquetStatistics(createdBy, read, getPrimitiveType());
        read = null;
      }
      return made;
    }

    @Override
    public SizeStatistics getSizeStatistics() {
      return sizes;
    }

    @Override
    public GeospatialStatistics getGeospatialStatistics() {
      return null;
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
