// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.bundle.internal.table.BundleFormat;
import io.arrowparquet.bundle.internal.table.FileRow;
import io.arrowparquet.bundle.stream.BundledFile;
import java.util.Comparator;

/**
 * A file of a {@link FooterBundle}: what identifies it, and where its footer is. Immutable; of use
 * with that bundle only.
 */
public final class BundleEntry {
  /** By path, in the order that a bundle has its files in: that of the paths' UTF-8 bytes. */
  public static final Comparator<BundleEntry> BY_PATH = BundleEntry::compare;

  final int segment;
  final FileRow row;

  BundleEntry(int segment, FileRow row) {
    this.segment = segment;
    this.row = row;
  }

  private static int compare(BundleEntry left, BundleEntry right) {
    int order = BundleFormat.comparePaths(left.file().path(), right.file().path());
    order = order != 0 ? order : Integer.compare(left.segment, right.segment);
    return order != 0 ? order : Integer.compare(left.row.number(), right.row.number());
  }

  /** What identifies the file. */
  public BundledFile file() {
    return row.file();
  }

  /** Rows of the file. */
  public long rows() {
    return row.rows();
  }

  /** Row groups of the file. */
  public int rowGroups() {
    return row.rowGroups();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BundleEntry that
        && segment == that.segment
        && row.number() == that.row.number();
  }

  @Override
  public int hashCode() {
    return 31 * segment + row.number();
  }

  @Override
  public String toString() {
    return file().path();
  }
}
