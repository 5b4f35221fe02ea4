// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.cli.shared.FileArgument;
import io.arrowparquet.cli.shared.Jobs;
import io.arrowparquet.cli.shared.ManyFiles;
import io.arrowparquet.cli.shared.ParquetFiles;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterVerifier;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code footer verify}. */
@Command(
    name = "verify",
    description =
        "Check checksums and structure of footers, and that the FlatBuffers footer says what the"
            + " Thrift footer says.",
    mixinStandardHelpOptions = true)
final class FooterVerifyCommand implements Callable<Integer> {
  @Mixin private ParquetFiles files;

  @Mixin private Jobs jobs;

  @Spec private CommandSpec spec;

  private FooterVerifyCommand() {}

  @Override
  public Integer call() throws Exception {
    return ManyFiles.of(spec, jobs)
        .run(files.arguments(), "verified", file -> file + ": " + describe(verify(file)));
  }

  private static ParquetFooter verify(FileArgument file) throws IOException {
    try (ByteSource source = file.open()) {
      return FooterVerifier.defaults().verify(source);
    }
  }

  private static String describe(ParquetFooter footer) {
    String layout =
        footer.layout() == FooterLayout.THRIFT
            ? "in order; Thrift footer only"
            : "in order; FlatBuffers footer (" + footer.layout().label() + ")";
    StringBuilder text = new StringBuilder(layout);
    footer.diagnostics().forEach(passedOver -> text.append("; ").append(passedOver));
    return text.toString();
  }
}
