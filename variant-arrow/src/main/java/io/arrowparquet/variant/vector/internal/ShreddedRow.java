// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector.internal;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.encoding.VariantMetadata;
import io.arrowparquet.variant.vector.BinaryColumn;
import java.util.Arrays;

/** The row that the levels of a shredded column stand at: its dictionary, names resolved. */
public final class ShreddedRow {
  private final VariantLimits limits;
  private final VariantMetadata metadata;
  private final NameTable names = new NameTable();

  /** The id of each numbered name in the dictionary, -1 if it is not there. */
  private int[] ids = {};

  public ShreddedRow(VariantLimits limits) {
    this.limits = limits;
    this.metadata = new VariantMetadata(limits);
  }

  public VariantLimits limits() {
    return limits;
  }

  public VariantMetadata metadata() {
    return metadata;
  }

  /** The number of a name that a column shreds; to be called before the first row. */
  public int addName(String name) {
    return names.add(name);
  }

  /** The id of a numbered name in the row's dictionary, or -1. */
  public int id(int number) {
    return ids[number];
  }

  /**
   * Moves to a row.
   *
   * @throws MalformedVariantException if its metadata is no dictionary
   */
  public void seek(int row, BinaryColumn dictionaries) {
    if (dictionaries.isNull(row)) {
      throw new MalformedVariantException(
          "metadata", MalformedVariantException.UNKNOWN, "null", "a dictionary");
    }
    dictionaries.seek(row);
    if (metadata.wrap(dictionaries.buffer(), dictionaries.start(), dictionaries.end())) {
      resolve();
    }
  }

  private void resolve() {
    if (ids.length < names.size()) {
      ids = new int[names.size()];
    }
    Arrays.fill(ids, -1);
    names.bind(metadata, false);
    int[] numberOfId = names.ofId();
    for (int id = metadata.size() - 1; id >= 0; id--) {
      if (numberOfId[id] >= 0) {
        ids[numberOfId[id]] = id;
      }
    }
  }
}
