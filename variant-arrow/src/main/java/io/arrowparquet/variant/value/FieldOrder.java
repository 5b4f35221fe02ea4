// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

/** The order of two field ids by the bytes of their names. */
interface FieldOrder {
  /** Negative, zero or positive as the left id's name is less, the same or greater. */
  int compare(int leftId, int rightId);
}
