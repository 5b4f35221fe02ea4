// SPDX-License-Identifier: Apache-2.0
/**
 * Split block Bloom filters: which values a column chunk does not have.
 *
 * <p>In: values as PLAIN encodes them, and a block of a filter. Out: whether the chunk may have the
 * value. Open {@link io.arrowparquet.variant.parquet.internal.bloom.SplitBlock} first. Implements
 * the Bloom filters of the Parquet format (BloomFilter.md).
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.parquet.internal.bloom;
