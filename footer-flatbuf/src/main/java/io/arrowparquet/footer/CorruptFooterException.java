// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.Diagnosis;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when the bytes of a Parquet file's footer, or of a page header, violate the format.
 *
 * <p>The offset counts from the start of the file, or of the bytes that were handed in where no
 * file is known. Layers that see only bytes know the offset; the layer that knows the file adds its
 * name with {@link #in(String)}.
 */
public final class CorruptFooterException extends DiagnosedException {
  private static final long serialVersionUID = 1L;

  /** The offset of an exception that cannot be tied to one place. */
  public static final long NO_OFFSET = Diagnosis.NO_OFFSET;

  /**
   * A problem at one place.
   *
   * @param problem what is wrong, as a noun phrase: {@code "footer length"}
   * @param offset byte offset, or {@link #NO_OFFSET}
   * @param found what the bytes say; its text is kept
   * @param expected what the format requires there
   */
  public CorruptFooterException(String problem, long offset, Object found, Object expected) {
    this(problem, offset, found, expected, null);
  }

  /** A problem that cannot be tied to one place. */
  public CorruptFooterException(String problem, Object found, Object expected) {
    this(problem, NO_OFFSET, found, expected);
  }

  /** As {@link #CorruptFooterException(String, long, Object, Object)}, keeping a cause. */
  public CorruptFooterException(
      String problem, long offset, Object found, Object expected, @Nullable Throwable cause) {
    this(
        Diagnosis.of(
            problem, offset, Objects.toString(found, null), Objects.toString(expected, null)),
        cause);
  }

  private CorruptFooterException(Diagnosis diagnosis, Throwable cause) {
    super(diagnosis, diagnosis.message(), cause);
  }

  @Override
  protected CorruptFooterException with(Diagnosis changed) {
    return new CorruptFooterException(changed, this);
  }

  @Override
  public CorruptFooterException in(String sourceName) {
    return (CorruptFooterException) super.in(sourceName);
  }

  /** The same problem with its offset counted from a place {@code base} bytes earlier. */
  public CorruptFooterException shiftedBy(long base) {
    if (offset() == NO_OFFSET || base == 0) {
      return this;
    }
    Diagnosis shifted = Diagnosis.of(problem(), offset() + base, found(), expected()).at(place());
    return (CorruptFooterException) traced(shifted);
  }
}
