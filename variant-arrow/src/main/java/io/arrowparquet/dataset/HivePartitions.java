// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Columns that the folders of files name, as Hive has them: {@code year=2026/month=1/a.parquet}.
 * Names and values are percent-decoded; {@code __HIVE_DEFAULT_PARTITION__} is null, and so is a
 * name that a file's folders do not have.
 *
 * <p>Such a column stands in place of a column of the files that has its name, or else after all of
 * them. A file whose values rule out a filter is not opened for it.
 *
 * <p>Immutable; threads may share one.
 *
 * @param root the folder above all columns
 * @param types those that are given, of primitive types; others are found out
 */
public record HivePartitions(URI root, List<Field> types) {
  /** Copies the list. */
  public HivePartitions {
    Objects.requireNonNull(root, "root");
    types = List.copyOf(types);
  }

  /**
   * The folders between one and the files, with types found out from all values: int64 if each is a
   * whole number that fits, date if each is one as {@code 2026-01-31}, else utf8. A field of a
   * {@linkplain ParquetFileSet#withSchema schema of the caller's} has its type.
   *
   * @param root a folder; what is named above it is no column
   */
  public static HivePartitions below(URI root) {
    return new HivePartitions(root, List.of());
  }

  /**
   * The same folders with types for some names, or all. A name that no folder has is a column of
   * nulls. Values are read as the texts of filters are.
   *
   * @param schema of primitive types; the columns are nullable
   */
  public HivePartitions withTypes(Schema schema) {
    return new HivePartitions(root, schema.getFields());
  }
}
