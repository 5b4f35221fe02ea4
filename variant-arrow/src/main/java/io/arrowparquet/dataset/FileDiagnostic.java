// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.storage.SourceEntry;
import java.util.List;

/**
 * What is wrong with a file of a set, without loss of rows; or why a file is not in it.
 *
 * <p>Immutable.
 *
 * @param <T> {@link io.arrowparquet.footer.FooterDiagnostic}, {@link
 *     io.arrowparquet.parquet.options.PageIndexDiagnostic}, {@link
 *     io.arrowparquet.parquet.options.FilterDiagnostic}, {@link BundledFileState}, or the exception
 *     of a file that is passed over
 * @param source what messages call the file
 * @param file the file
 * @param diagnostic what was found in it
 */
public record FileDiagnostic<T>(String source, SourceEntry file, T diagnostic) {
  /** How a file is not what its bundle says of it. {@code toString} is for messages. */
  public enum BundledFileState {
    /** It is no longer there: the set is without it. */
    GONE("is in the bundle and no longer there; left out"),

    /** It is another version: its own footer was read. */
    CHANGED("was changed since the bundle was written; read without it"),

    /** It is another version, whose footer cannot be read: the set is not opened. */
    UNREADABLE("was changed since the bundle was written, and its footer cannot be read");

    private final String text;

    BundledFileState(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  static <T> List<FileDiagnostic<T>> of(SetFile file, List<T> diagnostics) {
    return diagnostics.stream()
        .map(one -> new FileDiagnostic<>(file.name(), file.entry(), one))
        .toList();
  }

  @Override
  public String toString() {
    return source + ": " + diagnostic;
  }
}
