// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.dataset.ParquetScanPlan.PlannedRowGroup;
import io.arrowparquet.dataset.ScanPlanning.Part;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Counted;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.evolution.ArrowFields;
import io.arrowparquet.parquet.internal.evolution.Constant;
import io.arrowparquet.parquet.internal.evolution.Conversion;
import io.arrowparquet.parquet.internal.evolution.FilterFolding.FileOperand;
import io.arrowparquet.parquet.internal.evolution.TargetSchema;
import io.arrowparquet.parquet.internal.evolution.ValueType;
import io.arrowparquet.parquet.internal.filter.Literals;
import io.arrowparquet.parquet.internal.prune.StatisticsSource;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.RowColumn;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
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
      @Nullable Long rows,
      boolean areWhole,
      List<Part> parts,
      @Nullable TargetSchema target,
      List<String> paths)
      throws IOException {
    Map<String, ColumnAggregate> columns = new LinkedHashMap<>();
    for (String path : paths) {
      columns.put(path, areWhole ? column(parts, target, path) : ColumnAggregate.UNKNOWN);
    }
    return new ScanAggregate(rows, columns);
  }

  private static ColumnAggregate column(
      List<Part> parts, @Nullable TargetSchema target, String path) throws IOException {
    Counted all = Counted.NOTHING;
    ArrowType type = null;
    for (Part part : parts) {
      FileColumn column = FileColumn.of(part, target, path);
      if (column == null) {
        return ColumnAggregate.UNKNOWN;
      }
      type = column.type;
      for (PlannedRowGroup rowGroup : part.rowGroups()) {
        Counted counted = column.counts.apply(rowGroup);
        if (counted == null) {
          return ColumnAggregate.UNKNOWN;
        }
        all = all.and(counted);
      }
    }
    boolean isKnown = all.entries() != null && all.nulls() != null;
    boolean isBounded = all.range().min() != null && !all.range().unbounded();
    return new ColumnAggregate(
        isKnown ? (Long) (all.entries() - all.nulls()) : null,
        isBounded && all.exactMin() ? Literals.of(type, all.range().min()) : null,
        isBounded && all.exactMax() ? Literals.of(type, all.range().max()) : null);
  }

  /** Of rows that all have one value, or null. */
  private static Counted counted(long rows, @Nullable Object value) {
    boolean isNull = value == null;
    boolean isNaN = value instanceof Double number && number.isNaN();
    return new Counted(
        new TrustedStatistics.Range(rows, value, value, isNaN, isNull, isNull),
        rows,
        isNull ? rows : 0,
        isNaN ? rows : 0,
        true,
        true);
  }

  /**
   * A column as a file has it.
   *
   * @param type as it is read
   * @param counts of a row group; null where they are not those of its planned rows
   */
  private record FileColumn(
      @Nullable ArrowType type, Function<PlannedRowGroup, @Nullable Counted> counts) {

    /** Null where values are not the file's, as they are there or with a wider type. */
    static @Nullable FileColumn of(Part part, @Nullable TargetSchema target, String path)
        throws IOException {
      for (RowColumn column : part.options().rowColumns()) {
        if (column.field().getName().equals(path)) {
          ArrowType type = column.field().getType();
          Object value = column.value();
          return column.kind() == RowColumn.Kind.CONSTANT
              ? constant(type, value == null ? null : Constant.of(type, value))
              : null;
        }
      }
      ParquetFooter footer = part.file().footer().get();
      Field read = target == null ? null : ArrowFields.find(target.schema().getFields(), path);
      if (read == null) {
        return inFile(footer.footer(), path, null);
      }
      FileOperand found = target.inFile(footer, part.options(), path);
      if (found instanceof FileOperand.InFile in) {
        return in.operand() instanceof Operand.Column column
            ? inFile(footer.footer(), column.path(), read.getType())
            : null;
      }
      return found instanceof FileOperand.DefaultInFile of
          ? (of.group() == null ? constant(read.getType(), of.value()) : null)
          : constant(read.getType(), null);
    }

    private static FileColumn constant(ArrowType type, @Nullable Constant constant) {
      Object value = constant == null ? null : constant.value();
      return new FileColumn(type, rowGroup -> counted(rowGroup.possible().count(), value));
    }

    private static @Nullable FileColumn inFile(
        FlatFooter footer, String path, @Nullable ArrowType read) {
      int column = footer.findColumn(path);
      if (column < 0 || !footer.hasChunks(column) || footer.maxRepetitionLevel(column) > 0) {
        return null;
      }
      ArrowType own =
          ArrowSchemaNode.leaves(ArrowSchema.nodes(footer, List.of(path)))
              .filter(leaf -> leaf.column() == column)
              .map(leaf -> leaf.field().getType())
              .findFirst()
              .orElseThrow();
      if (read != null && !hasSameBounds(ValueType.of(own), ValueType.of(read))) {
        return null;
      }
      PhysicalType physical = footer.schemaElement(footer.columnElement(column)).type();
      // No writer has shorter bounds for what is as long as a number.
      boolean isNumber =
          physical == PhysicalType.INT32
              || physical == PhysicalType.INT64
              || (physical == PhysicalType.FIXED_LEN_BYTE_ARRAY
                  && own instanceof ArrowType.Decimal);
      TrustedStatistics statistics = new StatisticsSource(footer).column(column, own);
      return new FileColumn(
          read == null ? own : read,
          rowGroup -> {
            int number = rowGroup.number();
            Counted all = statistics.countsOfChunk(number);
            return rowGroup.possible().count() != footer.rowGroup(number).numRows()
                ? null
                : new Counted(
                    all.range(),
                    all.entries(),
                    all.nulls(),
                    all.nans(),
                    Objects.requireNonNullElse(all.exactMin(), isNumber),
                    Objects.requireNonNullElse(all.exactMax(), isNumber));
          });
    }

    private static boolean hasSameBounds(ValueType file, ValueType read) {
      Conversion conversion = Conversion.between(file, read);
      return conversion == Conversion.KEEP || conversion == Conversion.WIDEN;
    }
  }
}
