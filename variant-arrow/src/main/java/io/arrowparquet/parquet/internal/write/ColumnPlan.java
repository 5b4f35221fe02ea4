// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.parquet.internal.encode.BloomFilterBuilder;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder;
import io.arrowparquet.parquet.internal.write.LeafColumn.ColumnSettings;
import io.arrowparquet.parquet.internal.write.LeafColumn.ColumnSettings.Compression;
import io.arrowparquet.parquet.internal.write.NodeWriter.Node;
import io.arrowparquet.parquet.internal.write.WritePlan.Leaf;
import io.arrowparquet.parquet.options.ColumnOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The columns of a file: from its schema and options. */
record ColumnPlan(ParquetWriteOptions options, WritePlan plan) {
  /** Of a Bloom filter of a number of values that is not known. */
  private static final int BLOOM_FILTER_BYTES = 1 << 20;

  /** Values are added to a page in runs of no more. */
  private static final int MOST_PAGE_BYTES = 512 << 20;

  private static final int MOST_BLOOM_FILTER_BYTES = 128 << 20;

  List<LeafColumn> columns() {
    List<LeafColumn> columns = new ArrayList<>();
    plan.leaves().forEach(leaf -> columns.add(column(columns.size(), leaf)));
    List<String> paths = columns.stream().map(LeafColumn::dotted).toList();
    requireColumns(paths);
    Set<String> missing = new TreeSet<>(options.duplicateEncodings().keySet());
    paths.forEach(missing::remove);
    for (String path : missing) {
      throw new InvalidRequestException(path, "no such column", "one, to be encoded in ALP");
    }
    return columns;
  }

  private LeafColumn column(int ordinal, Leaf leaf) {
    Node node = leaf.writer().node;
    SchemaElement element = leaf.element();
    PhysicalType type = element.type();
    int length = element.typeLength() == null ? 0 : element.typeLength();
    ColumnDomain domain =
        ColumnDomain.of(type, length, element.logicalType(), element.convertedType());
    return new LeafColumn(
        ordinal,
        node.path(),
        type,
        length,
        domain,
        node.repetition(),
        node.definition(),
        settings(node.dotted(), leaf.usual(), type, domain));
  }

  private ColumnSettings settings(
      String path, ColumnOptions usual, PhysicalType type, ColumnDomain domain) {
    boolean second = options.duplicateEncodings().containsKey(path);
    if (second && type != PhysicalType.FLOAT && type != PhysicalType.DOUBLE) {
      throw new UnsupportedColumnException(
          path, "a column of " + type, "one of FLOAT or DOUBLE, to be encoded in ALP");
    }
    ColumnOptions column = options.column(path, usual);
    ParquetEncoding encoding =
        column.encoding() == null
            ? ChunkEncoder.usual(type, options.dataPageV2())
            : column.encoding();
    if (!ChunkEncoder.encodes(type, encoding)) {
      throw new UnsupportedColumnException(
          path, "encoding " + encoding, "one that values of type " + type + " are written in");
    }
    boolean isBoolean = type == PhysicalType.BOOLEAN;
    boolean statistics = column.statistics().hasCounts();
    return new ColumnSettings(
        new Compression(column.codec(), column.compressionLevel()),
        Math.min(options.pageBytes(), MOST_PAGE_BYTES),
        options.pageRows(),
        options.pageCuts(),
        options.dataPageV2(),
        options.pageChecksums(),
        statistics,
        new ChunkEncoder.Settings(
            encoding,
            column.dictionary() && !isBoolean ? column.dictionaryBytes() : 0,
            column.statistics().boundLength(),
            statistics && domain.mayHaveNaN(),
            column.bloomFilter() && !isBoolean ? bloomFilter(column) : null),
        second);
  }

  private static BloomFilterBuilder.Size bloomFilter(ColumnOptions column) {
    Long distinct = column.bloomFilterNdv();
    return distinct == null
        ? new BloomFilterBuilder.Size(0, column.bloomFilterFpp(), BLOOM_FILTER_BYTES)
        : new BloomFilterBuilder.Size(distinct, column.bloomFilterFpp(), MOST_BLOOM_FILTER_BYTES);
  }

  /** Refuses options of columns that are not there, but below a Variant, whose columns vary. */
  private void requireColumns(List<String> columns) {
    for (String path : options.columns().keySet()) {
      boolean isColumn =
          columns.stream().anyMatch(column -> column.equals(path) || column.startsWith(path + "."));
      if (!isColumn && plan.variants().stream().noneMatch(group -> path.startsWith(group + "."))) {
        throw new InvalidRequestException(path, "no such column", "one of the file, or a group");
      }
    }
  }
}
