// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.kernel.internal.columnar.RowSource;
import io.arrowparquet.variant.kernel.internal.columnar.VariantRows;
import io.arrowparquet.variant.vector.ParquetVariantVector;

/**
 * Finds out how a Variant column is best shredded: which paths have values of one type often enough
 * to be worth a column (variant-arrow/FORMAT.md, section 2).
 *
 * <p>At each position the most frequent type is taken if it is frequent enough; objects and arrays
 * are taken apart where anything below them is. The same rows give the same answer, in whatever
 * order and batches they come, as long as there are no more than 10 000 different paths; beyond
 * that rare names may be overlooked.
 *
 * <pre>{@code
 * InferredShredding shredding = new InferShredding().infer(events);
 * VariantShred shred = new VariantShred(shredding.schema(), shredding.mode());
 * }</pre>
 *
 * <p>Immutable; any thread may call it, on vectors that no other changes.
 */
public final class InferShredding {
  private final InferShreddingOptions options;
  private final VariantLimits limits;

  /** With the default options, under the default limits. */
  public InferShredding() {
    this(InferShreddingOptions.defaults(), VariantLimits.defaults());
  }

  /** With options, under the default limits. */
  public InferShredding(InferShreddingOptions options) {
    this(options, VariantLimits.defaults());
  }

  /** With options, under limits. */
  public InferShredding(InferShreddingOptions options, VariantLimits limits) {
    this.options = options;
    this.limits = limits;
  }

  /**
   * Looks at every row of a column; {@link InferredShredding#merge} adds those of others.
   *
   * @param column shredded or not; read only
   * @throws MalformedVariantException if a row is not a Variant, or is shredded against the rules
   */
  public InferredShredding infer(ParquetVariantVector column) {
    NameTable names = new NameTable();
    PathCounter root = PathCounter.root(new PathCounter.Plan(names, limits, options.maxDepth()));
    try (RowSource rows = RowSource.of(column, limits)) {
      VariantRows.visit(
          rows,
          names,
          true,
          value -> {
            if (value != null) {
              root.count(value);
            }
          });
    }
    return new InferredShredding(options, root.counts());
  }

  /**
   * As {@link #infer(ParquetVariantVector)}, for the rows of several batches.
   *
   * @throws MalformedVariantException if a row of one is not a Variant, or is shredded against the
   *     rules
   */
  public InferredShredding infer(Iterable<ParquetVariantVector> columns) {
    InferredShredding all = new InferredShredding(options, PathCounts.NOTHING);
    for (ParquetVariantVector column : columns) {
      all = all.merge(infer(column));
    }
    return all;
  }
}
