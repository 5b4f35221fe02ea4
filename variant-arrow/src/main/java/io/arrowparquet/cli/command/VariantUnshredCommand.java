// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import io.arrowparquet.cli.shared.ExitCode;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code variant unshred}. */
public @Command(
    name = "unshred",
    description = "Copy a file with a Variant column unshredded: metadata and value only.",
    mixinStandardHelpOptions = true) final class VariantUnshredCommand
    implements Callable<Integer> {
  @Mixin private VariantRewrite rewrite;

  @Spec private CommandSpec spec;

  private VariantUnshredCommand() {}

  @Override
  public Integer call() throws Exception {
    rewrite.write(
        ParquetWriteOptions.builder().unshredded(rewrite.input().column()),
        spec.commandLine().getErr());
    return ExitCode.DONE;
  }
}
