// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.ByteCopy;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.ViewVarBinaryVector;

/**
 * Builds the rows of a Variant column: values and their metadata, straight into the buffers of two
 * vectors. For each row build a value with {@link #value}, then {@link #endRow}; or {@link
 * #appendNull}. {@code finish} hands the batch over and starts the next.
 *
 * <p>Sorted dictionaries let readers find names by binary search and compare ids instead of names.
 * Names rarely come sorted, so asking for it costs a second pass over rows whose names do not.
 *
 * <p>After an exception in the middle of a row, {@link #dropRow} forgets that row; the rows before
 * are unharmed.
 *
 * <p>Ownership: owns memory until closed; what was handed over belongs to the vectors. Threads: one
 * at a time. Nothing is allocated for a row but what its bytes need.
 */
public class VariantBatchBuilder implements AutoCloseable {
  /** Which rows share a metadata dictionary. */
  public enum DictionaryScope {
    /** Each row has its own, which holds the names of that row only. */
    ROW,
    /** All rows of a batch have one: a single metadata value, for dictionary-encoded metadata. */
    BATCH
  }

  private final DictionaryScope scope;
  private final boolean sorted;
  private final VariantDictionary names;
  private final VariantBuilder builder;
  private final BinaryRows values;
  private final BinaryRows metadata;
  private final NameSorting sorting;

  /**
   * An empty batch.
   *
   * @param scope which rows share a dictionary
   * @param sorted whether every dictionary is to be sorted
   */
  public VariantBatchBuilder(
      BufferAllocator allocator, VariantLimits limits, DictionaryScope scope, boolean sorted) {
    this.scope = scope;
    this.sorted = sorted;
    this.names = new VariantDictionary(allocator);
    this.builder = new VariantBuilder(allocator, limits).use(names);
    this.values = new BinaryRows(allocator);
    this.metadata = new BinaryRows(allocator);
    this.sorting = new NameSorting(allocator, limits);
  }

  /** A batch under the default limits: one unsorted dictionary a row. */
  public VariantBatchBuilder(BufferAllocator allocator) {
    this(allocator, VariantLimits.defaults(), DictionaryScope.ROW, false);
  }

  /** The builder for the next row's value: ready for it, or in the middle of it. */
  public final VariantBuilder value() {
    return builder;
  }

  /** Makes room for a batch of this many rows, so that it need not grow; may be called once. */
  public final void expectRows(int rows) {
    values.expect(rows);
  }

  /** Number of rows in this batch that are null so far. */
  public final int nullCount() {
    return values.nullCount();
  }

  /** Number of rows in this batch so far. */
  public final int rowCount() {
    return values.count();
  }

  /**
   * Ends a row: the value that was built is its value. If that fails there is no such row.
   *
   * @throws IllegalStateException if the value is not complete, or the batch would exceed 2 GiB
   */
  public final void endRow() {
    builder.lengthBytes();
    add(false);
    builder.reset();
  }

  private void add(boolean isNull) {
    int rows = values.count();
    int dictionaries = metadata.count();
    long valueBytes = values.bytes.length();
    long metadataBytes = metadata.bytes.length();
    try {
      if (isNull) {
        addNullRow();
      } else {
        addRow();
      }
    } catch (Throwable e) {
      values.rollBack(rows, valueBytes);
      metadata.rollBack(dictionaries, metadataBytes);
      throw e;
    }
  }

  private void addRow() {
    if (scope == DictionaryScope.ROW) {
      if (sorted && !names.isSorted()) {
        sorting.addSorted(names, builder, metadata, values);
      } else {
        names.write(metadata.add(names.metadataLength()));
        addValue();
      }
      names.clear();
    } else {
      addValue();
    }
  }

  private void addValue() {
    builder.writeTo(values.add(builder.lengthBytes()));
  }

  /** Adds a row that is SQL null; its metadata, which is never null, is an empty dictionary. */
  public final void appendNull() {
    dropRow();
    add(true);
  }

  private void addNullRow() {
    values.addNull();
    if (scope == DictionaryScope.ROW) {
      names.write(metadata.add(names.metadataLength()));
    }
  }

  /** Forgets what was built since the last row. Names it brought stay in a batch's dictionary. */
  public final void dropRow() {
    builder.reset();
    if (scope == DictionaryScope.ROW) {
      names.clear();
    }
  }

  /**
   * Hands the batch to two vectors, in place of what they held, and starts the next one; also if
   * that fails, where the batch is lost.
   *
   * @param metadataVector gets as many rows as there are, or with {@link DictionaryScope#BATCH}
   *     one, the dictionary of all
   * @param valueVector gets the values, null where the row is
   */
  public final void finish(VarBinaryVector metadataVector, VarBinaryVector valueVector) {
    finish(() -> metadata.moveTo(metadataVector), valueVector);
  }

  /**
   * As {@link #finish(VarBinaryVector, VarBinaryVector)}, for rows that share a dictionary.
   *
   * @param metadataVector gets as many rows as there are, which all show the same bytes
   * @throws IllegalStateException if each row has a dictionary of its own
   */
  public final void finish(ViewVarBinaryVector metadataVector, VarBinaryVector valueVector) {
    if (scope != DictionaryScope.BATCH) {
      throw new IllegalStateException("rows with dictionaries of their own cannot share one");
    }
    int rows = values.count();
    finish(() -> metadata.repeatTo(metadataVector, rows), valueVector);
  }

  private void finish(Runnable handMetadataOver, VarBinaryVector valueVector) {
    dropRow();
    try {
      if (scope == DictionaryScope.BATCH) {
        addSharedNames();
      }
      handMetadataOver.run();
      values.moveTo(valueVector);
    } finally {
      names.clear();
      metadata.clear();
      values.clear();
    }
  }

  private void addSharedNames() {
    if (sorted && !names.isSorted()) {
      sorting.sortRows(names, metadata, values);
    } else {
      names.write(metadata.add(names.metadataLength()));
    }
  }

  /** Releases the memory of rows not handed over. */
  @Override
  public final void close() {
    sorting.close();
    builder.close();
    names.close();
    values.close();
    metadata.close();
  }

  /**
   * Rewrites finished values from a dictionary in order of appearance to the same names sorted. Ids
   * and their widths change, so the values are built again.
   */
  private static final class NameSorting implements AutoCloseable {
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
}
