// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.shared;

import io.arrowparquet.variant.kernel.ConversionMode;
import picocli.CommandLine.Option;

/** How values of Variant columns become the types that are asked for. */
public final class ConversionOption {
  @Option(
      names = "--convert",
      paramLabel = "try_cast|cast|safe|strict",
      defaultValue = "try_cast",
      description =
          "How values become the type asked for: cast as in SQL (try_cast, cast) or only if nothing"
              + " is lost (safe, strict). A value that does not is null with try_cast and safe, and an"
              + " error with cast and strict (default: ${DEFAULT-VALUE}).")
  private ConversionMode mode;

  private ConversionOption() {}

  /** The mode chosen. */
  public ConversionMode mode() {
    return mode;
  }
}
