// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.statistics;

import io.arrowparquet.footer.model.PhysicalType;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What writers do otherwise than the format says, by created_by. Immutable.
 *
 * <p>Pages and statistics that a writer is known to get wrong, each until the first release without
 * the error, or for good where created_by has no version or no release is known to be right:
 *
 * <table>
 *   <caption>Known errors</caption>
 *   <tr><th>writer</th><th>what is wrong</th><th>see</th></tr>
 *   <tr><td>Polars</td><td>the null count of a chunk is multiplied by the number of its pages
 *       </td><td>pola-rs/polars#29321</td></tr>
 *   <tr><td>Polars</td><td>null counts below groups are those of the leaf's own array: lists and
 *       structs that are null are left out</td><td>pola-rs/polars#20621</td></tr>
 *   <tr><td>Polars</td><td>bounds of decimals in byte arrays are merged as unsigned bytes</td>
 *       <td>pola-rs/polars#29347</td></tr>
 *   <tr><td>Polars</td><td>bounds of a chunk of floats leave out the pages with a NaN; those pages
 *       have none</td><td>seen in files of 1.44</td></tr>
 *   <tr><td>DuckDB</td><td>below repeated groups, entries without an element are counted twice: a
 *       null count may be that of a chunk of nulls only, or greater than the number of values
 *       </td><td>seen in files of 1.5.6</td></tr>
 *   <tr><td>parquet-cpp, parquet-cpp-arrow</td><td>null counts below repeated groups leave null and
 *       empty lists out</td><td>PARQUET-2067, apache/arrow#51097</td></tr>
 *   <tr><td>parquet-cpp-arrow</td><td>histograms of definition levels up to 1 repeat the first 16384
 *       levels</td><td>apache/arrow#50778</td></tr>
 *   <tr><td>parquet-cpp before 1.4.0</td><td>bounds of floats are arbitrary where there are NaNs
 *       </td><td>PARQUET-1225</td></tr>
 *   <tr><td>parquet-mr before 1.10.0, parquet-rs before 5.0.0</td><td>a NaN that comes first in a
 *       page hides the page's other values from the chunk's bounds</td><td>PARQUET-1246,
 *       apache/arrow-rs#255</td></tr>
 *   <tr><td>parquet-cpp, parquet-cpp-arrow before 6.0.0</td><td>nulls of dictionary arrays are not
 *       counted</td><td>ARROW-12513</td></tr>
 *   <tr><td>parquet-cpp, parquet-cpp-arrow before 11.0.0</td><td>bounds of dictionary arrays are
 *       those of the first one</td><td>apache/arrow#15042</td></tr>
 *   <tr><td>parquet-mr before 1.10.0</td><td>bounds of byte arrays are compared as signed bytes, and
 *       before 1.8.0 taken from buffers that were reused</td><td>PARQUET-1025, PARQUET-251</td></tr>
 *   <tr><td>parquet-cpp, parquet-cpp-arrow before 4.0.0</td><td>bounds of decimals in byte arrays are
 *       compared as signed bytes, one by one</td><td>apache/arrow#42906</td></tr>
 *   <tr><td>parquet-rs</td><td>bounds of decimals in BYTE_ARRAY are compared as unsigned bytes; before
 *       14.0.0 those of FIXED_LEN_BYTE_ARRAY too</td><td>apache/arrow-rs#11073, #10860, #1621</td></tr>
 *   <tr><td>ClickHouse</td><td>bounds of decimals in byte arrays are compared as unsigned</td>
 *       <td>ClickHouse/ClickHouse#83754</td></tr>
 *   <tr><td>parquet-cpp before 2.0.0</td><td>data pages of version 2 say that they are not
 *       compressed, and are</td><td>apache/arrow#26312 (ARROW-10353)</td></tr>
 *   <tr><td>Parquet.jl</td><td>the CRC of every page is 0</td><td>seen in files of 0.6.0</td></tr>
 *   <tr><td>hyparquet</td><td>bounds of decimals are not those of the unscaled numbers</td>
 *       <td>hyparam/hyparquet-writer#38</td></tr>
 *   <tr><td>hyparquet</td><td>upper bounds of byte arrays are cut to 16 bytes without being rounded
 *       up, those of UUIDs are of their text, those of texts ordered by UTF-16</td>
 *       <td>hyparam/hyparquet-writer#31</td></tr>
 *   <tr><td>Parquet.Net</td><td>bounds of timestamps are milliseconds in UTC whatever the unit, since
 *       4.12.0</td><td>aloneguid/parquet-dotnet#769</td></tr>
 *   <tr><td>Parquet.Net</td><td>bounds of texts are in the order of UTF-16, and before 3.8.0 in that of
 *       the culture</td><td>its {@code StatsCompute} and {@code StringDataTypeHandler}</td></tr>
 *   <tr><td>Polars, Arrow2</td><td>bounds of byte arrays of a chunk are merged as if one that begins with
 *       the other were equal to it</td><td>pola-rs/polars, {@code write/statistics.rs}</td></tr>
 *   <tr><td>Arrow2</td><td>the upper bound of a chunk is the least of its pages' ones</td>
 *       <td>jorgecarleitao/parquet2#217</td></tr>
 *   <tr><td>Arrow's parquet-go before 18.7.0</td><td>bounds of byte arrays are taken from memory that may
 *       be in use again</td><td>apache/arrow-go#917</td></tr>
 *   <tr><td>parquet-go</td><td>bounds of decimals in byte arrays are compared as unsigned</td>
 *       <td>parquet-go/parquet-go#592</td></tr>
 *   <tr><td>parquet-go before 0.21.0</td><td>bounds of byte arrays of a chunk are taken from buffers
 *       that were reused, and leave out empty ones</td><td>parquet-go/parquet-go#54, #131</td></tr>
 *   <tr><td>parquet-go before 0.28.0</td><td>a NaN that comes first in a page hides the page's other
 *       values from the chunk's bounds</td><td>parquet-go/parquet-go#459</td></tr>
 * </table>
 *
 * <p>parquet-go is also what writes for applications that give their own name and version, and for
 * those the first release without the error is not known. It shows in created_by: there is no space
 * before the parenthesis.
 */
public final class WriterQuirks {
  private static final String PARQUET_JAVA = "parquet-mr";
  private static final String ARROWPARQUET = "arrowparquet";
  private static final String PARQUET_CPP = "parquet-cpp";
  private static final String ARROW_CPP = "parquet-cpp-arrow";
  private static final String PARQUET_RUST = "parquet-rs";
  private static final String POLARS = "Polars";

  /** Whose code Polars goes on with. */
  private static final String ARROW_RUST = "Arrow2";

  private static final String DUCKDB = "DuckDB";
  private static final String CLICKHOUSE = "ClickHouse";
  private static final String HYPARQUET = "hyparquet";
  private static final String PARQUET_NET = "Parquet.Net";
  private static final String PARQUET_GO = "github.com/parquet-go/parquet-go";
  private static final String ARROW_GO = "parquet-go";

  /** Names an application that writes with parquet-go. */
  private static final Pattern GO_FORM = Pattern.compile(".* version [^ (]*\\(build [^)]*\\)");

  private static final String PARQUET_JULIA = "Parquet.jl";
  private static final long DICTIONARY_HEADER = 100;

  /** A reader asks for one several times, and files have one writer. */
  private static volatile WriterQuirks last = read("");

  private final String createdBy;
  private final String application;
  private final WriterVersion version;

  private WriterQuirks(String createdBy, String application, WriterVersion version) {
    this.createdBy = createdBy;
    this.application = application;
    this.version = version;
  }

  public static WriterQuirks of(String createdBy) {
    String name = createdBy == null ? "" : createdBy.strip();
    WriterQuirks writer = last;
    if (!writer.createdBy.equals(name)) {
      writer = read(name);
      last = writer;
    }
    return writer;
  }

  private static WriterQuirks read(String name) {
    WriterVersion version = WriterVersion.parse(name);
    if (version == null) {
      return new WriterQuirks(name, name.split(" ", 2)[0], null);
    }
    String application = version.application();
    if (!application.equals(PARQUET_GO) && GO_FORM.matcher(name).matches()) {
      return new WriterQuirks(name, PARQUET_GO, null);
    }
    // GDAL 3.9.0, using parquet-cpp-arrow version 16.1.0
    boolean isArrow = application.endsWith(" " + ARROW_CPP);
    return new WriterQuirks(name, isArrow ? ARROW_CPP : application, version);
  }

  private boolean is(String name) {
    return name.equals(application);
  }

  /** Whether a writer is older than a release; one of unknown version counts as older. */
  private boolean isBefore(String name, int major, int minor, int patch) {
    return is(name) && (!hasVersion() || version.isBefore(major, minor, patch));
  }

  private boolean hasVersion() {
    return version != null && version.known();
  }

  /** Bytes that a chunk may be longer than total_compressed_size says: PARQUET-816. */
  public static long uncounted(String createdBy) {
    WriterQuirks writer = of(createdBy);
    boolean old = writer.hasVersion() && writer.isBefore(PARQUET_JAVA, 1, 2, 9);
    return old ? DICTIONARY_HEADER : 0;
  }

  /** Whether a column chunk has a single data page, unless that would be very large. */
  public static boolean writesOnePage(String createdBy) {
    return of(createdBy).is(DUCKDB);
  }

  /** Whether DELTA_BYTE_ARRAY values share prefixes with those of the page before: PARQUET-246. */
  public static boolean continuesDeltas(String createdBy) {
    if (createdBy == null || !createdBy.startsWith(PARQUET_JAVA)) {
      return false;
    }
    WriterQuirks writer = of(createdBy);
    return writer.version == null || writer.isBefore(PARQUET_JAVA, 1, 8, 0);
  }

  public boolean compressesEveryPage() {
    return isBefore(PARQUET_CPP, 2, 0, 0);
  }

  public boolean hasNoCrcWhereZero() {
    return is(PARQUET_JULIA);
  }

  /**
   * Whether null counts are known to be of all entries without a value, where the value, a group
   * above it or a list's elements are missing. All users of parquet-java's column writers count so,
   * and this project's writer.
   */
  public boolean countsEveryNull() {
    return is(PARQUET_JAVA) || is(ARROWPARQUET);
  }

  public boolean trustsNullCountOfChunk(boolean repeated, boolean dictionaryArrays) {
    return !is(POLARS) && trustsNullCountsOfPages(false, repeated, dictionaryArrays);
  }

  /** {@code inGroup}: the column is below a group that is optional or repeated. */
  public boolean trustsNullCountsOfPages(
      boolean inGroup, boolean repeated, boolean dictionaryArrays) {
    return !(inGroup && is(POLARS))
        && !(repeated && is(DUCKDB))
        && !(dictionaryArrays && isArrowBefore(6));
  }

  /** Arrow C++ was called parquet-cpp before 2.0.0. */
  private boolean isArrowBefore(int major) {
    return is(PARQUET_CPP) || isBefore(ARROW_CPP, major, 0, 0);
  }

  public boolean mistakesDictionaryArrays() {
    return isArrowBefore(11);
  }

  public boolean trustsHistograms(int maxDefinitionLevel) {
    return maxDefinitionLevel > 1 || !is(ARROW_CPP);
  }

  public boolean trustsBoundsOfChunks() {
    return !is(ARROW_RUST);
  }

  public boolean trustsFloatsOfPages() {
    return !isBefore(PARQUET_JAVA, 1, 10, 0)
        && !isBefore(PARQUET_CPP, 1, 4, 0)
        && !isBefore(PARQUET_RUST, 5, 0, 0);
  }

  public boolean trustsFloatsOfChunks() {
    return trustsFloatsOfPages() && !is(POLARS) && !isBefore(PARQUET_GO, 0, 28, 0);
  }

  public boolean trustsTimestamps() {
    return !is(PARQUET_NET) || (hasVersion() && version.isBefore(4, 12, 0));
  }

  /** Bounds of byte arrays have to be trusted too. */
  public boolean trustsDecimals(PhysicalType type) {
    boolean fixed = type == PhysicalType.FIXED_LEN_BYTE_ARRAY;
    if (!fixed && type != PhysicalType.BYTE_ARRAY) {
      return !is(HYPARQUET);
    }
    boolean wrong =
        is(POLARS)
            || is(CLICKHOUSE)
            || is(HYPARQUET)
            || is(PARQUET_GO)
            || isArrowBefore(4)
            || (is(PARQUET_RUST) && (!fixed || isBefore(PARQUET_RUST, 14, 0, 0)));
    return !wrong;
  }

  public boolean trustsByteArraysOfPages(boolean dictionaryArrays) {
    return !isBefore(PARQUET_JAVA, 1, 10, 0)
        && !isBefore(PARQUET_NET, 3, 8, 0)
        && !isBefore(ARROW_GO, 18, 7, 0)
        && !is(HYPARQUET)
        && !(dictionaryArrays && mistakesDictionaryArrays());
  }

  public boolean trustsByteArraysOfChunks(PhysicalType type, boolean dictionaryArrays) {
    return trustsByteArraysOfPages(dictionaryArrays)
        && !(type == PhysicalType.BYTE_ARRAY && is(POLARS))
        && !isBefore(PARQUET_GO, 0, 21, 0);
  }

  public boolean ordersTextsByUtf16() {
    return is(PARQUET_NET);
  }

  /**
   * Who wrote a file, from the {@code created_by} of its footer.
   *
   * <pre>
   *   created_by := application " version " version [" (build " hash ")"]
   * </pre>
   *
   * <p>Versions that are known are three numbers; a suffix other than {@code +build} makes a
   * version earlier than the numbers alone: {@code 1.8.0-SNAPSHOT} is before {@code 1.8.0}.
   *
   * @param known whether the version is three numbers; if not, those here are 0
   */
  record WriterVersion(
      String application, boolean known, int major, int minor, int patch, boolean suffixed) {

    private static final Pattern CREATED_BY =
        Pattern.compile("(.*?)\\s+version\\s*([^(]*?)\\s*(?:\\(\\s*build\\b[^)]*\\))?");

    private static final Pattern NUMBERS =
        Pattern.compile("(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,9})((?:[^+\\d][^+]*)?)(?:\\+.*)?");

    private static final int MAX_LENGTH = 512;

    static WriterVersion parse(String createdBy) {
      if (createdBy == null || createdBy.length() > MAX_LENGTH) {
        return null;
      }
      Matcher parts = CREATED_BY.matcher(createdBy);
      if (!parts.matches()) {
        return null;
      }
      Matcher numbers = NUMBERS.matcher(parts.group(2));
      if (!numbers.matches()) {
        return new WriterVersion(parts.group(1), false, 0, 0, 0, false);
      }
      return new WriterVersion(
          parts.group(1),
          true,
          Integer.parseInt(numbers.group(1)),
          Integer.parseInt(numbers.group(2)),
          Integer.parseInt(numbers.group(3)),
          !numbers.group(4).isEmpty());
    }

    boolean isBefore(int otherMajor, int otherMinor, int otherPatch) {
      int order =
          Arrays.compare(
              new int[] {major, minor, patch}, new int[] {otherMajor, otherMinor, otherPatch});
      return known && (order < 0 || (order == 0 && suffixed));
    }
  }
}
