// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.chunk;

import io.arrowparquet.bundle.internal.arrow.BlockWriter;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.SizeStatistics;
import java.util.ArrayList;
import java.util.List;

/**
 * What several chunks of a column say together, as if they were one chunk: the sums of their counts
 * and the bounds of their bounds. Readers treat it as any chunk's statistics.
 *
 * <p>It must not make readers believe what they would not believe of each chunk alone. So it says
 * nothing where the facts of a chunk exclude each other: what is wrong in one chunk may not show in
 * the sums. Histograms that are wrong make its own wrong, as there are writers whose histograms
 * readers ignore. For one thread.
 */
public final class ChunkSummary {
  /** A number of values that cannot be: readers then trust no fact of the chunk. */
  private static final long NOTHING_KNOWN = -1;

  private final SchemaLeaves.LeafLevels levels;
  private final MergedBounds bounds;
  private final MergedBounds deprecatedBounds;
  private long values;
  private int chunks;

  /** The chunks' type; meaningless without chunks. */
  private long type;

  /** Null where some chunk has none. */
  private Long nulls = 0L;

  private Long nans = 0L;

  /** Of definition levels; null where no chunk has one. */
  private long[] histogram;

  private boolean isHistogramWrong;
  private boolean isUnknown;

  public ChunkSummary(SchemaLeaves.LeafLevels levels) {
    this.levels = levels;
    this.bounds = new MergedBounds(levels.order(), levels.mostBytes());
    boolean isSigned = levels.order().isSigned();
    this.deprecatedBounds =
        new MergedBounds(isSigned ? levels.order() : BoundOrder.NONE, levels.mostBytes());
  }

  /**
   * Adds a chunk.
   *
   * @param facts rows of {@link ChunkFacts}
   * @param rowCount of the chunk's row group
   */
  public void add(BlockWriter facts, int row, long rowCount) {
    Long found = facts.number(ChunkFacts.NUM_VALUES).get(row);
    Long foundType = facts.number(ChunkFacts.TYPE).get(row);
    long entries = found == null ? -1 : found;
    long flags = facts.number(ChunkFacts.FLAGS).get(row);
    boolean isUsable =
        (flags & ChunkFacts.HAS_STATISTICS) != 0
            && foundType != null
            && rowCount >= 0
            && (levels.isRepeated() ? entries >= rowCount : entries == rowCount)
            && entries <= Long.MAX_VALUE - values;
    isUsable &= chunks == 0 || (foundType != null && foundType == type);
    values += isUsable ? entries : 0;
    type = foundType == null ? type : foundType;
    chunks++;
    isUnknown |= !isUsable;
    if (!isUnknown) {
      addStatistics(facts, row, entries, flags);
    }
  }

  /** Makes the summary say nothing. */
  public void forget() {
    isUnknown = true;
  }

  private void addStatistics(BlockWriter facts, int row, long entries, long flags) {
    Long chunkNulls = facts.number(ChunkFacts.NULL_COUNT).get(row);
    Long chunkNans = facts.number(ChunkFacts.NAN_COUNT).get(row);
    long valuesAtMost = entries - (chunkNulls == null ? 0 : chunkNulls);
    boolean areCounts =
        valuesAtMost >= 0
            && valuesAtMost <= entries
            && (levels.maxDefinition() > 0 || valuesAtMost == entries)
            && isCount(chunkNans, valuesAtMost)
            && isCount(facts.number(ChunkFacts.DISTINCT_COUNT).get(row), valuesAtMost);
    SizeStatistics sizes = sizes(facts.bytes(ChunkFacts.SIZE_STATISTICS).get(row));
    boolean areNull = entries == 0 || (valuesAtMost == 0 && hasNoValue(sizes, entries));
    BinaryValue min = facts.bytes(ChunkFacts.MIN_VALUE).get(row);
    BinaryValue max = facts.bytes(ChunkFacts.MAX_VALUE).get(row);
    boolean isOldMin = (flags & ChunkFacts.MIN_IS_MIN_VALUE) != 0;
    boolean isOldMax = (flags & ChunkFacts.MAX_IS_MAX_VALUE) != 0;
    BinaryValue oldMin = isOldMin ? min : facts.bytes(ChunkFacts.MIN).get(row);
    BinaryValue oldMax = isOldMax ? max : facts.bytes(ChunkFacts.MAX).get(row);
    boolean showsValue =
        min != null || max != null || oldMin != null || oldMax != null || hasBytes(sizes);
    if (!areCounts || (entries > 0 && valuesAtMost == 0 && showsValue)) {
      isUnknown = true;
      return;
    }
    nulls = sum(nulls, chunkNulls);
    nans = sum(nans, chunkNans);
    addHistogram(sizes, entries, chunkNulls);
    isUnknown |= !bounds.add(min, max, areNull);
    // Readers prefer the others where they may use them.
    boolean isOld = min == null && max == null;
    boolean isBoth = isOldMin && isOldMax;
    isUnknown |=
        !deprecatedBounds.add(
            isOld || isBoth ? oldMin : null, isOld || isBoth ? oldMax : null, areNull);
  }

  private static boolean isCount(Long count, long most) {
    return count == null || (count >= 0 && count <= most);
  }

  private static Long sum(Long total, Long more) {
    return total == null || more == null ? null : (Long) (total + more);
  }

  private SizeStatistics sizes(BinaryValue thrift) {
    if (thrift == null) {
      return null;
    }
    try {
      return ParquetStructs.SIZE_STATISTICS.read(new CompactReader(thrift.toByteArray()));
    } catch (CorruptFooterException damaged) {
      isUnknown = true;
      return null;
    }
  }

  private static boolean hasBytes(SizeStatistics sizes) {
    Long bytes = sizes == null ? null : sizes.unencodedByteArrayDataBytes();
    return bytes != null && bytes != 0;
  }

  private List<Long> histogram(SizeStatistics sizes) {
    List<Long> counts = sizes == null ? null : sizes.definitionLevelHistogram();
    boolean isUsable =
        counts != null && levels.maxDefinition() > 0 && counts.size() == levels.maxDefinition() + 1;
    return isUsable ? counts : null;
  }

  /**
   * Whether the histogram confirms that there are only nulls. A null count alone does not: there
   * are writers whose null counts readers ignore.
   */
  private boolean hasNoValue(SizeStatistics sizes, long entries) {
    List<Long> counts = histogram(sizes);
    return counts != null && entries > 0 && counts.get(levels.maxDefinition()) == 0;
  }

  private void addHistogram(SizeStatistics sizes, long entries, Long chunkNulls) {
    List<Long> counts = histogram(sizes);
    if (counts == null) {
      // Of some chunks only, it is of no use; and what it excludes would not show.
      isUnknown |= histogram != null;
      return;
    }
    if (histogram == null) {
      isUnknown |= chunks > 1;
      histogram = new long[counts.size()];
    }
    long sum = 0;
    for (int level = 0; level < histogram.length; level++) {
      long count = counts.get(level);
      isHistogramWrong |= count < 0 || count > entries;
      sum += count;
      histogram[level] += count;
    }
    long absent = entries - counts.get(levels.maxDefinition());
    isHistogramWrong |= sum != entries || (chunkNulls != null && chunkNulls > absent);
  }

  /** Adds a row of {@link ChunkFacts}. */
  public void writeTo(BlockWriter facts) {
    int flags = ChunkFacts.HAS_META_DATA | ChunkFacts.HAS_PATH;
    BinaryValue min = isUnknown ? null : bounds.min();
    BinaryValue max = isUnknown ? null : bounds.max();
    BinaryValue oldMin = isUnknown ? null : deprecatedBounds.min();
    BinaryValue oldMax = isUnknown ? null : deprecatedBounds.max();
    boolean isOldMin = min != null && min.equals(oldMin);
    boolean isOldMax = max != null && max.equals(oldMax);
    flags |= isUnknown ? 0 : ChunkFacts.HAS_STATISTICS;
    flags |= isOldMin ? ChunkFacts.MIN_IS_MIN_VALUE : 0;
    flags |= isOldMax ? ChunkFacts.MAX_IS_MAX_VALUE : 0;
    facts.number(ChunkFacts.NUM_VALUES).add(isUnknown ? NOTHING_KNOWN : values);
    facts.number(ChunkFacts.FLAGS).add(flags);
    facts.number(ChunkFacts.TYPE).add(type);
    facts.number(ChunkFacts.NULL_COUNT).add(isUnknown ? null : nulls);
    facts.number(ChunkFacts.DISTINCT_COUNT).addNull();
    facts.number(ChunkFacts.NAN_COUNT).add(isUnknown ? null : nans);
    add(facts, ChunkFacts.MIN_VALUE, min);
    add(facts, ChunkFacts.MAX_VALUE, max);
    facts.number(ChunkFacts.IS_MIN_VALUE_EXACT).addNull();
    facts.number(ChunkFacts.IS_MAX_VALUE_EXACT).addNull();
    add(facts, ChunkFacts.MIN, isOldMin ? null : oldMin);
    add(facts, ChunkFacts.MAX, isOldMax ? null : oldMax);
    facts.bytes(ChunkFacts.SIZE_STATISTICS).add(isUnknown ? null : sizeStatistics());
  }

  private static void add(BlockWriter facts, int field, BinaryValue bound) {
    facts.bytes(field).add(bound == null ? null : bound.toByteArray());
  }

  private byte[] sizeStatistics() {
    if (histogram == null) {
      return null;
    }
    List<Long> counts = new ArrayList<>();
    for (long count : histogram) {
      counts.add(count);
    }
    if (isHistogramWrong) {
      // No sum of counts is negative: a reader that uses the histogram finds the contradiction.
      counts.set(0, -1L);
    }
    CompactWriter out = new CompactWriter();
    ParquetStructs.SIZE_STATISTICS.write(out, new SizeStatistics(null, null, counts));
    return out.toByteArray();
  }
}
