// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnIndex;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.PageLocation;
import io.arrowparquet.footer.model.SizeStatistics;
import io.arrowparquet.footer.model.Type;
import io.arrowparquet.parquet.internal.filter.ValueSet;
import io.arrowparquet.parquet.internal.page.WriterQuirks;
import io.arrowparquet.parquet.internal.prune.PruningStatistics.OfColumn;
import io.arrowparquet.parquet.internal.prune.PruningStatistics.Range;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * What the statistics of one column prove. All rules of which of them may be trusted are here;
 * everything that leaves row groups, pages or column chunks unread asks this class.
 *
 * <p>A wrong fact costs rows, a fact that is not used costs time. So what is not sure is not used:
 *
 * <ol>
 *   <li>Facts that the writer is known to get wrong are not there ({@link WriterQuirks}).
 *   <li>Facts that contradict each other prove nothing: a contradiction in a chunk's statistics
 *       drops them all, one among pages drops the column index, one between the two drops both.
 *       Contradictions are:
 *       <ol type="a">
 *         <li>a count that is negative, or greater than the number of entries; nulls and NaNs, or
 *             nulls and distinct values, that are more together; nulls of a required column
 *         <li>entries of a column that is not repeated, other than rows; fewer than rows of one
 *             that is
 *         <li>a histogram of definition levels whose sum is not the number of entries, or whose
 *             greatest level disagrees with the null count (Arrow C++, ClickHouse)
 *         <li>something that shows a value (a bound, a distinct value, a NaN, bytes of values,
 *             entries at the greatest level) beside something that says there are nulls only (a
 *             null count of all entries, a null page, no entry at the greatest level), as null
 *             counts of DuckDB do
 *         <li>a null page that does not count all its rows as nulls, or counts all as nulls and is
 *             no null page: Polars takes a page with a NaN for a null page
 *         <li>a lower bound above the upper one (Polars' decimals)
 *         <li>pages whose bounds are not in the order that the column index says
 *         <li>null counts, NaN counts or histograms of pages whose sums are not the chunk's
 *         <li>bounds of pages outside those of the chunk; for byte arrays, whose bounds may be
 *             truncated, bounds that do not overlap them
 *       </ol>
 *   <li>A null page is trusted only where a null count or a histogram of the page confirms it.
 *   <li>That a column below an optional or repeated group has no null is believed only of writers
 *       that count every entry without a value, or from a histogram: others count the nulls of the
 *       leaf's own array, and not the groups and lists that are null.
 *   <li>That there are only nulls in a column below a repeated group is trusted from the same only:
 *       writers count empty lists once, twice or not at all.
 *   <li>Whether a group is null is never taken from a leaf's null count otherwise; a histogram
 *       counts the levels below the group's.
 *   <li>Bounds are used in pairs, of types whose order the format defines and is that of {@link
 *       ValueSet}s, from files that say that their bounds are ordered so: none of INT96, intervals
 *       and geometries. A bound of the wrong length, out of the type's range, or NaN spoils both;
 *       that there was one still shows a value. Bounds of byte arrays may be truncated or rounded
 *       up; an upper one of a page that has exactly 16 bytes, or none, may be cut without that. The
 *       two zeros are one number.
 *   <li>The deprecated bounds are used for signed integers and booleans only: byte arrays and
 *       unsigned integers were compared as signed (PARQUET-251, PARQUET-686), and floats come from
 *       the time before there were rules for NaN (PARQUET-1246, PARQUET-1225, IMPALA-6527).
 *   <li>Bounds do not bound NaNs: there may be some unless their count is 0.
 * </ol>
 *
 * <p>Wrong facts that this cannot detect, as there is no other fact to compare: bounds too narrow,
 * in order and within the chunk's; a null count too small, above 0 or in a file without other
 * counts; a null count of all values of a column that is not repeated, without bounds and in a file
 * without histograms; a NaN count of 0; histograms that mistake one level below the greatest for
 * another; a chunk and its pages that are wrong alike. The column index is read only where the
 * chunk's statistics do not rule out all rows: what it would contradict is then not seen.
 *
 * <p>Immutable; any thread may share one as far as its footer may be shared.
 */
public final class TrustedStatistics {
  private final FlatFooter footer;
  private final int column;
  private final WriterQuirks writer;
  private final BoundsDecoder decoder;
  private final int maxDefinition;
  private final boolean repeated;

  /** Whether null counts, where they are used, are of all entries without a value. */
  private final boolean countsEveryNull;

  /** Whether the column may have been written from dictionary arrays, if that matters. */
  private final boolean dictionaryArrays;

  private final boolean trustsPageNulls;
  private final Contradictions contradictions;

  /**
   * The statistics of a column.
   *
   * @param writer of the file
   * @param vectorType type of the column's vector
   */
  public TrustedStatistics(
      FlatFooter footer, int column, ArrowType vectorType, WriterQuirks writer) {
    this.footer = footer;
    this.column = column;
    this.writer = writer;
    SchemaElementView element = footer.schemaElement(footer.columnElement(column));
    this.dictionaryArrays =
        writer.mistakesDictionaryArrays()
            && element.type() == Type.BYTE_ARRAY
            && ArrowSchema.mayWriteDictionaries(footer, column);
    this.decoder =
        new BoundsDecoder(
            element, vectorType, footer.columnOrder(column), writer, dictionaryArrays);
    this.maxDefinition = footer.maxDefinitionLevel(column);
    this.repeated = footer.maxRepetitionLevel(column) > 0;
    int own = element.repetition() == FieldRepetitionType.OPTIONAL ? 1 : 0;
    boolean inGroup = maxDefinition > own;
    this.countsEveryNull = !inGroup || writer.countsEveryNull();
    this.trustsPageNulls = writer.trustsNullCountsOfPages(inGroup, repeated, dictionaryArrays);
    this.contradictions = new Contradictions(maxDefinition, repeated, countsEveryNull);
  }

  /** Number of the column. */
  public int column() {
    return column;
  }

  /** What the row group's statistics prove of all its rows. */
  public OfColumn ofChunk(int rowGroup) {
    Claims chunk = chunk(rowGroup);
    long rows = rows(rowGroup);
    return new OfColumn(
        List.of(
            contradictions.isIn(chunk)
                ? Range.unknown(rows)
                : range(rows, chunk, chunk.min(), chunk.max())));
  }

  /**
   * What the row group's statistics prove of a group above the column: which of its rows are null.
   *
   * @param definitionLevel least definition level at which the group is not null; no repeated
   *     element is above it
   */
  public OfColumn ofGroup(int rowGroup, int definitionLevel) {
    long rows = rows(rowGroup);
    Range noneNull = new Range(rows, null, null, true, false, false);
    if (definitionLevel == 0) {
      return new OfColumn(List.of(noneNull));
    }
    Range found = Range.unknown(rows);
    Claims chunk = chunk(rowGroup);
    if (!contradictions.isIn(chunk)) {
      if (chunk.levels() != null) {
        // A group that is null, or below one that is, gives its row one entry.
        long absent = Claims.sum(chunk.levels().subList(0, definitionLevel));
        if (absent <= rows) {
          found = new Range(rows, null, null, true, absent > 0, absent == rows);
        }
      } else if (!maySomeBeNull(chunk)) {
        found = noneNull;
      }
    }
    return new OfColumn(List.of(found));
  }

  /** Whether a chunk's own statistics allow that it holds nulls only, which pages may decide. */
  public boolean needsPages(int rowGroup) {
    Claims chunk = chunk(rowGroup);
    return !contradictions.isIn(chunk)
        && chunk.nulls() == null
        && !chunk.showValue()
        && (!footer.isComplete() || footer.chunk(rowGroup, column).columnIndex().isPresent());
  }

  /**
   * What a column index proves, page by page; what the chunk's statistics prove, where the index
   * contradicts itself.
   *
   * @param index with as many entries in each list as there are pages
   * @param pages of all the chunk
   */
  public OfColumn ofPages(int rowGroup, ColumnIndex index, List<PageLocation> pages) {
    long rows = rows(rowGroup);
    List<Claims> claims = new ArrayList<>(pages.size());
    List<Long> ends = new ArrayList<>(pages.size());
    for (int page = 0; page < pages.size(); page++) {
      long end = page + 1 < pages.size() ? pages.get(page + 1).firstRowIndex() : rows;
      claims.add(page(index, page, pages.size(), end - pages.get(page).firstRowIndex()));
      ends.add(end);
    }
    if (claims.stream().anyMatch(contradictions::isIn)
        || Contradictions.isUnordered(index, claims)) {
      return ofChunk(rowGroup);
    }
    Claims chunk = chunk(rowGroup);
    if (!contradictions.isIn(chunk) && contradictions.isBetween(chunk, claims)) {
      return new OfColumn(List.of(Range.unknown(rows)));
    }
    List<Range> ranges = new ArrayList<>(claims.size());
    for (int page = 0; page < claims.size(); page++) {
      Claims of = claims.get(page);
      Object most = decoder.mostOfPage(of.max());
      ranges.add(range(ends.get(page), of, most == null ? null : of.min(), most));
    }
    return new OfColumn(ranges);
  }

  private long rows(int rowGroup) {
    return footer.rowGroup(rowGroup).numRows();
  }

  private Range range(long end, Claims claims, Object min, Object max) {
    boolean noNaN = claims.nans() != null && claims.nans() == 0;
    return new Range(
        end, min, max, decoder.isFloating() && !noNaN, maySomeBeNull(claims), areAllNull(claims));
  }

  private boolean maySomeBeNull(Claims claims) {
    if (maxDefinition == 0) {
      return false;
    }
    if (claims.levels() != null) {
      return !claims.present().equals(claims.entries());
    }
    return !countsEveryNull || claims.nulls() == null || claims.nulls() != 0;
  }

  private boolean areAllNull(Claims claims) {
    if (claims.levels() != null) {
      return claims.present() == 0;
    }
    return (!repeated || countsEveryNull)
        && claims.nulls() != null
        && claims.nulls().equals(claims.entries());
  }

  /** What the footer says of a chunk; null if its metadata is not there to read. */
  private Claims chunk(int rowGroup) {
    ColumnChunkView chunk = footer.chunk(rowGroup, column);
    if (!chunk.hasMetadata()) {
      return null;
    }
    StatisticsView statistics = chunk.statistics();
    SizeStatistics sizes = chunk.sizeStatistics();
    boolean hasNulls =
        statistics.hasNullCount() && writer.trustsNullCountOfChunk(repeated, dictionaryArrays);
    BoundsDecoder.Bounds bounds = decoder.ofChunk(statistics);
    return new Claims(
        rows(rowGroup),
        chunk.numValues(),
        null,
        hasNulls ? statistics.nullCount() : null,
        statistics.hasNanCount() ? statistics.nanCount() : null,
        statistics.hasDistinctCount() ? statistics.distinctCount() : null,
        sizes == null || chunk.type() != Type.BYTE_ARRAY
            ? null
            : sizes.unencodedByteArrayDataBytes(),
        bounds.present(),
        bounds.min(),
        bounds.max(),
        sizes == null ? null : histogram(sizes.definitionLevelHistogram(), 0, 1));
  }

  private Claims page(ColumnIndex index, int page, int pages, long rows) {
    List<Long> levels = histogram(index.definitionLevelHistograms(), page, pages);
    Long entries = repeated ? (levels == null ? null : Claims.sum(levels)) : Long.valueOf(rows);
    boolean nullPage = index.nullPages().get(page);
    BinaryValue min = index.minValues().get(page);
    BinaryValue max = index.maxValues().get(page);
    BoundsDecoder.Bounds bounds = decoder.ofPage(min.toByteArray(), max.toByteArray());
    // Some writers give null pages a byte of zero: none unless it is a value.
    boolean bounded = nullPage ? bounds.usable() && min.length() > 0 : bounds.usable();
    return new Claims(
        rows,
        entries,
        nullPage,
        index.nullCounts() == null || !trustsPageNulls ? null : index.nullCounts().get(page),
        index.nanCounts() == null ? null : index.nanCounts().get(page),
        null,
        null,
        bounded,
        nullPage ? null : bounds.min(),
        nullPage ? null : bounds.max(),
        levels);
  }

  /** One of several histograms, one after another; null if it is not there or not to be used. */
  private List<Long> histogram(List<Long> histograms, int number, int count) {
    int length = maxDefinition + 1;
    boolean usable =
        histograms != null
            && maxDefinition > 0
            && histograms.size() == (long) count * length
            && writer.trustsHistograms(maxDefinition);
    return usable ? histograms.subList(number * length, (number + 1) * length) : null;
  }
}
