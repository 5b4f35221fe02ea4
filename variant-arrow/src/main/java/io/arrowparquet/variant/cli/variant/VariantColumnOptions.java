// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli.variant;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A file and one of its Variant columns: what every {@code variant} command takes. */
final class VariantColumnOptions {
  @Parameters(paramLabel = "FILE", description = "A Parquet file.")
  private Path file;

  @Option(
      names = "--column",
      paramLabel = "NAME",
      required = true,
      description = "The Variant column, by dotted path.")
  private String column;

  private VariantColumnOptions() {}

  Path file() {
    return file;
  }

  String column() {
    return column;
  }
}
