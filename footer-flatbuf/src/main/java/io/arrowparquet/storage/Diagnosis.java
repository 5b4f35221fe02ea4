// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong and where: the facts that the exceptions of this project hold, and the message that
 * they make. Immutable.
 */
public final class Diagnosis implements Serializable {
  /** The offset of a problem that has no one place. */
  public static final long NO_OFFSET = -1;

  private static final long serialVersionUID = 1;

  private final Place place;
  private final @Nullable String problem;
  private final long offset;
  private final @Nullable String found;
  private final @Nullable String expected;

  private Diagnosis(
      Place place,
      @Nullable String problem,
      long offset,
      @Nullable String found,
      @Nullable String expected) {
    this.place = place;
    this.problem = problem;
    this.offset = offset;
    this.found = found;
    this.expected = expected;
  }

  /**
   * A problem whose place is not known yet.
   *
   * @param problem what is wrong, as a noun phrase: {@code "footer length"}; null where {@code
   *     found} and {@code expected} say it all
   * @param offset byte offset of the problem, or {@link #NO_OFFSET}; each exception says from where
   *     it counts
   * @param found what was found, or null with {@code expected}
   * @param expected what was expected, or null where {@code problem} says it all
   */
  public static Diagnosis of(
      @Nullable String problem, long offset, @Nullable String found, @Nullable String expected) {
    return new Diagnosis(Place.NOWHERE, problem, offset, found, expected);
  }

  /** A problem without an offset, all of which its phrase says. */
  public static Diagnosis of(String problem) {
    return of(problem, null, null);
  }

  /** As {@link #of(String, long, String, String)}, without an offset. */
  public static Diagnosis of(
      @Nullable String problem, @Nullable String found, @Nullable String expected) {
    return of(problem, NO_OFFSET, found, expected);
  }

  /**
   * A column that is not what it has to be.
   *
   * @param column dotted path of the column
   */
  public static Diagnosis ofColumn(String column, String found, String expected) {
    return of(null, found, expected).at(Place.NOWHERE.inPage(column, Place.UNKNOWN, Place.UNKNOWN));
  }

  /** Where; {@link Place#NOWHERE} if nothing is known of it. */
  public Place place() {
    return place;
  }

  public @Nullable String problem() {
    return problem;
  }

  public long offset() {
    return offset;
  }

  public @Nullable String found() {
    return found;
  }

  public @Nullable String expected() {
    return expected;
  }

  /** The same problem at another place. */
  public Diagnosis at(Place newPlace) {
    return new Diagnosis(newPlace, problem, offset, found, expected);
  }

  /** One line: {@code "f.parquet: footer length at offset 12: found 7, expected 1 to 4"}. */
  public String message() {
    return message("offset");
  }

  /** The same line with another word before the offset's number: {@code "byte"}. */
  public String message(String unit) {
    StringBuilder text = new StringBuilder(place.prefix());
    if (problem != null) {
      text.append(problem);
      if (offset != NO_OFFSET) {
        text.append(" at ").append(unit).append(' ').append(offset);
      }
      text.append(expected == null ? "" : ": ");
    }
    if (expected != null) {
      text.append("found ").append(found).append(", expected ").append(expected);
    }
    return text.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Diagnosis that
        && offset == that.offset
        && place.equals(that.place)
        && Objects.equals(problem, that.problem)
        && Objects.equals(found, that.found)
        && Objects.equals(expected, that.expected);
  }

  @Override
  public int hashCode() {
    return Objects.hash(place, problem, offset, found, expected);
  }
}
