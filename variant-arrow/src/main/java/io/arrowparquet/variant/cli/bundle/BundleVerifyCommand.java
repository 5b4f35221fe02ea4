// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli.bundle;

import io.arrowparquet.footer.bundle.BundleEntry;
import io.arrowparquet.footer.bundle.BundleInput;
import io.arrowparquet.footer.bundle.BundleTrust;
import io.arrowparquet.footer.bundle.FooterBundle;
import io.arrowparquet.variant.cli.shared.ExitCode;
import io.arrowparquet.variant.cli.shared.FailureReport;
import io.arrowparquet.variant.cli.shared.FileArgument;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bundle verify}. */
public @Command(
    name = "verify",
    description =
        "Check all of a bundle, and that its files are there with the footers that the bundle has.",
    mixinStandardHelpOptions = true) final class BundleVerifyCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "BUNDLE",
      converter = FileArgument.Converter.class,
      description = "A footer bundle: a path or a URI.")
  private FileArgument bundle;

  @Spec private CommandSpec spec;

  private BundleVerifyCommand() {}

  @Override
  public Integer call() throws Exception {
    try (FooterBundle open = FooterBundle.open(BundleFiles.store(bundle))) {
      open.verify();
      long files = 0;
      long stale = 0;
      for (BundleEntry entry : open.files()) {
        files++;
        String problem = problem(entry);
        if (problem != null) {
          stale++;
          FailureReport.warn(entry.file().path() + ": " + problem, spec);
        }
      }
      spec.commandLine()
          .getOut()
          .printf("%s: in order; %d files, %d of them changed%n", bundle, files, stale);
      return stale == 0 ? ExitCode.DONE : ExitCode.INPUT;
    }
  }

  /** What is not as the bundle says; null if all is. */
  private String problem(BundleEntry entry) {
    try {
      BundleInput now = BundleFiles.folder(bundle).now(entry.file());
      return BundleTrust.FOOTER.isCurrent(entry.file(), now)
          ? null
          : "its footer is not the one in the bundle";
    } catch (IOException e) {
      return "cannot be read: " + e;
    }
  }
}
