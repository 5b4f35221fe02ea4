// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.options.StatisticsMode;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a table format records of a file: of each column its size, counts and bounds, of each
 * Variant column the bounds of its paths. Only what may be trusted is said, by the rules by which
 * readers leave row groups unread; the rest is null.
 *
 * <p>Immutable, but for the arrays of bounds; threads may share one.
 */
public final class FileMetrics {
  private final long rows;
  private final List<ColumnMetrics> columns;
  private final List<VariantMetrics> variants;

  FileMetrics(long rows, List<ColumnMetrics> columns, List<VariantMetrics> variants) {
    this.rows = rows;
    this.columns = List.copyOf(columns);
    this.variants = List.copyOf(variants);
  }

  /**
   * All that the footer of a file says, of those columns that it was read for.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the footer is damaged
   * @throws UnsupportedOperationException if it leaves open what the values of a column mean
   *     ({@link FlatFooter#isTypeDoubtful})
   */
  public static FileMetrics of(FlatFooter footer) {
    return of(footer, path -> StatisticsMode.full());
  }

  /**
   * What the footer of a file says, as far as it is wanted.
   *
   * @param modes how much of a column or a Variant, by its dotted path. {@code none()} leaves it
   *     out. {@code truncate(n)} cuts texts after n code points, binaries after n bytes
   * @throws io.arrowparquet.footer.CorruptFooterException as the other one, and the same other
   *     exceptions
   */
  public static FileMetrics of(FlatFooter footer, Function<String, StatisticsMode> modes) {
    return new MetricsOfFooter(footer, modes).read();
  }

  /** How many rows the file has. */
  public long rows() {
    return rows;
  }

  /** The leaf columns in the order of the schema, without those of Variants. */
  public List<ColumnMetrics> columns() {
    return columns;
  }

  /** The Variant columns in the order of the schema. */
  public List<VariantMetrics> variants() {
    return variants;
  }

  /** The column of a dotted path; null if there is none. */
  public @Nullable ColumnMetrics column(String path) {
    return columns.stream().filter(column -> column.path().equals(path)).findFirst().orElse(null);
  }

  /** The Variant column of a dotted path; null if there is none. */
  public @Nullable VariantMetrics variant(String path) {
    return variants.stream()
        .filter(variant -> variant.path().equals(path))
        .findFirst()
        .orElse(null);
  }

  /**
   * What is known of one leaf column.
   *
   * @param path dotted path in the file
   * @param fieldId null if the schema gives it none
   * @param bounds of the values
   */
  public record ColumnMetrics(
      String path, @Nullable Integer fieldId, Totals totals, Bounds bounds) {
    /** As {@link Bounds#lower}. */
    public @Nullable Bound lower() {
      return bounds.lower;
    }

    /** As {@link Bounds#upper}. */
    public @Nullable Bound upper() {
      return bounds.upper;
    }
  }

  /**
   * Of all row groups together.
   *
   * @param compressedBytes of the chunks, headers of pages included
   * @param values entries, nulls and NaNs among them; of a column in a list, those of lists that
   *     are empty or null too; null if not known
   * @param nulls entries without a value; null if not known
   * @param nans null if not known: most writers do not count them. 0 of types that have none
   */
  public record Totals(
      long compressedBytes, @Nullable Long values, @Nullable Long nulls, @Nullable Long nans) {}

  /**
   * Both bounds.
   *
   * @param lower no value but NaN is less; null if there is none
   * @param upper no value but NaN is greater; null if there is none
   */
  public record Bounds(@Nullable Bound lower, @Nullable Bound upper) {}

  /**
   * A bound of the values of a column, or of a path of a Variant.
   *
   * @param value as {@link io.arrowparquet.parquet.options.Operand} lists the classes of literals,
   *     but a String for texts; null if Java's class does not hold it
   * @param plain the same in Parquet's PLAIN encoding, without a length; not to be changed
   * @param isExact whether it is a value of the column; null if not known
   */
  @SuppressWarnings("ArrayRecordComponent") // as the footer has it
  public record Bound(@Nullable Object value, byte[] plain, @Nullable Boolean isExact) {}
}
