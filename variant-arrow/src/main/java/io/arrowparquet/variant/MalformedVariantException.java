// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.Diagnosis;

/**
 * Thrown when the bytes of a Variant, or the way it is shredded, violate the specification.
 *
 * <p>The offset counts from the start of the value (or of the metadata, as {@code problem} says).
 * Layers that see only bytes know the offset; the layer that walks rows adds the row with {@link
 * #atRow(long)}, and the one that knows the field adds the path with {@link #at(String)}.
 */
public final class MalformedVariantException extends DiagnosedException {
  private static final long serialVersionUID = 1L;

  /**
   * A problem at one place of a value or its metadata.
   *
   * @param problem what is wrong, as a noun phrase: {@code "number of array elements"}
   * @param offset byte offset, or {@link #UNKNOWN}
   * @param found what the bytes say
   * @param expected what the specification requires there
   */
  public MalformedVariantException(String problem, long offset, String found, String expected) {
    this(Diagnosis.of(problem, offset, found, expected), null);
  }

  /** As {@link #MalformedVariantException(String, long, String, String)}, of no known offset. */
  public MalformedVariantException(String problem, String found, String expected) {
    this(problem, UNKNOWN, found, expected);
  }

  private MalformedVariantException(Diagnosis diagnosis, Throwable cause) {
    super(diagnosis, diagnosis.message("byte"), cause);
  }

  @Override
  protected MalformedVariantException with(Diagnosis changed) {
    return new MalformedVariantException(changed, this);
  }

  @Override
  public MalformedVariantException at(String valuePath) {
    return (MalformedVariantException) super.at(valuePath);
  }

  /**
   * The same problem, its path one within the value at {@code valuePath}: so {@code $[0]} in {@code
   * $.a} becomes {@code $.a[0]}, and no path {@code $.a}.
   */
  public MalformedVariantException within(String valuePath) {
    String path = path() == null ? valuePath : valuePath + path().substring(1);
    return (MalformedVariantException) moved(place().withPath(path));
  }
}
