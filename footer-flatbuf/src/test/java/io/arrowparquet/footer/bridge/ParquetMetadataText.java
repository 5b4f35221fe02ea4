// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.parquet.column.EncodingStats;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;
import org.apache.parquet.schema.PrimitiveType;

/** Everything that parquet-java's metadata say, as text: most of its classes have no equality. */
final class ParquetMetadataText {
  private final StringBuilder text = new StringBuilder();

  private ParquetMetadataText() {}

  static String of(ParquetMetadata metadata) {
    ParquetMetadataText writer = new ParquetMetadataText();
    writer.append(metadata.getFileMetaData());
    metadata.getBlocks().forEach(writer::append);
    return writer.text.toString();
  }

  private void line(String name, Object value) {
    text.append(name).append(": ").append(value).append('\n');
  }

  private void append(FileMetaData file) {
    line("schema", file.getSchema());
    file.getSchema()
        .getColumns()
        .forEach(column -> line("order of " + column, column.getPrimitiveType().columnOrder()));
    line("key-values", new TreeMap<>(file.getKeyValueMetaData()));
    line("created by", file.getCreatedBy());
    line("encryption", file.getEncryptionType());
  }

  private void append(BlockMetaData block) {
    text.append('\n');
    line("row group", block.getOrdinal());
    line("path", block.getPath());
    line("rows", block.getRowCount() + " from " + block.getRowIndexOffset());
    line("bytes", block.getTotalByteSize() + ", in the file " + block.getCompressedSize());
    line("start", block.getStartingPos());
    block.getColumns().forEach(this::append);
  }

  private void append(ColumnChunkMetaData column) {
    line("column", column.getPath() + " " + column.getPrimitiveType() + " " + column.getCodec());
    line("  row group", column.getRowGroupOrdinal());
    line("  values", column.getValueCount());
    line("  sizes", column.getTotalSize() + " of " + column.getTotalUncompressedSize());
    line("  pages", column.getFirstDataPageOffset() + ", " + column.getDictionaryPageOffset());
    line("  dictionary", column.hasDictionaryPage() + ", start " + column.getStartingPos());
    line("  encodings", column.getEncodings().stream().sorted().toList());
    line("  encoding stats", text(column.getEncodingStats()));
    line("  statistics", column.getStatistics() + ", order " + order(column.getPrimitiveType()));
    line("  sizes in memory", text(column.getSizeStatistics()));
    line("  geospatial", column.getGeospatialStatistics());
    line("  column index", text(column.getColumnIndexReference()));
    line("  offset index", text(column.getOffsetIndexReference()));
    line("  bloom", column.getBloomFilterOffset() + ", " + column.getBloomFilterLength());
  }

  private static String order(PrimitiveType type) {
    return type.columnOrder() + " " + type.comparator();
  }

  private static String text(EncodingStats stats) {
    if (stats == null) {
      return "none";
    }
    String data =
        stats.getDataEncodings().stream()
            .sorted()
            .map(e -> e + " " + stats.getNumDataPagesEncodedAs(e))
            .collect(Collectors.joining(", "));
    String dictionary =
        stats.getDictionaryEncodings().stream()
            .sorted()
            .map(e -> e + " " + stats.getNumDictionaryPagesEncodedAs(e))
            .collect(Collectors.joining(", "));
    return data + "; " + dictionary + "; v2 " + stats.usesV2Pages();
  }

  private static String text(SizeStatistics sizes) {
    return sizes == null
        ? "none"
        : sizes.isValid()
            + " "
            + sizes.getUnencodedByteArrayDataBytes()
            + sizes.getRepetitionLevelHistogram()
            + sizes.getDefinitionLevelHistogram();
  }

  private static String text(IndexReference reference) {
    return reference == null ? "none" : reference.getOffset() + ", " + reference.getLength();
  }
}
