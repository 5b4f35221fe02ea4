// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli.bundle;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.bundle.BundleEntry;
import io.arrowparquet.footer.bundle.BundleFolder;
import io.arrowparquet.footer.bundle.BundleInput;
import io.arrowparquet.footer.bundle.BundleTrust;
import io.arrowparquet.footer.bundle.BundledFooters;
import io.arrowparquet.footer.bundle.FooterBundle;
import io.arrowparquet.footer.bundle.FooterDifference;
import io.arrowparquet.footer.io.RawFooter;
import io.arrowparquet.variant.cli.shared.ExitCode;
import io.arrowparquet.variant.cli.shared.FailureReport;
import io.arrowparquet.variant.cli.shared.FileArgument;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bundle verify}. */
public @Command(
    name = "verify",
    description =
        "Check all of a bundle, and compare it field by field with the footers of its files.",
    mixinStandardHelpOptions = true) final class BundleVerifyCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "BUNDLE",
      converter = FileArgument.Converter.class,
      description = "A footer bundle: a path or a URI.")
  private FileArgument bundle;

  @Mixin private BundleFiles named;

  @Spec private CommandSpec spec;

  private BundleVerifyCommand() {}

  @Override
  public Integer call() throws Exception {
    try (FooterBundle open = FooterBundle.open(BundleFiles.store(bundle))) {
      open.verify();
      long files = 0;
      long stale = 0;
      BundleFolder folder = named.allowed(bundle);
      BundledFooters footers = open.footers(null);
      for (BundleEntry entry : open.files()) {
        files++;
        String problem = problem(folder, entry, footers.thrift(entry));
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

  /** What is not as the bundle says, field by field; null if all is. */
  private static String problem(BundleFolder folder, BundleEntry entry, byte[] bundled) {
    try {
      BundleInput now = folder.now(entry.file());
      try (ByteSource source = now.opener().open()) {
        RawFooter found = RawFooter.read(source);
        FooterDifference difference = FooterDifference.first(bundled, found.struct());
        if (difference != null) {
          return difference.toString();
        }
        boolean isSame =
            found.fileLength() == entry.file().length()
                && found.length() == entry.file().footerLength()
                && found.crc32() == entry.file().footerCrc32();
        if (!isSame) {
          return "its footer is not the one in the bundle, with equal fields";
        }
        return BundleTrust.STAT.isCurrent(entry.file(), now)
            ? null
            : "its footer is the one in the bundle, and its time or ETag is not, so that each scan"
                + " reads it anew; bundle append brings the bundle up to date";
      }
    } catch (IOException | CorruptFooterException e) {
      return "cannot be read: " + e;
    }
  }
}
