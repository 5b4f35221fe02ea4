// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.bundle.internal.plan.FactsAssembler;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.ChunkClaims;

/**
 * Facts of column chunks in row groups of many files by one writer: counts, bounds and sizes, with
 * which row groups are passed over.
 *
 * <p>{@link #footer} has the columns that were asked for, and the groups above them. Row groups of
 * files that were removed from the bundle are among them, but not {@linkplain #isLive live}.
 * Immutable; threads may share it.
 */
public final class RowGroupFacts {
  private final FooterBundle bundle;
  private final int segment;
  private final FactsAssembler.Facts facts;

  RowGroupFacts(FooterBundle bundle, int segment, FactsAssembler.Facts facts) {
    this.bundle = bundle;
    this.segment = segment;
    this.facts = facts;
  }

  /** The schema of the columns, who wrote the files and how bounds are ordered; no row groups. */
  public FlatFooter footer() {
    return facts.footer();
  }

  /** The facts, by row group and column. */
  @SuppressWarnings("exports") // For the library itself.
  public ChunkClaims.Source chunks() {
    return facts;
  }

  /** Number of row groups. */
  public int count() {
    return facts.count();
  }

  /** Whether the file of row group {@code i} is still in the bundle. */
  public boolean isLive(int i) {
    return bundle.segments().isLive(segment, facts.rowGroups().get(i).file());
  }

  /**
   * The file of row group {@code i}; reads a page of the directory.
   *
   * @throws CorruptFooterException if the file has no such row group
   */
  public BundleEntry file(int i) {
    BundleEntry file = bundle.file(segment, facts.rowGroups().get(i).file());
    if (rowGroup(i) >= file.rowGroups()) {
      throw new CorruptFooterException(
              "row group of " + file,
              CorruptFooterException.NO_OFFSET,
              Integer.toString(rowGroup(i)),
              "less than " + file.rowGroups())
          .in(bundle.segments().get(segment).name());
    }
    return file;
  }

  /** The number of row group {@code i} in its file. */
  public int rowGroup(int i) {
    return facts.rowGroups().get(i).number();
  }
}
