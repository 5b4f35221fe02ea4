// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli.shared;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where a rewritten file goes: one output, or in place of each input. */
public final class RewriteOptions {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to this file; only with one input.")
  private Path output;

  @Option(names = "--in-place", description = "Replace each input, in one step.")
  private boolean inPlace;

  @Option(names = "--overwrite", description = "Replace the output if it exists.")
  private boolean overwrite;

  @Option(
      names = "--keep-attributes",
      description = "Give the new file the permissions and times of the old one.")
  private boolean keepAttributes;

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of files to process at once (default: ${DEFAULT-VALUE}).")
  private int jobs;

  private RewriteOptions() {}

  /**
   * Checks that the options fit together.
   *
   * @throws ParameterException if they do not
   */
  public void check(CommandSpec spec, List<Path> inputs) {
    if ((output == null) != inPlace) {
      throw new ParameterException(spec.commandLine(), "give either --output FILE or --in-place");
    }
    if (output != null && inputs.size() != 1) {
      throw new ParameterException(
          spec.commandLine(), "--output takes one input, not " + inputs.size());
    }
  }

  /** The output file, or null where the input is replaced. */
  public Path output() {
    return output;
  }

  public boolean overwrite() {
    return overwrite;
  }

  public boolean keepAttributes() {
    return keepAttributes;
  }

  public int jobs() {
    return jobs;
  }
}
