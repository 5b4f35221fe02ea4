// SPDX-License-Identifier: Apache-2.0
/**
 * The ALP encoding of FLOAT and DOUBLE: its format and its encoder.
 *
 * <p>In: values as they are in memory. Out: the values' section of a data page. Open {@link
 * io.arrowparquet.variant.parquet.internal.alp.AlpFormat} first. Its decoder is {@code AlpFixed},
 * beside those of other encodings.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.parquet.internal.alp;
