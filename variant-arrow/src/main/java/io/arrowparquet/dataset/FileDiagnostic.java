// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.storage.SourceEntry;

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
  FileDiagnostic(SetFile file, T diagnostic) {
    this(file.name(), file.entry(), diagnostic);
  }

  @Override
  public String toString() {
    return source + ": " + diagnostic;
  }
}
