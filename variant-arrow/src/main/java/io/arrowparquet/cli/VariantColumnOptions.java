// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.cli.shared.FileArgument;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A file and one of its Variant columns: what every {@code variant} command takes. */
final class VariantColumnOptions {
  @Parameters(
      paramLabel = "FILE",
      converter = FileArgument.Converter.class,
      description = "A Parquet file: a path or a URI.")
  private FileArgument file;

  @Option(
      names = "--column",
      paramLabel = "NAME",
      required = true,
      description = "The Variant column, by dotted path.")
  private String column;

  private VariantColumnOptions() {}

  FileArgument file() {
    return file;
  }

  String column() {
    return column;
  }
}
