// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.shared;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How many threads a command uses. */
public final class Jobs {
  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of files to process at once (default: ${DEFAULT-VALUE}).")
  private int count;

  private Jobs() {}

  /** The number; comes before anything is read or written, as it may be wrong usage. */
  public int count(CommandSpec spec) {
    if (count < 1) {
      throw new ParameterException(spec.commandLine(), "--jobs must be at least 1, not " + count);
    }
    return count;
  }
}
