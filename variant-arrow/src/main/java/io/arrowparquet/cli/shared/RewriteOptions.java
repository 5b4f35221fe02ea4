// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.shared;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where a rewritten file goes: one output, or in place of each input. */
public final class RewriteOptions {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      converter = OutputArgument.Converter.class,
      description = "Write to this file, a path or an s3: URI; only with one input.")
  private OutputArgument output;

  @Option(names = "--in-place", description = "Replace each input, in one step; local files only.")
  private boolean inPlace;

  @Option(names = "--overwrite", description = "Replace the output if it exists.")
  private boolean overwrite;

  @Option(
      names = "--keep-attributes",
      description = "Give the new file the permissions and times of the old one; local files only.")
  private boolean keepAttributes;

  @Mixin private Jobs jobs;

  private RewriteOptions() {}

  /**
   * Checks that the options fit together.
   *
   * @throws ParameterException if they do not
   */
  public void check(CommandSpec spec, List<FileArgument> inputs) {
    if ((output == null) != inPlace) {
      throw new ParameterException(spec.commandLine(), "give either --output FILE or --in-place");
    }
    if (output != null && inputs.size() != 1) {
      throw new ParameterException(
          spec.commandLine(), "--output takes one input, not " + inputs.size());
    }
    for (FileArgument input : inputs) {
      requireLocal(spec, input.path(), input);
    }
    if (output != null) {
      requireLocal(spec, output.path(), output);
    }
  }

  private void requireLocal(CommandSpec spec, Path path, Object file) {
    if (path == null && inPlace) {
      throw new ParameterException(
          spec.commandLine(),
          "--in-place is for local files; give --output with a path or an s3: URI to copy " + file);
    }
    if (path == null && keepAttributes) {
      throw new ParameterException(
          spec.commandLine(),
          "--keep-attributes is for local files; " + file + " has no such permissions and times");
    }
  }

  /** The output file, or null where the input is replaced. */
  public OutputArgument output() {
    return output;
  }

  /** Whether input and output are both local files. */
  public boolean isLocal(FileArgument input) {
    return input.path() != null && (output == null || output.path() != null);
  }

  public boolean overwrite() {
    return overwrite;
  }

  public boolean keepAttributes() {
    return keepAttributes;
  }

  public Jobs jobs() {
    return jobs;
  }
}
