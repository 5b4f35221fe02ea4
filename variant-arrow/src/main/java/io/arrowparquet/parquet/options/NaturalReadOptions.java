// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.variant.kernel.NaturalTypeOptions;
import java.util.Objects;

/**
 * How {@code NaturalReader} makes one schema for all batches of Variants. Immutable; threads may
 * share one. Each {@code with} method gives a changed copy, and says what its option means.
 */
public final class NaturalReadOptions {
  private final long sample;
  private final Unfit unfit;
  private final Unions unions;
  private final boolean consecutiveIds;
  private final NaturalTypeOptions types;

  /** What becomes of a row whose value is not of the schema's type. */
  public enum Unfit {
    /** It is a {@link io.arrowparquet.variant.ConversionException} with column and row. */
    ERROR,
    /**
     * Its value is kept whole in a Variant column after its own, of the same name with {@link
     * NaturalTypeOptions#REST} at the end, more of them where another column has that name; in its
     * own column it is null.
     */
    VARIANT,
    /** As {@link #VARIANT}, as JSON text. */
    JSON
  }

  /** What a position becomes that has values of several types. */
  public enum Unions {
    /** A DenseUnion. */
    DENSE,
    /** A sparse Union: each member has all rows. With consecutive ids DuckDB takes it. */
    SPARSE,
    /** Text, the extension {@code arrow.json} over Utf8: each value as JSON. */
    JSON,
    /** The first type of the union that is not Null; values of others do not fit. */
    NONE
  }

  private NaturalReadOptions(
      long sample, Unfit unfit, Unions unions, boolean consecutiveIds, NaturalTypeOptions types) {
    this.sample = sample;
    this.unfit = unfit;
    this.unions = unions;
    this.consecutiveIds = consecutiveIds;
    this.types = types;
  }

  /** A pass over all rows, an error for what does not fit, dense unions with the Variant's ids. */
  public static NaturalReadOptions defaults() {
    return new NaturalReadOptions(
        Long.MAX_VALUE, Unfit.ERROR, Unions.DENSE, false, NaturalTypeOptions.defaults());
  }

  /**
   * Rows to find the schema from: batches are looked at until they have so many together; {@link
   * Long#MAX_VALUE}, the default, for all.
   *
   * @throws IllegalArgumentException if it is not at least 1
   */
  public NaturalReadOptions withSample(long rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("sample of " + rows + " rows: at least 1");
    }
    return new NaturalReadOptions(rows, unfit, unions, consecutiveIds, types);
  }

  /** What becomes of rows that do not fit; an error by default. */
  public NaturalReadOptions withUnfit(Unfit rows) {
    return new NaturalReadOptions(
        sample, Objects.requireNonNull(rows, "rows"), unions, consecutiveIds, types);
  }

  /** What becomes of positions of several types; dense unions by default. */
  public NaturalReadOptions withUnions(Unions form) {
    return new NaturalReadOptions(
        sample, unfit, Objects.requireNonNull(form, "form"), consecutiveIds, types);
  }

  /**
   * Whether the members of a union have the ids 0, 1, 2 and so on, as engines beside Arrow expect;
   * by default they have the numbers of Variant types.
   */
  public NaturalReadOptions withConsecutiveIds(boolean consecutive) {
    return new NaturalReadOptions(sample, unfit, unions, consecutive, types);
  }

  /**
   * How types are made of values; the defaults of that class by default. The number of children is
   * that of Structs of the whole schema, too.
   *
   * @throws IllegalArgumentException if null is told from missing: types of several batches do not
   *     go together then
   */
  public NaturalReadOptions withTypes(NaturalTypeOptions options) {
    if (options.tellNullFromMissing()) {
      throw new IllegalArgumentException("null told from missing in types of several batches");
    }
    return new NaturalReadOptions(sample, unfit, unions, consecutiveIds, options);
  }

  public long sample() {
    return sample;
  }

  public Unfit unfit() {
    return unfit;
  }

  public Unions unions() {
    return unions;
  }

  public boolean consecutiveIds() {
    return consecutiveIds;
  }

  public NaturalTypeOptions types() {
    return types;
  }
}
