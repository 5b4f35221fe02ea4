// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.PlainText;
import io.arrowparquet.cli.rows.TableInput.Table;
import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFragment;
import io.arrowparquet.dataset.ParquetScanPlan;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Facts of files read as one table. */
public abstract class TableFactsCommand extends CliCommand {
  @Mixin TableInput input;

  @Override
  public Integer call() throws Exception {
    Table table = input.open(Long.MAX_VALUE, false, inputs -> {});
    if (table == null) {
      return INPUT;
    }
    print(table);
    return DONE;
  }

  abstract void print(Table table) throws Exception;

  @Command(
      name = "count",
      description = "Print how many rows there are; from footers alone where they say it.")
  public static final class Count extends TableFactsCommand {
    @Override
    void print(Table table) throws Exception {
      if (input.isAll() && table.files().files().size() == 1) {
        // Arrow's schemas, which the plan of several files has, load Jackson.
        out().println(table.files().fragments().stream().mapToLong(ParquetFragment::rows).sum());
        return;
      }
      Long known = ParquetScanPlan.of(table.files(), table.options()).aggregate(List.of()).rows();
      out().println(known != null ? known : counted(table));
    }

    private static long counted(Table table) throws Exception {
      ParquetReadOptions none = table.options().withColumns(List.of()).withVariantPaths(List.of());
      long count = 0;
      try (BufferAllocator allocator = new RootAllocator();
          FileSetReader reader = table.files().read(none, allocator)) {
        while (reader.loadNextBatch()) {
          count += reader.getVectorSchemaRoot().getRowCount();
        }
      }
      return count;
    }
  }

  @Command(
      name = "schema",
      description = "Print the columns and their types, as --columns and --where take them.")
  public static final class Columns extends TableFactsCommand {
    @Option(names = "--json", description = "Print Arrow's schema as JSON.")
    private boolean json;

    @Override
    void print(Table table) {
      List<Field> fields = table.inOrder(table.files().fields(table.options()));
      if (json) {
        Schema schema = table.files().schema(table.options());
        out().println(new Schema(fields, schema.getCustomMetadata()).toJson());
        return;
      }
      for (Field field : fields) {
        out().println(PlainText.line(field.getName() + ": " + ArrowTypeText.of(field)));
      }
    }
  }
}
