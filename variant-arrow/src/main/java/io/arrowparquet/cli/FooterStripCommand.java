// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.cli.shared.FileArgument;
import io.arrowparquet.cli.shared.ManyFiles;
import io.arrowparquet.cli.shared.ParquetFiles;
import io.arrowparquet.cli.shared.RewriteOptions;
import io.arrowparquet.footer.file.FooterStripper;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code footer strip}. */
@Command(
    name = "strip",
    description = "Remove the FlatBuffers footer, which restores the original file byte for byte.",
    mixinStandardHelpOptions = true)
final class FooterStripCommand implements Callable<Integer> {
  @Mixin private ParquetFiles files;

  @Mixin private RewriteOptions rewrite;

  @Spec private CommandSpec spec;

  private FooterStripCommand() {}

  @Override
  public Integer call() throws Exception {
    List<FileArgument> inputs = files.arguments();
    rewrite.check(spec, inputs);
    FooterStripper stripper =
        FooterStripper.defaults()
            .withOverwrite(rewrite.overwrite())
            .withKeptAttributes(rewrite.keepAttributes());
    return ManyFiles.of(spec, rewrite.jobs())
        .run(
            inputs,
            "stripped",
            file -> {
              if (rewrite.output() == null) {
                stripper.stripInPlace(file.path());
              } else if (rewrite.isLocal(file)) {
                stripper.strip(file.path(), rewrite.output().path());
              } else {
                try (ByteSource input = file.open();
                    ByteSink output = rewrite.output().open(rewrite.overwrite())) {
                  stripper.strip(input, output);
                }
              }
              return null;
            });
  }
}
