// SPDX-License-Identifier: Apache-2.0
/**
 * Operations on whole Variant columns, one package each.
 *
 * <p>In and out: vectors, typed or Variant. {@code decode} turns Variants into vectors of a given
 * type and follows paths, {@code natural} finds the type on the way, {@code cast} makes Variants of
 * any vector, {@code shred} splits columns by a schema and puts them together again, {@code infer}
 * finds that schema, {@code json} converts to JSON text and back. Open {@link
 * io.arrowparquet.variant.kernel.decode.VariantDecode} first. This package has the options that
 * several of them take.
 */
package io.arrowparquet.variant.kernel;
