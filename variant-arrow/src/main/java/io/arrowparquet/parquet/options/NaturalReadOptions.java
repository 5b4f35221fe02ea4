// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import static io.arrowparquet.storage.internal.OptionValues.atLeast1;

import io.arrowparquet.storage.internal.OptionValues;
import io.arrowparquet.variant.kernel.NaturalTypeOptions;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * How {@code NaturalReader} makes one schema for all batches of Variants. Immutable; threads may
 * share one. Each {@code with} method gives a changed copy, and says what its option means.
 */
public final class NaturalReadOptions {
  private final Values values;

  /** How to read a row whose value is not of the schema's type. */
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

  private NaturalReadOptions(Values values) {
    this.values = values;
  }

  /** A pass over all rows, an error for what does not fit, dense unions with the Variant's ids. */
  public static NaturalReadOptions defaults() {
    return new NaturalReadOptions(new Values());
  }

  /**
   * Rows to find the schema from: batches are looked at until they have this many together; {@link
   * Long#MAX_VALUE}, the default, for all.
   *
   * @throws IllegalArgumentException if it is not at least 1
   */
  public NaturalReadOptions withSample(long rows) {
    return with(copy -> copy.sample = atLeast1("sample of rows", rows));
  }

  /** How to read rows that do not fit; an error by default. */
  public NaturalReadOptions withUnfit(Unfit rows) {
    Objects.requireNonNull(rows, "rows");
    return with(copy -> copy.unfit = rows);
  }

  /** What positions of several types become; dense unions by default. */
  public NaturalReadOptions withUnions(Unions form) {
    Objects.requireNonNull(form, "form");
    return with(copy -> copy.unions = form);
  }

  /**
   * Whether the members of a union have the ids 0, 1, 2 and so on, as engines beside Arrow expect;
   * by default they have the numbers of Variant types.
   */
  public NaturalReadOptions withConsecutiveIds(boolean consecutive) {
    return with(copy -> copy.consecutiveIds = consecutive);
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
      throw new IllegalArgumentException(
          "tellNullFromMissing is for single batches: NaturalReader has one type for all");
    }
    return with(copy -> copy.types = options);
  }

  public long sample() {
    return values.sample;
  }

  public Unfit unfit() {
    return values.unfit;
  }

  public Unions unions() {
    return values.unions;
  }

  public boolean consecutiveIds() {
    return values.consecutiveIds;
  }

  public NaturalTypeOptions types() {
    return values.types;
  }

  private NaturalReadOptions with(Consumer<Values> change) {
    return new NaturalReadOptions(values.with(change));
  }

  private static final class Values extends OptionValues<Values> {
    private long sample = Long.MAX_VALUE;
    private Unfit unfit = Unfit.ERROR;
    private Unions unions = Unions.DENSE;
    private boolean consecutiveIds;
    private NaturalTypeOptions types = NaturalTypeOptions.defaults();
  }
}
