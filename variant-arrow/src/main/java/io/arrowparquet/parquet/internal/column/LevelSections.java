// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.internal.encoding.HybridDecoder;
import io.arrowparquet.parquet.internal.encoding.LevelDecoder;
import io.arrowparquet.parquet.internal.encoding.LevelDecoder.BitPackedDecoder;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * The levels of a data page; a maximum level of 0 takes no bytes at all. Levels in the deprecated
 * BIT_PACKED encoding have no length: it follows from the number of values.
 *
 * <pre>
 * version 1:  | length (4, LE) | repetition runs | length | definition runs | values |
 * version 2:  | repetition runs | definition runs | values |     lengths in the page header
 * </pre>
 */
final class LevelSections {
  private final int maxRepetition;
  private final int maxDefinition;
  private final HybridDecoder repetitionRuns = new HybridDecoder();
  private final HybridDecoder definitionRuns = new HybridDecoder();
  private LevelDecoder repetition = repetitionRuns;
  private LevelDecoder definition = definitionRuns;
  private long valuesStart;

  LevelSections(int maxRepetition, int maxDefinition) {
    this.maxRepetition = maxRepetition;
    this.maxDefinition = maxDefinition;
  }

  void wrap(Page page) {
    if (page.isV2()) {
      repetition = repetitionRuns.wrap(page.start(), page.definitionStart(), width(maxRepetition));
      definition =
          definitionRuns.wrap(page.definitionStart(), page.valuesStart(), width(maxDefinition));
      valuesStart = page.valuesStart();
      return;
    }
    valuesStart = page.start();
    repetition = section(page, page.repetitionEncoding(), maxRepetition, repetitionRuns);
    definition = section(page, page.definitionEncoding(), maxDefinition, definitionRuns);
  }

  /** A section of a version 1 page at {@link #valuesStart}, which moves after it. */
  private LevelDecoder section(
      Page page, ParquetEncoding encoding, int maxLevel, HybridDecoder runs) {
    if (maxLevel == 0) {
      return runs;
    }
    long start = valuesStart;
    if (encoding == ParquetEncoding.RLE) {
      page.require(start, Math.min(start + Integer.BYTES, page.end()));
      int length = readLength(start, page.end());
      valuesStart = start + Integer.BYTES + length;
      page.require(start, valuesStart);
      return runs.wrap(start + Integer.BYTES, valuesStart, width(maxLevel));
    }
    if (encoding != ParquetEncoding.BIT_PACKED) {
      throw new CorruptPageException(
          "encoding of levels", encoding.toString(), "RLE or BIT_PACKED");
    }
    long length = BitPackedDecoder.byteLength(page.numValues(), width(maxLevel));
    Page.requireBytes("bit-packed levels", page.end() - start, length);
    valuesStart = start + length;
    page.require(start, valuesStart);
    return new BitPackedDecoder(start, valuesStart, width(maxLevel));
  }

  static int readLength(long start, long end) {
    Page.requireBytes("length of a section", end - start, Integer.BYTES);
    int length = MemoryUtil.getInt(start);
    long most = end - start - Integer.BYTES;
    if (length < 0 || length > most) {
      throw Page.outside("length of a section", length, most, "the rest of the page");
    }
    return length;
  }

  private static int width(int maxLevel) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(maxLevel);
  }

  boolean areRepeated() {
    return maxRepetition > 0;
  }

  long valuesStart() {
    return valuesStart;
  }

  void readRepetition(byte[] out, int at, int count) {
    repetition.readLevels(out, at, count);
    check("repetition level", out, at, count, maxRepetition);
  }

  void readDefinition(byte[] out, int at, int count) {
    definition.readLevels(out, at, count);
    check("definition level", out, at, count, maxDefinition);
  }

  /** Whether definition levels are the bits of {@link #readPresentBits}. */
  boolean arePresentBits() {
    return maxDefinition == 1 && definition == definitionRuns;
  }

  /** Reads definition levels of 0 and 1 as {@link PresentBits}; returns how many are 1. */
  int readPresentBits(long[] out, int count) {
    definitionRuns.readBits(out, count);
    return PresentBits.count(out, count);
  }

  int takeEqualDefinition(int count) {
    int level = definition.takeEqual(count);
    if (level > maxDefinition) {
      throw beyond("definition level", maxDefinition);
    }
    return level;
  }

  private static void check(String what, byte[] levels, int at, int count, int max) {
    // Else all values of the bit width are levels.
    boolean areMore = (max & (max + 1)) != 0;
    if (areMore && PresentBits.atLeast(max + 1, levels, at, at + count) > 0) {
      throw beyond(what, max);
    }
  }

  private static CorruptPageException beyond(String what, int max) {
    return new CorruptPageException(what, "more than " + max, "0 to " + max);
  }
}
