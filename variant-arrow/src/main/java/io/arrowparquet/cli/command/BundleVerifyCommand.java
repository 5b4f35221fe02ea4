// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundledFooters;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.FooterDifference;
import io.arrowparquet.bundle.schema.BundledFile;
import io.arrowparquet.bundle.stream.BundledFooter;
import io.arrowparquet.bundle.stream.StreamBundleReader;
import io.arrowparquet.cli.shared.ExitCode;
import io.arrowparquet.cli.shared.FailureReport;
import io.arrowparquet.cli.shared.FileArgument;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.RawFooter;
import io.arrowparquet.storage.ByteSource;
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
  @Mixin private StreamInput stream;

  @Spec private CommandSpec spec;

  private long files;
  private long stale;

  private BundleVerifyCommand() {}

  @Override
  public Integer call() throws Exception {
    BundleFolder folder = named.allowed(bundle);
    if (!stream.read(bundle, (footers, bytes) -> compare(folder, footers))) {
      try (FooterBundle open = FooterBundle.open(BundleFiles.store(bundle))) {
        open.verify();
        BundledFooters footers = open.footers(null);
        for (BundleEntry entry : open.files()) {
          compare(folder, entry.file(), footers.thrift(entry));
        }
      }
    }
    spec.commandLine()
        .getOut()
        .printf("%s: in order; %d files, %d of them changed%n", bundle, files, stale);
    return stale == 0 ? ExitCode.DONE : ExitCode.INPUT;
  }

  private void compare(BundleFolder folder, StreamBundleReader footers) throws IOException {
    for (BundledFooter next = footers.next(); next != null; next = footers.next()) {
      compare(folder, next.file(), next.thrift());
    }
  }

  private void compare(BundleFolder folder, BundledFile file, byte[] bundled) {
    files++;
    String problem = problem(folder, file, bundled);
    if (problem != null) {
      stale++;
      FailureReport.warn(file.path() + ": " + problem, spec);
    }
  }

  /** What is not as the bundle says, field by field; null if all is. */
  private static String problem(BundleFolder folder, BundledFile file, byte[] bundled) {
    try {
      BundleInput now = folder.now(file);
      try (ByteSource source = now.opener().open()) {
        RawFooter found = RawFooter.read(source);
        FooterDifference difference = FooterDifference.first(bundled, found.struct());
        if (difference != null) {
          return difference.toString();
        }
        boolean isSame =
            found.fileLength() == file.length()
                && found.length() == file.footerLength()
                && found.crc32() == file.footerCrc32();
        if (!isSame) {
          return "its footer is not the one in the bundle, with equal fields";
        }
        return BundleTrust.STAT.isCurrent(file, now)
            ? null
            : "its footer is the one in the bundle, and its time or ETag is not, so that each scan"
                + " reads it anew; bundle append brings the bundle up to date";
      }
    } catch (IOException | CorruptFooterException e) {
      return "cannot be read: " + e;
    }
  }
}
