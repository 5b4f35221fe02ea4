// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.internal.evolution.TargetSchema;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which files and row groups of a bundle a filter may be true for, by the bounds and counts of the
 * filter's columns; no chunk of another column is read of the bundle, and no file is opened. The
 * rules of which statistics are trusted are those for single files.
 *
 * <p>Immutable; threads may share it.
 *
 * @param files in the order of their paths
 * @param filesLeftOut files of the bundle without a row group to be read
 * @param rowGroupsLeftOut row groups of all files that need not be read
 */
public record BundlePlan(List<PlannedFile> files, long filesLeftOut, long rowGroupsLeftOut) {
  /** Keeps an unchangeable copy of the list. */
  public BundlePlan {
    files = List.copyOf(files);
  }

  /**
   * A file that has to be read.
   *
   * @param file of the bundle
   * @param rowGroups numbers of its row groups that have to be read, ascending
   */
  public record PlannedFile(BundleEntry file, List<Integer> rowGroups) {
    /** Keeps an unchangeable copy of the list. */
    public PlannedFile {
      rowGroups = List.copyOf(rowGroups);
    }
  }

  /**
   * Plans a scan of all files of a bundle.
   *
   * @param options the filter and {@code variantColumns} matter; a column of the filter that a file
   *     lacks is null in its rows. Files that the filter does not go with, as its literals are not
   *     of their columns' types, are planned whole: their reader refuses it
   * @throws IOException if reading the bundle fails
   * @throws io.arrowparquet.footer.CorruptFooterException if a part that is needed is damaged
   */
  public static BundlePlan of(FooterBundle bundle, ParquetReadOptions options) throws IOException {
    return of(bundle, BundlePlanning.of(bundle, null, options));
  }

  /**
   * Plans a scan of all files of a bundle that are read into a schema of the caller's. The bundle's
   * directory is read as well.
   *
   * @param schema that {@link ParquetFileSet#withSchema(ReaderSchema)} would be given
   * @param options in the words of that schema. Files that do not go into it are planned whole
   * @throws IOException if reading the bundle fails
   * @throws io.arrowparquet.footer.CorruptFooterException if a part that is needed is damaged
   */
  public static BundlePlan of(FooterBundle bundle, ReaderSchema schema, ParquetReadOptions options)
      throws IOException {
    return of(
        bundle,
        BundlePlanning.of(
            bundle, new TargetSchema(schema.schema(), schema.rules(), schema.defaults()), options));
  }

  private static BundlePlan of(FooterBundle bundle, BundlePlanning planning) throws IOException {
    List<PlannedFile> files = new ArrayList<>();
    planning.planned().forEach((file, rowGroups) -> files.add(new PlannedFile(file, rowGroups)));
    long rowGroups = files.stream().mapToLong(file -> file.rowGroups().size()).sum();
    return new BundlePlan(
        files, bundle.fileCount() - files.size(), bundle.rowGroupCount() - rowGroups);
  }

  /** How a file is not what its bundle says of it. {@code toString} is for messages. */
  public enum BundledFileState {
    /** It is no longer there: the set is without it. */
    GONE("is in the bundle and no longer there; left out"),

    /** It is another version: its own footer was read. */
    CHANGED("was changed since the bundle was written; read without it"),

    /** It is another version, whose footer cannot be read: the set is not opened. */
    UNREADABLE("was changed since the bundle was written, and its footer cannot be read");

    private final String text;

    BundledFileState(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
