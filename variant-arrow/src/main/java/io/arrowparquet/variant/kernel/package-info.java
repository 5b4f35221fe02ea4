// SPDX-License-Identifier: Apache-2.0
/**
 * Operations on whole Variant columns.
 *
 * <p>In and out: vectors, typed or Variant. {@code decode} turns Variants into vectors of a given
 * type, of the type they have, or of JSON text, and follows paths; {@code cast} makes Variants of
 * any vector or of JSON text; {@code shred} splits columns by a schema, puts them together again,
 * and finds that schema. Open {@link io.arrowparquet.variant.kernel.decode.VariantDecode} first.
 * This package has the options that several of them take.
 *
 * <p>A kernel is a static method, which any thread may call, unless it keeps a plan from batch to
 * batch: {@code VariantDecode}, {@code VariantGet} and {@code VariantShred} are made once for a
 * target, path or schema, and serve one thread at a time.
 */
@NullMarked
package io.arrowparquet.variant.kernel;

import org.jspecify.annotations.NullMarked;
