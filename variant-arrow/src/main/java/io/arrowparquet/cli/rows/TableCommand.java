// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.FailureReport;
import io.arrowparquet.cli.command.PlainText;
import io.arrowparquet.cli.command.Progress;
import io.arrowparquet.cli.rows.TableInput.Table;
import io.arrowparquet.dataset.FileDiagnostic;
import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFragment;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.options.FilterDiagnostic;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import picocli.CommandLine.Mixin;

/** Reads files as one table and writes rows of it. */
public abstract class TableCommand extends CliCommand {
  @Mixin TableInput input;

  @Mixin RowOutput output;

  final Table open(long limit) throws Exception {
    return input.open(limit, output.isFile(), output::requireOtherThan);
  }

  final ReadStatistics scan(Table table, long limit) throws Exception {
    return scan(List.of(table), limit);
  }

  /**
   * Writes the rows of tables of the same columns, one after another.
   *
   * @return what was read for it, footers included
   */
  final ReadStatistics scan(List<Table> tables, long limit) throws Exception {
    ReadStatistics read = ReadStatistics.NOTHING;
    RowOutput.Rows rows = null;
    try (BufferAllocator allocator = new RootAllocator()) {
      try {
        for (Table table : tables) {
          try (FileSetReader reader =
              table.files().read(limited(table.options(), limit), allocator)) {
            if (rows == null) {
              rows = output.open(ordered(table, reader).getSchema(), allocator);
            }
            copy(table, reader, limit, rows);
            reader
                .diagnostics()
                .forEach(found -> FailureReport.warn(found + "; read without it", spec));
            warnOfFilter(reader);
            read = read.plus(table.files().statistics()).plus(reader.statistics());
          }
        }
        if (rows != null) {
          rows.finish();
        }
      } finally {
        if (rows != null) {
          rows.close();
        }
      }
    }
    return read;
  }

  /** For few rows, no more of their row group than the smallest pieces have. */
  private static ParquetReadOptions limited(ParquetReadOptions options, long limit) {
    return limit >= options.batchSize()
        ? options
        : options.withBatchSize((int) Math.max(1, limit)).withFetchBytes(1).withPrefetch(false);
  }

  /** The batch, or before there is any its schema, with columns as the command names them. */
  private static VectorSchemaRoot ordered(Table table, FileSetReader reader) throws IOException {
    VectorSchemaRoot batch = reader.getVectorSchemaRoot();
    List<Field> fields = table.inOrder(batch.getSchema().getFields());
    return new VectorSchemaRoot(
        new Schema(fields, batch.getSchema().getCustomMetadata()),
        fields.stream().map(batch::getVector).toList(),
        batch.getRowCount());
  }

  private void copy(Table table, FileSetReader reader, long limit, RowOutput.Rows rows)
      throws Exception {
    VectorSchemaRoot batch = reader.getVectorSchemaRoot();
    Set<String> empty = new TreeSet<>();
    for (VariantProjection path : table.options().variantPaths()) {
      // A cast of the whole value may give nulls alone.
      if (!path.path().steps().isEmpty()) {
        empty.add(path.target().getName());
      }
    }
    long all = table.files().fragments().stream().mapToLong(ParquetFragment::rows).sum();
    Progress progress = new Progress(err(), all, "row");
    long left = limit;
    long first = 0;
    try {
      while (left > 0 && reader.loadNextBatch()) {
        int count = (int) Math.min(left, batch.getRowCount());
        rows.write(ordered(table, reader), count);
        empty.removeIf(name -> hasValue(batch.getVector(name)));
        left -= count;
        first += batch.getRowCount();
        if (output.isFile()) {
          progress.done(reader.statistics().rowsDecoded());
        }
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw input.hasCondition() ? RowErrors.inSomeRow(e) : RowErrors.in(table.files(), first, e);
    }
    if (output.isFile()) {
      progress.end();
    }
    if (first > 0 && left > 0) {
      empty.forEach(name -> FailureReport.warn(name + ": no row has such a value", spec));
    }
  }

  private static boolean hasValue(FieldVector column) {
    return column.getNullCount() < column.getValueCount();
  }

  /** One line for a comparison that is never true, whatever the number of files. */
  private void warnOfFilter(FileSetReader reader) {
    Map<FilterDiagnostic, List<String>> files = new LinkedHashMap<>();
    for (FileDiagnostic<FilterDiagnostic> found : reader.filterDiagnostics()) {
      files.computeIfAbsent(found.diagnostic(), d -> new ArrayList<>()).add(found.source());
    }
    files.forEach(
        (diagnostic, sources) -> {
          String which = sources.get(0) + PlainText.more(sources.size() - 1);
          FailureReport.warn(which + ": " + diagnostic, spec);
        });
  }
}
