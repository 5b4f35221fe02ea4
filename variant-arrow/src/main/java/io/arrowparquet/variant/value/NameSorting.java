// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.ByteCopy;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Rewrites finished values from a dictionary in order of appearance to the same names sorted. Ids
 * and their widths change, so the values are built again.
 */
final class NameSorting implements AutoCloseable {
  private final VariantDictionary sortedNames;
  private final VariantBuilder builder;
  private final FieldSorter sorter = new FieldSorter();
  private final BinaryRows scratch;
  private final VariantMetadata metadata;
  private final VariantCursor cursor;
  private int[] ids = {};

  private int[] companions = {};

  NameSorting(BufferAllocator allocator, VariantLimits limits) {
    sortedNames = new VariantDictionary(allocator);
    builder = new VariantBuilder(allocator, limits);
    scratch = new BinaryRows(allocator);
    metadata = new VariantMetadata(limits);
    cursor = new VariantCursor(limits);
  }

  void addSorted(
      VariantDictionary names, VariantBuilder built, BinaryRows metadataRows, BinaryRows values) {
    scratch.clear();
    built.writeTo(scratch.add(built.lengthBytes()));
    sort(names, metadataRows);
    copyRow(scratch, 0, values);
  }

  /** Rewrites all rows of a batch in place of themselves and adds their one dictionary. */
  void sortRows(VariantDictionary names, BinaryRows metadataRows, BinaryRows values) {
    scratch.clear();
    int count = values.count();
    for (int row = 0; row < count; row++) {
      if (values.isNull(row)) {
        scratch.addNull();
      } else {
        int length = (int) (values.end(row) - values.start(row));
        ByteCopy.copy(values.bytes.address() + values.start(row), scratch.add(length), length);
      }
    }
    values.clear();
    sort(names, metadataRows);
    for (int row = 0; row < count; row++) {
      if (scratch.isNull(row)) {
        values.addNull();
      } else {
        copyRow(scratch, row, values);
      }
    }
    scratch.clear();
  }

  /** Sorts the names, adds the sorted dictionary as a row, and points the view at the old one. */
  private void sort(VariantDictionary names, BinaryRows metadataRows) {
    int size = names.size();
    if (ids.length < size) {
      ids = new int[Math.max(size, 2 * ids.length)];
      companions = new int[ids.length];
    }
    for (int id = 0; id < size; id++) {
      ids[id] = id;
    }
    sorter.sort(ids, companions, 0, size, names);
    sortedNames.clear();
    for (int i = 0; i < size; i++) {
      sortedNames.intern(names.nameAddress(ids[i]), names.nameLength(ids[i]));
    }
    sortedNames.write(metadataRows.add(sortedNames.metadataLength()));
    int length = names.metadataLength();
    long start = scratch.bytes.length();
    names.write(scratch.bytes.append(length));
    metadata.wrap(scratch.bytes.buffer(), start, start + length);
    scratch.bytes.truncate(start);
    builder.use(sortedNames);
  }

  private void copyRow(BinaryRows from, int row, BinaryRows to) {
    cursor.wrap(metadata, from.bytes.buffer(), from.start(row), from.end(row));
    builder.reset().append(cursor);
    builder.writeTo(to.add(builder.lengthBytes()));
  }

  @Override
  public void close() {
    scratch.close();
    builder.close();
    sortedNames.close();
  }
}
