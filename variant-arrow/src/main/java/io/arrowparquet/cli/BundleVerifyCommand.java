// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.bundle.stream.BundledFooter;
import io.arrowparquet.bundle.stream.StreamBundleReader;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.thrift.RecordDifference;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "verify",
    description =
        "Check all of a bundle, and compare it field by field with the footers of its files.")
final class BundleVerifyCommand extends BundleCommand {
  @Mixin private BundleFiles named;
  @Mixin private BundleFiles.StreamInput stream;

  private long files;
  private long stale;

  @Override
  public Integer call() throws Exception {
    BundleFolder folder = named.allowed(bundle);
    if (!stream.read(bundle, (footers, bytes) -> compare(folder, footers))) {
      try (FooterBundle open = open()) {
        open.verify();
        FooterBundle.Footers footers = open.footers(null);
        for (BundleEntry entry : open.files()) {
          compare(folder, entry.file(), footers.thrift(entry));
        }
      }
    }
    out()
        .printf(
            "%s: in order; %s, %d of them changed%n",
            bundle, PlainText.count(files, "file"), stale);
    return stale == 0 ? DONE : INPUT;
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
        RecordDifference difference = RecordDifference.first(bundled, found.struct());
        if (difference != null) {
          return String.format(
              "%s: %s in the bundle, %s in the file",
              difference.path(), difference.found(), difference.expected());
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
