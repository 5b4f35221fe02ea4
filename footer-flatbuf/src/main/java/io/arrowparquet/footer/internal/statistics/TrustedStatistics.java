// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.statistics;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.statistics.Contradictions.Claims;
import io.arrowparquet.footer.internal.thrift.ColumnIndex;
import io.arrowparquet.footer.internal.thrift.OffsetIndex.PageLocation;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.GeospatialStatistics;
import io.arrowparquet.footer.model.GeospatialStatistics.BoundingBox;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.ParquetStatistics;
import java.util.ArrayList;
import java.util.List;

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
 *   <li>Bounds are used in pairs, of types whose order the format defines and a {@link
 *       ColumnDomain} knows, from files that say that their bounds are ordered so: none of INT96,
 *       intervals and geometries. A bound of the wrong length, out of the type's range, or NaN
 *       spoils both; that there was one still shows a value. Bounds of byte arrays may be truncated
 *       or rounded up; an upper one of a page that has exactly 16 bytes, or none, may be cut
 *       without that. The two zeros are one number.
 *   <li>The deprecated bounds are used for signed integers and booleans only: byte arrays and
 *       unsigned integers were compared as signed (PARQUET-251, PARQUET-686), and floats come from
 *       the time before there were rules for NaN (PARQUET-1246, PARQUET-1225, IMPALA-6527).
 *   <li>Bounds do not bound NaNs: there may be some unless their count is 0.
 *   <li>A box of geometries with a NaN, or with y inverted, bounds nothing. Where x is inverted, x
 *       is bounded for points alone: a line across the antimeridian has coordinates on both sides.
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
  /** How far apart the numbers of WKB's types with z, m and both are. */
  private static final int GEOMETRY_TYPES = 1000;

  private final ChunkClaims.Source chunks;
  private final int column;
  private final ColumnDomain domain;
  private final WriterQuirks writer;
  private final TrustedBounds bounds;
  private final int maxDefinition;
  private final boolean repeated;
  private final boolean isGeospatial;
  private final boolean countsEveryNull;
  private final boolean dictionaryArrays;
  private final boolean trustsPageNulls;
  private final boolean trustsHistograms;
  private final Contradictions contradictions;

  /**
   * Of the files of one writer.
   *
   * @param dictionaryArrays whether the column may have been written from dictionary arrays, and
   *     the writer {@linkplain WriterQuirks#mistakesDictionaryArrays mistakes} them
   */
  public TrustedStatistics(
      ChunkClaims.Source chunks,
      int column,
      ColumnDomain domain,
      WriterQuirks writer,
      boolean dictionaryArrays) {
    FlatFooter footer = chunks.footer();
    this.chunks = chunks;
    this.column = column;
    this.domain = domain;
    this.writer = writer;
    this.dictionaryArrays = dictionaryArrays;
    this.bounds = new TrustedBounds(domain, footer.columnOrder(column), writer, dictionaryArrays);
    SchemaElementView element = footer.schemaElement(footer.columnElement(column));
    this.maxDefinition = footer.maxDefinitionLevel(column);
    this.repeated = footer.maxRepetitionLevel(column) > 0;
    LogicalType annotation = element.logicalType();
    this.isGeospatial =
        annotation instanceof LogicalType.GeometryType
            || annotation instanceof LogicalType.GeographyType;
    int own = element.repetition() == FieldRepetitionType.OPTIONAL ? 1 : 0;
    boolean inGroup = maxDefinition > own;
    this.countsEveryNull = !inGroup || writer.countsEveryNull();
    this.trustsPageNulls = writer.trustsNullCountsOfPages(inGroup, repeated, dictionaryArrays);
    this.trustsHistograms = writer.trustsHistograms(maxDefinition);
    this.contradictions = new Contradictions(maxDefinition, repeated, countsEveryNull);
  }

  /**
   * What is known of the values of a range of rows.
   *
   * @param end the first row after the range, which begins where the one before ended
   * @param min no value is less, in the order of its {@link ColumnDomain}; null if not known
   * @param max null if and only if {@code min} is
   * @param unbounded whether there may be NaNs
   * @param someNull whether there may be rows without a value
   */
  public record Range(
      long end, Object min, Object max, boolean unbounded, boolean someNull, boolean allNull) {

    public static Range unknown(long end) {
      return new Range(end, null, null, true, true, false);
    }

    public Range endingAt(long newEnd) {
      return newEnd == end ? this : new Range(newEnd, min, max, unbounded, someNull, allNull);
    }
  }

  /**
   * A range with its counts, and whether its bounds are values that are there.
   *
   * @param entries values, those that are absent included; null if not known
   * @param nulls entries without a value; null if not known
   * @param nans NaNs, 0 of types that have none; null if not known
   * @param exactMin whether the lower bound is the least value; null if not known
   * @param exactMax as {@code exactMin}
   */
  public record Counted(
      Range range, Long entries, Long nulls, Long nans, Boolean exactMin, Boolean exactMax) {
    /** Of no rows, to which others are added. */
    public static final Counted NOTHING =
        new Counted(new Range(0, null, null, false, false, true), 0L, 0L, 0L, null, null);

    public static Counted unknown(long end) {
      return new Counted(Range.unknown(end), null, null, null, null, null);
    }

    /** Of the rows of both together. */
    public Counted and(Counted next) {
      Range after = next.range;
      Object min = outer(next, range.min, after.min, -1);
      Object max = outer(next, range.max, after.max, 1);
      boolean known = min != null && max != null;
      return new Counted(
          new Range(
              range.end + after.end,
              known ? min : null,
              known ? max : null,
              range.unbounded || after.unbounded,
              range.someNull || after.someNull,
              range.allNull && after.allNull),
          sum(entries, next.entries),
          sum(nulls, next.nulls),
          sum(nans, next.nans),
          min == range.min ? exactMin : next.exactMin,
          max == range.max ? exactMax : next.exactMax);
    }

    /** The bound of both that is further out; null where the values of one have none. */
    private Object outer(Counted next, Object own, Object other, int direction) {
      if (own == null || other == null) {
        return next.isWithoutValues() ? own : (isWithoutValues() ? other : null);
      }
      return ColumnDomain.compare(other, own) * direction > 0 ? other : own;
    }

    private static Long sum(Long own, Long other) {
      return own == null || other == null ? null : (Long) (own + other);
    }

    private boolean isWithoutValues() {
      return range.allNull || (entries != null && entries == 0);
    }
  }

  public int column() {
    return column;
  }

  public ColumnDomain domain() {
    return domain;
  }

  public Range ofChunk(int rowGroup) {
    long rows = chunks.rows(rowGroup);
    Claims chunk = chunk(rowGroup, rows);
    return contradictions.isIn(chunk)
        ? Range.unknown(rows)
        : range(rows, chunk, chunk.min(), chunk.max());
  }

  public Counted countsOfChunk(int rowGroup) {
    long rows = chunks.rows(rowGroup);
    Claims chunk = chunk(rowGroup, rows);
    if (contradictions.isIn(chunk)) {
      return Counted.unknown(rows);
    }
    ParquetStatistics statistics = chunks.chunk(rowGroup, column).statistics();
    boolean isOfChunk = bounds.areOfChunk(statistics);
    return new Counted(
        range(rows, chunk, chunk.min(), chunk.max()),
        chunk.entries(),
        nulls(chunk),
        nans(chunk),
        isOfChunk ? isExact(chunk.min(), statistics.isMinValueExact()) : null,
        isOfChunk ? isExact(chunk.max(), statistics.isMaxValueExact()) : null);
  }

  /** Writers give a zero the sign that bounds both. */
  private static Boolean isExact(Object bound, Boolean claim) {
    boolean isZero = bound instanceof Double number && number == 0;
    return (isZero || bound == null) ? null : claim;
  }

  private Long nans(Claims claims) {
    return domain.mayHaveNaN() ? claims.nans() : (Long) 0L;
  }

  private Long nulls(Claims claims) {
    if (maxDefinition == 0) {
      return 0L;
    }
    if (claims.levels() != null) {
      return claims.entries() - claims.present();
    }
    return countsEveryNull ? claims.nulls() : null;
  }

  /**
   * The box, of x and y, that has all coordinates of the row group's geometries, but for those that
   * {@link GeospatialStatistics} leave out; x may be inverted. Null if not known.
   */
  public BoundingBox box(int rowGroup) {
    ChunkClaims chunk = isGeospatial ? chunks.chunk(rowGroup, column) : null;
    GeospatialStatistics found = chunk == null ? null : chunk.geospatial();
    BoundingBox box = found == null ? null : found.bbox();
    boolean isKnown =
        box != null
            && box.ymin() <= box.ymax()
            && !Double.isNaN(box.xmin())
            && !Double.isNaN(box.xmax())
            && !contradictions.isIn(chunk(rowGroup, chunks.rows(rowGroup)));
    if (!isKnown || box.xmin() <= box.xmax() || hasPointsOnly(found.geospatialTypes())) {
      return isKnown ? box : null;
    }
    return new BoundingBox(
        Double.NEGATIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        box.ymin(),
        box.ymax(),
        null,
        null,
        null,
        null);
  }

  /** 1, 1001, 2001 and 3001, if the types are known. */
  private static boolean hasPointsOnly(List<Integer> types) {
    return types != null
        && !types.isEmpty()
        && types.stream().allMatch(type -> type % GEOMETRY_TYPES == 1);
  }

  /**
   * What the row group's statistics prove of a group above the column: which of its rows are null.
   *
   * @param definitionLevel least definition level at which the group is not null; no repeated
   *     element is above it
   */
  public Range ofGroup(int rowGroup, int definitionLevel) {
    long rows = chunks.rows(rowGroup);
    Range noneNull = new Range(rows, null, null, true, false, false);
    if (definitionLevel == 0) {
      return noneNull;
    }
    Claims chunk = chunk(rowGroup, rows);
    if (!contradictions.isIn(chunk)) {
      if (chunk.levels() != null) {
        // A group that is null, or below one that is, gives its row one entry.
        long absent = Claims.sum(chunk.levels().subList(0, definitionLevel));
        if (absent <= rows) {
          return new Range(rows, null, null, true, absent > 0, absent == rows);
        }
      } else if (!maySomeBeNull(chunk)) {
        return noneNull;
      }
    }
    return Range.unknown(rows);
  }

  /** Whether a chunk's own statistics allow that it holds nulls only, which pages may decide. */
  public boolean needsPages(int rowGroup) {
    Claims chunk = chunk(rowGroup, chunks.rows(rowGroup));
    return !contradictions.isIn(chunk) && chunk.nulls() == null && !chunk.showValue();
  }

  /**
   * Page by page; what the chunk's statistics prove, where the index contradicts itself.
   *
   * @param index with as many entries in each list as there are pages, which are all of the chunk
   */
  public List<Range> ofPages(int rowGroup, ColumnIndex index, List<PageLocation> pages) {
    return countsOfPages(rowGroup, index, pages).stream().map(Counted::range).toList();
  }

  /** As {@link #ofPages}. */
  public List<Counted> countsOfPages(int rowGroup, ColumnIndex index, List<PageLocation> pages) {
    long rows = chunks.rows(rowGroup);
    List<Claims> claims = new ArrayList<>(pages.size());
    List<Long> ends = new ArrayList<>(pages.size());
    for (int page = 0; page < pages.size(); page++) {
      long end = page + 1 < pages.size() ? pages.get(page + 1).firstRowIndex() : rows;
      claims.add(page(index, page, pages.size(), end - pages.get(page).firstRowIndex()));
      ends.add(end);
    }
    if (claims.stream().anyMatch(contradictions::isIn)
        || Contradictions.isUnordered(index, claims)) {
      return List.of(countsOfChunk(rowGroup));
    }
    Claims chunk = chunk(rowGroup, rows);
    if (!contradictions.isIn(chunk) && contradictions.isBetween(chunk, claims)) {
      return List.of(Counted.unknown(rows));
    }
    List<Counted> ranges = new ArrayList<>(claims.size());
    for (int page = 0; page < claims.size(); page++) {
      Claims of = claims.get(page);
      Object most = bounds.mostOfPage(of.max());
      Range range = range(ends.get(page), of, most == null ? null : of.min(), most);
      ranges.add(new Counted(range, of.entries(), nulls(of), nans(of), null, null));
    }
    return ranges;
  }

  private Range range(long end, Claims claims, Object min, Object max) {
    boolean noNaN = claims.nans() != null && claims.nans() == 0;
    return new Range(
        end, min, max, domain.mayHaveNaN() && !noNaN, maySomeBeNull(claims), areAllNull(claims));
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

  private Claims chunk(int rowGroup, long rows) {
    ChunkClaims chunk = chunks.chunk(rowGroup, column);
    if (chunk == null) {
      return null;
    }
    boolean countsNulls = writer.trustsNullCountOfChunk(repeated, dictionaryArrays);
    TrustedBounds.Bounds found = bounds.ofChunk(chunk.statistics());
    return chunk.claims(
        rows,
        countsNulls ? chunk.statistics().nullCount() : null,
        found.min(),
        found.max(),
        trustsHistograms ? chunk.levels(maxDefinition) : null);
  }

  private Claims page(ColumnIndex index, int page, int pages, long rows) {
    List<Long> levels =
        trustsHistograms
            ? Claims.histogram(index.definitionLevelHistograms(), page, pages, maxDefinition)
            : null;
    Long entries = repeated ? (levels == null ? null : Claims.sum(levels)) : Long.valueOf(rows);
    boolean nullPage = index.nullPages().get(page);
    BinaryValue min = index.minValues().get(page);
    TrustedBounds.Bounds found = bounds.ofPage(min, index.maxValues().get(page));
    // Some writers give null pages a byte of zero: none unless it is a value.
    boolean bounded = found.min() != null && !(nullPage && min.length() == 0);
    return new Claims(
        rows,
        entries,
        nullPage,
        index.nullCounts() == null || !trustsPageNulls ? null : index.nullCounts().get(page),
        index.nanCounts() == null ? null : index.nanCounts().get(page),
        null,
        null,
        bounded,
        nullPage ? null : found.min(),
        nullPage ? null : found.max(),
        levels);
  }
}
