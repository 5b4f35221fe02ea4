// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.parquet.internal.encoding.Scratch;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.util.Arrays;

/**
 * The levels of a batch, as {@link PresentBits} compares them. Definition levels that are equal
 * from the first entry on, as those of data without nulls are, are not written until something asks
 * for them.
 */
final class BatchLevels {
  private static final byte[] NONE = new byte[0];
  private static final int MOST = Integer.MAX_VALUE - Scratch.WINDOW - 16;

  private final int maxRepetition;
  private byte[] definition = NONE;
  private byte[] repetition = NONE;
  private int entries;
  private int expected;

  /** Of all entries, none of which is in the array then; -1 if all are. */
  private int equal = -1;

  BatchLevels(int maxRepetition) {
    this.maxRepetition = maxRepetition;
  }

  void clear(int expectedEntries) {
    entries = 0;
    equal = -1;
    expected = expectedEntries + expectedEntries / 16;
  }

  int entries() {
    return entries;
  }

  /** Definition levels; {@link #ensure} may replace the array. */
  byte[] definition() {
    if (equal >= 0) {
      ensure(0);
    }
    return definition;
  }

  /** Bits of up to 64 entries from {@code at} on: those that give the vector a slot. */
  long slots(ArrowSchemaNode node, int at, int count) {
    return repeatedAtMost(node.repetitionLevel(), at, count)
        & definedAtLeast(node.slotLevel(), at, count);
  }

  /** As {@link #slots}, those not below a definition level. */
  long definedAtLeast(int least, int at, int count) {
    if (equal >= 0 || least == 0) {
      return equal >= least || least == 0 ? PresentBits.all(count) : 0;
    }
    return PresentBits.word(definition, at, count, least);
  }

  /** As {@link #slots}, those not above a repetition level. */
  long repeatedAtMost(int most, int at, int count) {
    long all = PresentBits.all(count);
    return most >= maxRepetition ? all : all & ~PresentBits.word(repetition, at, count, most + 1);
  }

  void ensure(int count) {
    definition = withRoom(definition, count);
    if (equal >= 0) {
      Arrays.fill(definition, 0, entries, (byte) equal);
      equal = -1;
    }
  }

  /** As {@link #ensure}, for entries that all have this definition level. */
  void ensureEqual(int level, int count) {
    if (entries == 0) {
      equal = level;
    }
    if (equal != level) {
      ensure(count);
      Arrays.fill(definition, entries, entries + count, (byte) level);
    }
  }

  private byte[] withRoom(byte[] levels, int count) {
    if (entries > MOST - count) {
      throw new CorruptPageException(
          "entries of a batch", entries + " and " + count, "at most " + MOST);
    }
    int length = entries + count + Long.BYTES;
    if (length <= levels.length) {
      return levels;
    }
    long larger = Math.max(length, levels.length < expected ? expected : 2L * levels.length);
    return Arrays.copyOf(levels, (int) Math.min(MOST, larger));
  }

  void putRepetition(byte[] levels, int from, int count) {
    repetition = withRoom(repetition, count);
    System.arraycopy(levels, from, repetition, entries, count);
  }

  void advance(int count) {
    entries += count;
  }
}
