// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.cli.shared.ExitCode;
import io.arrowparquet.cli.shared.FileArgument;
import io.arrowparquet.cli.shared.OutputArgument;
import io.arrowparquet.cli.shared.ParquetFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bundle create}. */
public @Command(
    name = "create",
    description = "Write the footers of Parquet files into one bundle.",
    mixinStandardHelpOptions = true) final class BundleCreateCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      converter = FileArgument.NameConverter.class,
      description = ParquetFiles.DESCRIPTION)
  private List<String> files;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "BUNDLE",
      required = true,
      converter = FileArgument.Converter.class,
      description = "The bundle, a path or an s3: URI; paths in it are relative to its directory.")
  private FileArgument output;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "table",
      description =
          "table: read by part, changed by append, read by scan. normal, share or streaming: one"
              + " footer after another, for programs; bundle inspect and verify read them too"
              + " (default: ${DEFAULT-VALUE}).")
  private String mode;

  @Option(
      names = "--context",
      paramLabel = "FILE",
      description =
          "With --mode share: the schemas of earlier bundles; new ones are added before the bundle is"
              + " published.")
  private Path context;

  @Option(names = "--overwrite", description = "Replace the bundle if it exists.")
  private boolean overwrite;

  @Mixin private InputReading reading;

  @Spec private CommandSpec spec;

  private BundleCreateCommand() {}

  @Override
  public Integer call() throws Exception {
    reading.check();
    String form = mode.toLowerCase(Locale.ROOT);
    if ((context != null) != form.equals("share")) {
      throw new ParameterException(
          spec.commandLine(), "--mode share and --context FILE go together");
    }
    OutputArgument bundle = OutputArgument.of(output);
    bundle.check(overwrite);
    List<BundleInput> inputs = reading.inputs(output, files);
    int before = reading.skipped();
    switch (form) {
      case "table" ->
          new BundleWriter(BundleFiles.store(output), reading.options()).create(inputs, overwrite);
      case "normal", "share", "streaming" ->
          StreamCreation.create(bundle, overwrite, form, context, inputs, reading);
      default ->
          throw new ParameterException(
              spec.commandLine(),
              "--mode must be table, normal, share or streaming, not '" + mode + "'");
    }
    reading.progress().end();
    int footers = inputs.size() - (reading.skipped() - before);
    spec.commandLine()
        .getErr()
        .printf("%d footers, %d bytes%s%n", footers, bundle.length(), reading.skippedText());
    return ExitCode.DONE;
  }
}
