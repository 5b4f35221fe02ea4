// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;

/** How a bundle's entry is compared with the file before it is used in place of the footer. */
public enum BundleTrust {
  /** Not at all: the caller, a catalog for example, knows that the file is unchanged. */
  CATALOG,

  /**
   * By length and time of the last change, or by the storage's version, an ETag for example. The
   * default. Versions come from listing the files' folder, or from the files where the list has
   * none. Where the storage cannot list, as with HTTP, reading a file demands the version that the
   * bundle has, and files that a filter leaves out are not asked; {@link #FOOTER} asks them all.
   */
  STAT,

  /** By the checksum of the file's footer, which is read for it. */
  FOOTER;

  /**
   * Whether an entry is of the file as it is now.
   *
   * @param found the file as it is now
   * @throws IOException if the footer must be read, and cannot be
   */
  public boolean isCurrent(BundledFile entry, BundleInput found) throws IOException {
    return switch (this) {
      case CATALOG -> true;
      case STAT -> entry.version().isSame(found.version());
      case FOOTER -> entry.length() == found.version().length() && hasSameFooter(entry, found);
    };
  }

  private static boolean hasSameFooter(BundledFile entry, BundleInput found) throws IOException {
    try (ByteSource source = found.opener().open()) {
      RawFooter footer = RawFooter.read(source);
      return footer.length() == entry.footerLength() && footer.crc32() == entry.footerCrc32();
    } catch (CorruptFooterException notTheSame) {
      return false;
    }
  }
}
