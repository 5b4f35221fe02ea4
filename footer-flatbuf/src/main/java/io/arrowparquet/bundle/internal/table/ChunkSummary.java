// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockWriter;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.statistics.ChunkClaims;
import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.internal.statistics.ColumnDomain.Kind;
import io.arrowparquet.footer.internal.statistics.Contradictions;
import io.arrowparquet.footer.internal.statistics.Contradictions.Claims;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SizeStatistics;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

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
  private final Contradictions contradictions;
  private final MergedBounds bounds;
  private final MergedBounds deprecatedBounds;
  private long values;
  private int chunks;

  /** The chunks' type; null without chunks. */
  private PhysicalType type;

  /** Null where some chunk has none. */
  private Long nulls = 0L;

  private Long nans = 0L;

  /** Of definition levels; null where no chunk has one. */
  private long[] histogram;

  private boolean isHistogramWrong;
  private boolean isUnknown;

  public ChunkSummary(SchemaLeaves.LeafLevels levels) {
    this.levels = levels;
    this.contradictions =
        new Contradictions(
            levels.maxDefinition(), levels.isRepeated(), /* countsEveryNull= */ false);
    this.bounds = new MergedBounds(levels.domain(), levels.domain().kind() != Kind.NONE);
    this.deprecatedBounds = new MergedBounds(levels.domain(), levels.domain().isOfSignedIntegers());
  }

  public void add(BlockWriter facts, int row, long rowCount) {
    ChunkClaims chunk = null;
    try {
      chunk =
          ChunkFacts.claims(
              field -> facts.number(field).get(row), field -> facts.bytes(field).get(row));
    } catch (CorruptFooterException damaged) {
      // A summary says nothing of it.
    }
    chunks++;
    isUnknown |=
        chunk == null
            || chunk.type() == null
            || (chunks > 1 && chunk.type() != type)
            || chunk.entries() > Long.MAX_VALUE - values;
    if (!isUnknown) {
      type = chunk.type();
      values += chunk.entries();
      add(chunk, rowCount);
    }
  }

  public void forget() {
    isUnknown = true;
  }

  private void add(ChunkClaims chunk, long rowCount) {
    ParquetStatistics statistics = chunk.statistics();
    Long nullCount = statistics.nullCount();
    List<Long> counts = chunk.levels(levels.maxDefinition());
    Claims claims = chunk.claims(rowCount, nullCount, null, null, counts);
    boolean areWrong = contradictions.isIn(claims);
    isHistogramWrong |= areWrong;
    // There are writers whose histograms readers ignore.
    isUnknown |=
        counts == null
            ? areWrong
            : contradictions.isIn(chunk.claims(rowCount, nullCount, null, null, null));
    nulls = sum(nulls, nullCount);
    nans = sum(nans, statistics.nanCount());
    addHistogram(counts);
    // A null count alone does not show that there are only nulls: readers may ignore it.
    boolean areNull =
        chunk.entries() == 0
            || (Objects.equals(nullCount, claims.entries())
                && counts != null
                && claims.present() == 0);
    isUnknown |= !bounds.add(statistics.minValue(), statistics.maxValue(), areNull);
    // Readers prefer the others where they may use them.
    boolean isOld = statistics.minValue() == null && statistics.maxValue() == null;
    boolean isBoth =
        Objects.equals(statistics.min(), statistics.minValue())
            && Objects.equals(statistics.max(), statistics.maxValue());
    isUnknown |=
        !deprecatedBounds.add(
            isOld || isBoth ? statistics.min() : null,
            isOld || isBoth ? statistics.max() : null,
            areNull);
  }

  private static Long sum(Long total, Long more) {
    return total == null || more == null ? null : (Long) (total + more);
  }

  private void addHistogram(List<Long> counts) {
    if (counts == null) {
      // Of some chunks only, it is of no use; and what it excludes would not show.
      isUnknown |= histogram != null;
      return;
    }
    if (histogram == null) {
      isUnknown |= chunks > 1;
      histogram = new long[counts.size()];
    }
    for (int level = 0; level < histogram.length; level++) {
      histogram[level] += counts.get(level);
    }
  }

  private static final class MergedBounds {
    private final ColumnDomain domain;
    private boolean areKnown;
    private BinaryValue min;
    private BinaryValue max;
    private Object least;
    private Object greatest;

    MergedBounds(ColumnDomain domain, boolean areKnown) {
      this.domain = domain;
      this.areKnown = areKnown;
    }

    /**
     * Adds those of a chunk.
     *
     * @param lower null if there is none
     * @param areNull whether it has no values, and so needs no bounds
     * @return false if they exclude each other
     */
    boolean add(BinaryValue lower, BinaryValue upper, boolean areNull) {
      if (!areKnown || (areNull && lower == null && upper == null)) {
        return true;
      }
      Object low = domain.decode(lower);
      Object high = domain.decode(upper);
      areKnown = low != null && high != null;
      if (!areKnown) {
        return true;
      }
      if (ColumnDomain.compare(low, high) > 0) {
        return false;
      }
      if (least == null || ColumnDomain.compare(low, least) < 0) {
        least = low;
        min = lower.copy();
      }
      if (greatest == null || ColumnDomain.compare(high, greatest) > 0) {
        greatest = high;
        max = upper.copy();
      }
      return true;
    }

    /** Null where not known, or without values. */
    BinaryValue min() {
      return areKnown ? min : null;
    }

    BinaryValue max() {
      return areKnown ? max : null;
    }
  }

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
    facts.number(ChunkFacts.TYPE).add(type == null ? 0 : type.number());
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
    facts.bytes(ChunkFacts.GEOSPATIAL_STATISTICS).addNull();
  }

  private static void add(BlockWriter facts, int field, BinaryValue bound) {
    facts.bytes(field).add(bound == null ? null : bound.toByteArray());
  }

  private byte[] sizeStatistics() {
    if (histogram == null) {
      return null;
    }
    if (isHistogramWrong) {
      // No sum of counts is negative: a reader that uses the histogram finds the contradiction.
      histogram[0] = -1;
    }
    List<Long> counts = Arrays.stream(histogram).boxed().toList();
    CompactWriter out = new CompactWriter();
    ParquetStructs.SIZE_STATISTICS.write(out, new SizeStatistics(null, null, counts));
    return out.toByteArray();
  }
}
