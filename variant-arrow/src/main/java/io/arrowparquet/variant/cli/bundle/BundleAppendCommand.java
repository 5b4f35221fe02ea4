// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli.bundle;

import io.arrowparquet.footer.bundle.BundleInput;
import io.arrowparquet.footer.bundle.BundleTrust;
import io.arrowparquet.footer.bundle.BundleWriter;
import io.arrowparquet.variant.cli.shared.ExitCode;
import io.arrowparquet.variant.cli.shared.FileArgument;
import io.arrowparquet.variant.cli.shared.ParquetFiles;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bundle append}. */
public @Command(
    name = "append",
    description = {
      "Add new and changed files to a bundle in table form, and remove those that are gone.",
      "Name all files that the bundle is to have."
    },
    mixinStandardHelpOptions = true) final class BundleAppendCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "BUNDLE",
      converter = FileArgument.Converter.class,
      description = "A footer bundle: a path or a URI.")
  private FileArgument bundle;

  @Parameters(
      index = "1..*",
      paramLabel = "FILE",
      arity = "1..*",
      converter = FileArgument.NameConverter.class,
      description = ParquetFiles.DESCRIPTION)
  private List<String> files;

  @Option(
      names = "--check-footers",
      description = "Find changed files by their footers' checksums, not by length and time.")
  private boolean checkFooters;

  @Mixin private InputReading reading;

  @Spec private CommandSpec spec;

  private BundleAppendCommand() {}

  @Override
  public Integer call() throws Exception {
    reading.check();
    List<BundleInput> inputs = reading.inputs(bundle, files);
    BundleWriter.Changes changes =
        new BundleWriter(BundleFiles.store(bundle), reading.options())
            .append(inputs, checkFooters ? BundleTrust.FOOTER : BundleTrust.STAT);
    reading.progress().end();
    spec.commandLine()
        .getErr()
        .printf(
            "%d added, %d changed, %d removed, %d unchanged%n",
            changes.added(), changes.changed(), changes.removed(), changes.unchanged());
    return ExitCode.DONE;
  }
}
