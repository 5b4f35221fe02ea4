// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.value.VariantMetadata;
import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;

/** The current row of all levels of a shredded column: its dictionary, names resolved. */
public final class ShreddedRow {
  private final VariantLimits limits;
  private final VariantMetadata metadata;

  /** The names that columns shred; null if none does, as in columns that are not shredded. */
  private NameTable names;

  /** The id of each numbered name in the dictionary, -1 if it is not there. */
  private int[] ids = {};

  private static final long NOWHERE = -1;

  private ArrowBuf lastBuffer;

  private long lastStart = NOWHERE;
  private long lastEnd;

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
    if (names == null) {
      names = new NameTable();
    }
    return names.add(name);
  }

  public int id(int number) {
    return ids[number];
  }

  @SuppressWarnings("ReferenceEquality") // the same buffer is meant
  public void seek(int row, BinaryColumn dictionaries) {
    if (dictionaries.isNull(row)) {
      throw new MalformedVariantException("metadata", "null", "a dictionary");
    }
    dictionaries.seek(row);
    long start = dictionaries.start();
    long end = dictionaries.end();
    if (start == lastStart && end == lastEnd && dictionaries.buffer() == lastBuffer) {
      // As where the column is encoded with a dictionary; its bytes do not change meanwhile.
      return;
    }
    lastStart = NOWHERE;
    if (metadata.wrap(dictionaries.buffer(), start, end)) {
      resolve();
    }
    if (lastBuffer != dictionaries.buffer()) {
      lastBuffer = dictionaries.buffer();
    }
    lastStart = start;
    lastEnd = end;
  }

  private void resolve() {
    if (names == null) {
      return;
    }
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
