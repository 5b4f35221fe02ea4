// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.model.PhysicalType;

/**
 * What the packing of a column's bounds depends on.
 *
 * @param type the physical type; null for one that is not known
 * @param typeLength bytes of a value of fixed length
 * @param isDecimal whether byte arrays are signed numbers, most significant byte first
 */
record LeafColumn(PhysicalType type, int typeLength, boolean isDecimal) {
  boolean isByteArray() {
    return type == PhysicalType.BYTE_ARRAY || type == PhysicalType.FIXED_LEN_BYTE_ARRAY;
  }
}
