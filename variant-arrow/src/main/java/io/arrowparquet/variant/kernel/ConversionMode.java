// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

/**
 * Which values convert to the type asked for, and how one that does not is treated.
 *
 * <table>
 *   <caption>The modes</caption>
 *   <tr><th></th><th>another value becomes null</th><th>is an error with row and path</th></tr>
 *   <tr><th>only what loses nothing converts: the table of {@link
 *       io.arrowparquet.variant.kernel.decode.VariantDecode}</th>
 *       <td>{@link #SAFE}</td><td>{@link #STRICT}</td></tr>
 *   <tr><th>casts as SQL has them: the table below</th>
 *       <td>{@link #TRY_CAST}</td><td>{@link #CAST}</td></tr>
 * </table>
 *
 * <p>A null that the type does not allow is an error in each mode.
 *
 * <p>What loses nothing converts to the same in all modes. A cast takes more:
 *
 * <table>
 *   <caption>Casts</caption>
 *   <tr><th>to</th><th>from</th></tr>
 *   <tr><td>Bool</td><td>numbers: whether it is not 0, of which NaN is one; text: {@code true, t,
 *       yes, y, 1, false, f, no, n, 0} in upper or lower case</td></tr>
 *   <tr><td>Int</td><td>numbers, rounded to the nearest integer, from the middle away from 0;
 *       booleans: 1 and 0; text of a number, rounded likewise</td></tr>
 *   <tr><td>Float64, Float32</td><td>numbers, the nearest one; booleans; text of a number,
 *       {@code NaN}, {@code Infinity} and {@code inf}</td></tr>
 *   <tr><td>Decimal</td><td>numbers and text of a number, rounded to the scale, from the middle
 *       away from 0; of a float or double its shortest decimal digits count: 1.005 is 1.01 at scale
 *       2; booleans</td></tr>
 *   <tr><td>Utf8</td><td>everything: integers and decimals in plain digits, 1.50 with its zeros;
 *       floats and doubles as Java writes them, {@code 1.0E10}; {@code 2024-01-31}, {@code
 *       01:02:03.5}, {@code 2024-01-31 01:02:03.5}, instants with {@code +00:00} after it; UUIDs;
 *       binary that is UTF-8, as it is; objects and arrays as JSON</td></tr>
 *   <tr><td>Binary</td><td>text: its UTF-8 bytes</td></tr>
 *   <tr><td>FixedSizeBinary(16)</td><td>text of a UUID</td></tr>
 *   <tr><td>Date32</td><td>timestamps: the day, of instants that in UTC; text of a date, or of a
 *       timestamp, its date as written</td></tr>
 *   <tr><td>Timestamp without a zone</td><td>dates: midnight; timestamps, instants as clocks in UTC
 *       show them, finer digits dropped towards the past; text of a timestamp as written</td></tr>
 *   <tr><td>Timestamp with a zone</td><td>instants, finer digits dropped; dates and timestamps
 *       without a zone as what clocks in the type's zone show; text of a timestamp, in the zone
 *       written or else the type's</td></tr>
 *   <tr><td>Time</td><td>times and timestamps, finer digits dropped; text of a time</td></tr>
 * </table>
 *
 * <p>A result out of the type's range is not a result: 300 as int8, 10<sup>300</sup> as float, NaN
 * as an integer. Text may have spaces around it. A number in it is {@code [+-]digits[.digits]} or
 * {@code .digits}, with {@code e[+-]digits} after it if need be, a date {@code [+-]yyyy-mm-dd}, a
 * time {@code hh:mm[:ss[.fraction]]}, a timestamp a date alone or a date, a space or {@code T}, and
 * a time, with {@code Z}, {@code UTC} or {@code [+-]hh[:mm]} after it if need be; months, days,
 * hours, minutes and seconds may have one digit. Parts of objects and arrays are cast one by one.
 * The members of a union take what they take without loss.
 *
 * <p>How Spark's {@code try_variant_get} (4.2, session in UTC) differs:
 *
 * <ul>
 *   <li>Floats, doubles and decimals are cut to integers, not rounded; text of an integer has
 *       neither a fraction nor an exponent; 2<sup>63</sup> is the greatest int64.
 *   <li>Too large a number is an infinite float or double; text of one may end in {@code d} or
 *       {@code f}.
 *   <li>Floats become decimals by the digits of the same double; as text, floats and doubles may
 *       have more digits than identify them, and decimals have no zeros at the end.
 *   <li>Numbers become timestamps with a zone, and these numbers, as seconds since 1970. They have
 *       no zone as text.
 *   <li>Text of a date may lack month and day and have anything after it; text of a time alone is a
 *       timestamp of today; a zone in text may be that of a region.
 * </ul>
 *
 * <p>How DuckDB's {@code TRY_CAST} (time zone UTC) differs:
 *
 * <ul>
 *   <li>Halves of floats and doubles are rounded to the even integer; decimals do not always become
 *       the nearest float or double; floats and doubles are multiplied to become decimals, and so
 *       have other digits than their shortest ones.
 *   <li>Floats and doubles as text have another notation of exponents, and are {@code inf} and
 *       {@code nan}; timestamps with a zone end in {@code +00}.
 *   <li>Text of a number may be hexadecimal or have underscores, and too large a one is infinite;
 *       text of a boolean or timestamp has no spaces around it.
 *   <li>Text of a date may have slashes, or anything after it, and dates and timestamps may be
 *       infinite; a time is found in the text of a date or a timestamp, and may be {@code
 *       24:00:00}. Timestamps with a zone do not become times.
 *   <li>Floats, doubles and text of a number between -0.5 and 0 do not become the unsigned integer
 *       0, nor does text of 0 with a minus sign; decimals do.
 *   <li>Timestamps are rounded to seconds and milliseconds, from the middle away from 1970, not
 *       cut.
 *   <li>Nanoseconds before 1970 are cut towards 1970 where they become microseconds, and so may be
 *       in the next second or day; nanoseconds do not become milliseconds or seconds.
 *   <li>Text of a UUID may be in braces and have hyphens elsewhere, but no spaces around it.
 *   <li>A space before a zone makes text of a timestamp none, unless the zone is {@code UTC}.
 *   <li>Text of a number with an exponent below -32,768 is no integer and no decimal; with a
 *       smaller one and digits after the point it may become the least decimal that is not 0.
 * </ul>
 */
public enum ConversionMode {
  /**
   * Lossless; a value that does not convert becomes null, an error only where null is not allowed.
   */
  SAFE,
  /** Lossless; a value that does not convert is an error that names row and path. */
  STRICT,
  /** Casts; what has no cast becomes null, an error only where the type does not allow null. */
  TRY_CAST,
  /** Casts; what has no cast is an error that names row and path. */
  CAST;

  /** Whether values are cast, rather than converted without loss. */
  public boolean casts() {
    return this == TRY_CAST || this == CAST;
  }

  /** Whether a value that does not convert becomes null where the type allows it. */
  public boolean misfitIsNull() {
    return this == SAFE || this == TRY_CAST;
  }

  /** The lossless mode that treats values which do not convert as this one does. */
  public ConversionMode lossless() {
    return misfitIsNull() ? SAFE : STRICT;
  }
}
