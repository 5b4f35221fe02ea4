// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.ValidityBits;

/**
 * One column: gathers the values of its entries, nulls left out, in arrays, and hands them on with
 * their levels, a run of at most {@link WriteScratch#ENTRIES} after another.
 */
abstract class LeafNodeWriter extends NodeWriter {
  private ColumnChunkWriter chunk;

  /** Which of the values that are gathered, or of the entries, cannot be written. */
  private int failedAt;

  LeafNodeWriter(Node node) {
    super(node);
  }

  final void bind(ColumnChunkWriter writer) {
    chunk = writer;
  }

  final ColumnChunkWriter chunk() {
    return chunk;
  }

  @Override
  final void write(Slots slots) {
    int from = 0;
    while (from < slots.count()) {
      int most = Math.min(WriteScratch.ENTRIES, slots.count() - from);
      most =
          slots.isConsecutive() ? runLength(slots.index(from), most) : runLength(slots, from, most);
      int end = slots.endOfRows(from, most, chunk.rowsToPageEnd());
      int count = chunk.startLooking() ? writeRun(slots, from, end - from) : end - from;
      from += writeRun(slots, from, count);
      if (from == slots.count() || slots.repetition(from) == 0) {
        endRows(slots, from - 1);
      }
    }
  }

  private void endRows(Slots slots, int last) {
    try {
      chunk.endRows(slots.scratch());
    } catch (ConversionException e) {
      throw e.at(node.dotted()).atRow(slots.rowOf(last));
    }
  }

  /** How many rows, at least one and at most {@code most}, have about the bytes of a page. */
  int runLength(int row, int most) {
    return most;
  }

  /** As the other, of entries that are any rows. */
  int runLength(Slots slots, int from, int most) {
    return most;
  }

  /** How many of the entries the chunk took. */
  private int writeRun(Slots slots, int from, int count) {
    WriteScratch scratch = slots.scratch();
    boolean isComplete = slots.isConsecutive() && hasNoNulls();
    int present = -1;
    failedAt = 0;
    try {
      if (isComplete) {
        present = count;
        gather(slots.index(from), count, scratch);
      } else {
        present =
            slots.isConsecutive() && validity() != null && !hasOtherNulls()
                ? findPresent(slots, from, count)
                : findPresentBelow(slots, from, count);
        failedAt = 0;
        gatherPresent(present, scratch);
      }
    } catch (ConversionException | MalformedVariantException e) {
      boolean isEntry = isComplete || present < 0;
      int failed = isEntry ? failedAt : entryOf(failedAt, count, scratch.definitions);
      throw e.at(node.dotted()).atRow(slots.rowOf(from + failed));
    }
    return chunk.addLevels(slots, from, count, present, isComplete ? null : scratch.definitions);
  }

  private boolean hasNoNulls() {
    return validity() != null && validity().noneNull() && !hasOtherNulls();
  }

  /** Whether rows may be null that {@link #validity} does not know of. */
  boolean hasOtherNulls() {
    return false;
  }

  /** Which entry has the value that was gathered after {@code values} others. */
  private int entryOf(int values, int count, int[] definitions) {
    int left = values;
    for (int i = 0; i < count; i++) {
      if (definitions[i] == node.definition() && left-- == 0) {
        return i;
      }
    }
    return count - 1;
  }

  /** Puts the rows that are not null into the scratch, and the definition levels of all. */
  private int findPresent(Slots slots, int from, int count) {
    int[] rows = slots.scratch().rows;
    int[] definitions = slots.scratch().definitions;
    ValidityBits bits = validity();
    int first = slots.index(from);
    int nullDefinition = node.nullDefinition();
    int present = 0;
    long word = 0;
    for (int i = 0; i < count; i++) {
      int row = first + i;
      if (i == 0 || row % Long.SIZE == 0) {
        word = bits.word(row / Long.SIZE);
      }
      int bit = (int) (word >>> row) & 1;
      rows[present] = row;
      present += bit;
      definitions[i] = nullDefinition + bit;
    }
    return node.nullable() || present == count ? present : findPresentBelow(slots, from, count);
  }

  private int findPresentBelow(Slots slots, int from, int count) {
    int[] rows = slots.scratch().rows;
    int[] definitions = slots.scratch().definitions;
    if (hasNoNulls() && !slots.isConsecutive()) {
      return slots.findPresent(from, count, node.definition(), rows, definitions);
    }
    int present = 0;
    for (int i = 0; i < count; i++) {
      int row = slots.index(from + i);
      failedAt = i;
      if (row == Slots.NONE) {
        definitions[i] = slots.definition(from + i);
      } else if (!isNull(row)) {
        rows[present++] = row;
        definitions[i] = node.definition();
      } else if (node.nullable()) {
        definitions[i] = node.nullDefinition();
      } else if (hasValueForNull()) {
        rows[present++] = Slots.NONE;
        definitions[i] = node.definition();
      } else {
        throw conversionException(i, "null", NOT_NULLABLE);
      }
    }
    return present;
  }

  /** Whether a null of a required column is written as a value: row {@link Slots#NONE}. */
  boolean hasValueForNull() {
    return false;
  }

  private void gatherPresent(int present, WriteScratch scratch) {
    int[] rows = scratch.rows;
    if (present > 0 && isRun(rows, present)) {
      gather(rows[0], present, scratch);
    } else if (present > 0) {
      gather(present, scratch);
    }
  }

  private static boolean isRun(int[] rows, int count) {
    int first = rows[0];
    if (first < 0 || rows[count - 1] - first != count - 1) {
      return false;
    }
    int differences = 0;
    for (int i = 0; i < count; i++) {
      differences |= rows[i] - first - i;
    }
    return differences == 0;
  }

  /** Adds the values of rows that follow one another to the chunk. */
  void gather(int first, int count, WriteScratch scratch) {
    for (int i = 0; i < count; i++) {
      scratch.rows[i] = first + i;
    }
    gather(count, scratch);
  }

  /** Adds the values of the first {@code count} of the scratch's rows to the chunk. */
  abstract void gather(int count, WriteScratch scratch);

  /** What is wrong with the value that was gathered after {@code values} others. */
  final ConversionException conversionException(int values, String found, String expected) {
    failedAt = values;
    return new ConversionException(node.dotted(), found, expected);
  }

  /** Says which value is being gathered, for what may be thrown meanwhile. */
  final void gathering(int value) {
    failedAt = value;
  }
}
