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
import io.arrowparquet.parquet.options.ColumnOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.StatisticsMode;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The columns of a file: from its schema and options. */
final class ColumnPlan {
  /** Of a Bloom filter of a number of values that is not known. */
  private static final int BLOOM_FILTER_BYTES = 1 << 20;

  /** Values are added to a page in runs of no more. */
  private static final int MOST_PAGE_BYTES = 512 << 20;

  private static final int MOST_BLOOM_FILTER_BYTES = 128 << 20;

  private final ParquetWriteOptions options;
  private final WritePlan plan;
  private final Set<String> withSecond = new HashSet<>();
  private final List<LeafColumn> columns = new ArrayList<>();
  private List<SchemaElement> schema;
  private int next;

  ColumnPlan(ParquetWriteOptions options, WritePlan plan) {
    this.options = options;
    this.plan = plan;
  }

  List<LeafColumn> columns(List<SchemaElement> ofFile) {
    schema = ofFile;
    addChildren(List.of());
    requireColumns();
    Set<String> missing = new TreeSet<>(options.duplicateEncodings().keySet());
    missing.removeAll(withSecond);
    for (String path : missing) {
      throw new InvalidRequestException(path, "no such column", "one, to be encoded in ALP");
    }
    return columns;
  }

  /** Adds what is below the next element, a group. */
  private void addChildren(List<String> path) {
    int children = schema.get(next++).numChildren();
    for (int i = 0; i < children; i++) {
      SchemaElement child = schema.get(next);
      List<String> ofChild = new ArrayList<>(path);
      ofChild.add(child.name());
      if (child.numChildren() != null) {
        addChildren(ofChild);
      } else {
        next++;
        columns.add(column(child, ofChild));
      }
    }
  }

  private LeafColumn column(SchemaElement element, List<String> path) {
    LeafNodeWriter writer = plan.leaves().get(columns.size());
    PhysicalType type = element.type();
    int length = element.typeLength() == null ? 0 : element.typeLength();
    ColumnDomain domain =
        ColumnDomain.of(type, length, element.logicalType(), element.convertedType());
    return new LeafColumn(
        columns.size(),
        List.copyOf(path),
        type,
        length,
        domain,
        writer.repetition(),
        writer.definition(),
        settings(String.join(".", path), type, domain));
  }

  private ColumnSettings settings(String path, PhysicalType type, ColumnDomain domain) {
    boolean second = options.duplicateEncodings().containsKey(path);
    if (second && type != PhysicalType.FLOAT && type != PhysicalType.DOUBLE) {
      throw new UnsupportedColumnException(
          path, "a column of " + type, "one of FLOAT or DOUBLE, to be encoded in ALP");
    }
    if (second) {
      withSecond.add(path);
    }
    ColumnOptions column = options.column(path, ofKind(path));
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

  private ColumnOptions ofKind(String path) {
    ColumnOptions none = ColumnOptions.defaults();
    if (plan.metadataPaths().contains(path)) {
      // Bounds of the metadata column cannot prune anything and would bloat the footer.
      return none.withStatistics(StatisticsMode.counts());
    }
    // Residual values seldom repeat: a dictionary would cost time and save nothing.
    return plan.valuePaths().contains(path) ? none.withDictionary(false) : none;
  }

  private static BloomFilterBuilder.Size bloomFilter(ColumnOptions column) {
    Long distinct = column.bloomFilterNdv();
    return distinct == null
        ? new BloomFilterBuilder.Size(0, column.bloomFilterFpp(), BLOOM_FILTER_BYTES)
        : new BloomFilterBuilder.Size(distinct, column.bloomFilterFpp(), MOST_BLOOM_FILTER_BYTES);
  }

  /** Refuses options of columns that are not there, but below a Variant, whose columns vary. */
  private void requireColumns() {
    for (String path : options.columns().keySet()) {
      boolean isColumn =
          columns.stream()
              .map(column -> String.join(".", column.path()))
              .anyMatch(column -> column.equals(path) || column.startsWith(path + "."));
      if (!isColumn && plan.variants().stream().noneMatch(group -> path.startsWith(group + "."))) {
        throw new InvalidRequestException(path, "no such column", "one of the file, or a group");
      }
    }
  }
}
