// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

/** What {@link VariantBuilder} does when an object is given the same field twice. */
public enum DuplicateFields {
  /** The end of the object is an {@link IllegalArgumentException} that names the field. */
  ERROR,

  /** The field written last stays. */
  LAST_WINS
}
