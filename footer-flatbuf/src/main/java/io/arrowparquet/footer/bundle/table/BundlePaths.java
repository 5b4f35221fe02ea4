// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.table;

import java.util.Comparator;

/** The order of paths in a directory. */
public final class BundlePaths {
  /** By UTF-8 bytes, unsigned. */
  public static final Comparator<String> ORDER = BundleFormat::comparePaths;

  private BundlePaths() {}
}
