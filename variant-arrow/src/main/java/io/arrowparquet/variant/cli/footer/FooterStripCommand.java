// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli.footer;

import io.arrowparquet.footer.io.FooterStripper;
import io.arrowparquet.variant.cli.shared.ManyFiles;
import io.arrowparquet.variant.cli.shared.ParquetFiles;
import io.arrowparquet.variant.cli.shared.RewriteOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code footer strip}. */
public @Command(
    name = "strip",
    description = "Remove the FlatBuffers footer, which restores the original file byte for byte.",
    mixinStandardHelpOptions = true) final class FooterStripCommand implements Callable<Integer> {
  @Mixin private ParquetFiles files;

  @Mixin private RewriteOptions rewrite;

  @Spec private CommandSpec spec;

  private FooterStripCommand() {}

  @Override
  public Integer call() throws Exception {
    List<Path> inputs = files.expand();
    rewrite.check(spec, inputs);
    FooterStripper stripper =
        FooterStripper.create()
            .withOverwrite(rewrite.overwrite())
            .withKeptAttributes(rewrite.keepAttributes());
    return ManyFiles.of(spec, rewrite.jobs())
        .run(
            inputs,
            "stripped",
            file -> {
              if (rewrite.output() == null) {
                stripper.stripInPlace(file);
              } else {
                stripper.strip(file, rewrite.output());
              }
              return null;
            });
  }
}
