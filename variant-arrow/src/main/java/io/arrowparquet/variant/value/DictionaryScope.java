// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

/** Which rows of a {@link VariantBatchBuilder} share a metadata dictionary. */
public enum DictionaryScope {
  /** Each row has its own, which holds the names of that row only. */
  ROW,

  /** All rows of a batch have one: a single metadata value, for dictionary-encoded metadata. */
  BATCH
}
