// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.storage.InvalidRequestException;
import java.util.List;

/**
 * @param ordinal its place among the columns
 * @param path its names in the schema; null in a second encoding
 * @param length bytes of FIXED_LEN_BYTE_ARRAY, 0 for other types
 * @param domain the order of its values
 */
record LeafColumn(
    int ordinal,
    List<String> path,
    PhysicalType type,
    int length,
    ColumnDomain domain,
    int maxRepetition,
    int maxDefinition,
    ColumnSettings settings) {

  /** The column in its second encoding, whose metadata is a part of the first one's. */
  LeafColumn ofSecond() {
    return new LeafColumn(
        ordinal, null, type, length, domain, maxRepetition, maxDefinition, settings.ofSecond());
  }

  /**
   * The column encrypted.
   *
   * @throws InvalidRequestException if it is to have a second encoding
   */
  LeafColumn ofSealed() {
    if (settings.second()) {
      throw new InvalidRequestException(
          String.join(".", path), "a second encoding of an encrypted column", "no second encoding");
    }
    return new LeafColumn(
        ordinal, path, type, length, domain, maxRepetition, maxDefinition, settings.ofSealed());
  }
}
