// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.cli.shared.ConversionOption;
import io.arrowparquet.cli.shared.ExitCode;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code variant get}. */
@Command(
    name = "get",
    description =
        "Print the value at a path of a Variant column as JSON, one per line; null if absent.",
    mixinStandardHelpOptions = true)
final class VariantGetCommand implements Callable<Integer> {
  @Mixin private VariantColumnOptions input;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      required = true,
      description = "Where in the Variants: $.a[0].b")
  private String path;

  @Option(
      names = "--as",
      paramLabel = "TYPE",
      description = "Convert to this type first, as --convert says.")
  private String type;

  @Mixin private ConversionOption conversion;

  @Spec private CommandSpec spec;

  private VariantGetCommand() {}

  @Override
  public Integer call() throws Exception {
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of())
            .withVariantPaths(List.of(projection()));
    try (BufferAllocator allocator = new RootAllocator();
        ByteSource bytes = input.file().open();
        ParquetArrowReader reader = ParquetArrowReader.open(bytes, options, allocator)) {
      JsonLines rows = new JsonLines(spec.commandLine().getOut(), allocator);
      print(reader, rows);
    }
    return ExitCode.DONE;
  }

  private void print(ParquetArrowReader reader, JsonLines rows) throws IOException {
    VectorSchemaRoot batch = reader.getVectorSchemaRoot();
    long first = 0;
    try {
      while (reader.loadNextBatch()) {
        rows.printValues(batch.getVector(0), batch.getRowCount());
        first += batch.getRowCount();
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw RowErrors.in(input.file() + ": " + input.column(), first, e);
    }
  }

  /** What is wrong with the path or the type is wrong usage, not bad input. */
  private VariantProjection projection() {
    try {
      VariantPath where = VariantPath.parse(path);
      if (type == null) {
        return VariantProjection.ofVariant(input.column(), where, path);
      }
      Field target = ArrowTypeText.parse(path, type);
      return new VariantProjection(input.column(), where, target, conversion.mode());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
