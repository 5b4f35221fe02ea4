// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.cli.shared.ExitCode;
import io.arrowparquet.cli.shared.FileArgument;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bundle compact}. */
public @Command(
    name = "compact",
    description = "Put the segments of a bundle into one, without removed and replaced entries.",
    mixinStandardHelpOptions = true) final class BundleCompactCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "BUNDLE",
      converter = FileArgument.Converter.class,
      description = "A footer bundle: a path or a URI.")
  private FileArgument bundle;

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of threads (default: ${DEFAULT-VALUE}).")
  private int jobs;

  @Spec private CommandSpec spec;

  private BundleCompactCommand() {}

  @Override
  public Integer call() throws Exception {
    if (jobs < 1) {
      throw new ParameterException(spec.commandLine(), "--jobs must be at least 1, not " + jobs);
    }
    int segments =
        new BundleWriter(BundleFiles.store(bundle), BundleOptions.defaults().withJobs(jobs))
            .compact();
    spec.commandLine()
        .getErr()
        .println(segments == 1 ? "one segment already" : segments + " segments put into one");
    return ExitCode.DONE;
  }
}
