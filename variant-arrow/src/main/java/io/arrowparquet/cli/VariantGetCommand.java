// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "get",
    description =
        "Print the value at a path of a Variant column as JSON, one per line; null if absent.")
final class VariantGetCommand extends CliCommand {
  @Mixin private VariantColumn input;

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

  @Mixin private ScanCommand.ConversionOption conversion;

  @Override
  public Integer call() throws Exception {
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of())
            .withVariantPaths(List.of(projection()));
    input.forEachBatch(
        options,
        (batch, allocator) -> {
          new JsonLines(out(), allocator).printValues(batch.getVector(0), batch.getRowCount());
          return true;
        });
    return DONE;
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
      throw wrong(e.getMessage(), e);
    }
  }
}
