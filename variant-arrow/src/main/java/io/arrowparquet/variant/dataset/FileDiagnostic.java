// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import java.nio.file.Path;

/**
 * What a file of a set has that could not be used, without loss of rows.
 *
 * @param <T> {@link io.arrowparquet.footer.FooterDiagnostic} or {@link
 *     io.arrowparquet.variant.PageIndexDiagnostic}
 * @param file the file
 * @param diagnostic what was found in it
 */
public record FileDiagnostic<T>(Path file, T diagnostic) {
  @Override
  public String toString() {
    return file + ": " + diagnostic;
  }
}
