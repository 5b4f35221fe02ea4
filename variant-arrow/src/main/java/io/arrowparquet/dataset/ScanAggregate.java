// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.dataset.ParquetScanPlan.PlannedRowGroup;
import io.arrowparquet.dataset.ScanPlanning.Part;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Counted;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.filter.Literals;
import io.arrowparquet.parquet.internal.prune.StatisticsSource;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/**
 * What footers know of the rows of a scan; made by {@link ParquetScanPlan#aggregate}. What is there
 * is exact.
 *
 * <p>Immutable, but for arrays of bytes among the bounds.
 *
 * @param rows how many; null if that is not known
 * @param columns by path, those that were asked for
 */
public record ScanAggregate(@Nullable Long rows, Map<String, ColumnAggregate> columns) {
  /**
   * Of one column.
   *
   * @param values rows with a value; null if that is not known
   * @param min the least value, of a class as {@link
   *     io.arrowparquet.parquet.options.RowFilter.ColumnBounds#min} has it; null if it is not
   *     known, or if there are no values
   * @param max the greatest value, likewise
   */
  public record ColumnAggregate(@Nullable Long values, @Nullable Object min, @Nullable Object max) {
    private static final ColumnAggregate UNKNOWN = new ColumnAggregate(null, null, null);
  }

  /** {@code rows}: all that the plan's row groups have, if no row is left out. */
  static ScanAggregate of(
      @Nullable Long rows, boolean areWhole, List<Part> parts, List<String> paths)
      throws IOException {
    Map<String, ColumnAggregate> columns = new LinkedHashMap<>();
    for (String path : paths) {
      columns.put(path, areWhole ? column(parts, path) : ColumnAggregate.UNKNOWN);
    }
    return new ScanAggregate(rows, columns);
  }

  private static ColumnAggregate column(List<Part> parts, String path) throws IOException {
    Counted all =
        new Counted(
            new TrustedStatistics.Range(0, null, null, false, false, true), 0L, 0L, null, null);
    ArrowType type = null;
    PhysicalType physical = null;
    for (Part part : parts) {
      FlatFooter footer = part.file().footer().get().footer();
      int column = footer.findColumn(path);
      if (column < 0 || !footer.hasChunks(column) || footer.maxRepetitionLevel(column) > 0) {
        return ColumnAggregate.UNKNOWN;
      }
      type = leaf(ArrowSchema.nodes(footer, List.of(path)), column);
      physical = footer.schemaElement(footer.columnElement(column)).type();
      TrustedStatistics statistics = new StatisticsSource(footer).column(column, type);
      for (PlannedRowGroup rowGroup : part.rowGroups()) {
        if (rowGroup.possible().count() != footer.rowGroup(rowGroup.number()).numRows()) {
          return ColumnAggregate.UNKNOWN;
        }
        all = all.and(statistics.countsOfChunk(rowGroup.number()));
      }
    }
    boolean isKnown = all.entries() != null && all.nulls() != null;
    // No writer has shorter bounds for what is as long as a number.
    boolean isNumber = physical == PhysicalType.INT32 || physical == PhysicalType.INT64;
    boolean isBounded = all.range().min() != null && !all.range().unbounded();
    return new ColumnAggregate(
        isKnown ? (Long) (all.entries() - all.nulls()) : null,
        isBounded && isExact(all.exactMin(), isNumber)
            ? Literals.of(type, all.range().min())
            : null,
        isBounded && isExact(all.exactMax(), isNumber)
            ? Literals.of(type, all.range().max())
            : null);
  }

  private static boolean isExact(@Nullable Boolean claim, boolean isNumber) {
    return claim == null ? isNumber : claim;
  }

  private static @Nullable ArrowType leaf(List<ArrowSchemaNode> nodes, int column) {
    for (ArrowSchemaNode node : nodes) {
      ArrowType found =
          node.column() == column ? node.field().getType() : leaf(node.children(), column);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
