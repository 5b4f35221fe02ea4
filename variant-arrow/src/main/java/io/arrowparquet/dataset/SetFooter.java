// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.file.ParquetFooter;
import java.io.IOException;
import java.util.List;

/** The footer of a file of a set, which may be got when a reader comes to the file. */
interface SetFooter {
  /** The footer; asking again may take as long as the first time. */
  ParquetFooter get() throws IOException;

  /**
   * A footer with the schema of the file, which may have no row groups, and the key-values and the
   * name of another file of that schema. It is in memory.
   */
  ParquetFooter schema();

  /** Number of rows of a row group. */
  long rows(int rowGroup);

  /** What was passed over when the footer was read; none of one that is not read yet. */
  List<FooterDiagnostic> diagnostics();

  /** A footer that was read. */
  record Known(ParquetFooter get) implements SetFooter {
    @Override
    public ParquetFooter schema() {
      return get;
    }

    @Override
    public long rows(int rowGroup) {
      return get.footer().rowGroup(rowGroup).numRows();
    }

    @Override
    public List<FooterDiagnostic> diagnostics() {
      return get.diagnostics();
    }
  }
}
