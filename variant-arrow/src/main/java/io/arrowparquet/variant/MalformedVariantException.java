// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.Diagnosis;
import io.arrowparquet.storage.Place;

/**
 * Thrown when the bytes of a Variant, or the way it is shredded, violate the specification.
 *
 * <p>The offset counts from the start of the value (or of the metadata, as {@code problem} says).
 * Layers that see only bytes know the offset; the layer that walks rows adds the row with {@link
 * #atRow(long)}, and the one that knows the field adds the path with {@link #at(String)}.
 */
public final class MalformedVariantException extends DiagnosedException {
  private static final long serialVersionUID = 1L;

  /** Row or offset of an exception that cannot be tied to one. */
  public static final long UNKNOWN = Place.UNKNOWN;

  /**
   * A problem at one place of a value or its metadata.
   *
   * @param problem what is wrong, as a noun phrase: {@code "number of array elements"}
   * @param offset byte offset, or {@link #UNKNOWN}
   * @param found what the bytes say
   * @param expected what the specification requires there
   */
  public MalformedVariantException(String problem, long offset, String found, String expected) {
    this(new Diagnosis(problem, offset, found, expected), null);
  }

  private MalformedVariantException(Diagnosis diagnosis, Throwable cause) {
    super(diagnosis, diagnosis.message("byte"), cause);
  }

  /** The same problem, this one its cause, with its row; this one if a row is known already. */
  public MalformedVariantException atRow(long rowNumber) {
    return at(place().atRow(rowNumber));
  }

  /** The same problem with the path ({@code $.a[0].b}) of the field; this one if one is known. */
  public MalformedVariantException at(String fieldPath) {
    return path() != null ? this : at(place().withPath(fieldPath));
  }

  /**
   * The same problem, its path one within the value at {@code valuePath}: so {@code $[0]} in {@code
   * $.a} becomes {@code $.a[0]}, and no path {@code $.a}.
   */
  public MalformedVariantException within(String valuePath) {
    return at(place().withPath(path() == null ? valuePath : valuePath + path().substring(1)));
  }

  /**
   * The same problem with its element: where the path says any element ({@code [*]}) of the
   * container at {@code containerPath}, it then says {@code step}, as {@code [3]}.
   */
  public MalformedVariantException inElement(String containerPath, String step) {
    return at(ElementPath.exact(place(), containerPath, step));
  }

  private MalformedVariantException at(Place place) {
    return place.equals(place())
        ? this
        : new MalformedVariantException(diagnosis().at(place), this);
  }

  /** Row of the vector, counted from 0, or {@link #UNKNOWN}. */
  public long row() {
    return place().row();
  }

  /** Path of the field, {@code $.items[3].price}, or null. */
  public String path() {
    return place().path();
  }
}
