// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.internal.rowgroup.RowFooters;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.lang.ref.SoftReference;
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

  long rows(int rowGroup);

  /** What was passed over when the footer was read; none of one that is not read yet. */
  List<FooterDiagnostic> diagnostics();

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

  /**
   * The footer of a file of a bundle that is too large for footers to be put together from it in
   * memory: it is read from the file, when a reader comes to it.
   */
  static final class OwnFooter implements SetFooter {
    private final ParquetFooter schema;
    private final Opener opener;
    private final Rows rows;

    /** Kept when the footer is not. */
    private volatile List<FooterDiagnostic> diagnostics = List.of();

    /** Two threads may read it at once. */
    private volatile SoftReference<ParquetFooter> last = new SoftReference<>(null);

    @FunctionalInterface
    interface Opener {
      ByteSource open() throws IOException;
    }

    @FunctionalInterface
    interface Rows {
      long of(int rowGroup);
    }

    OwnFooter(ParquetFooter schema, Opener opener, Rows rows) {
      this.schema = schema;
      this.opener = opener;
      this.rows = rows;
    }

    @Override
    public ParquetFooter get() throws IOException {
      ParquetFooter known = last.get();
      if (known == null) {
        known = read();
        diagnostics = known.diagnostics();
        last = new SoftReference<>(known);
      }
      return known;
    }

    private ParquetFooter read() throws IOException {
      try (ByteSource bytes = opener.open()) {
        FooterReader reader = FooterReader.defaults().withCrcCheck(CrcCheck.WHOLE);
        return RowFooters.forRows(reader.read(bytes), bytes);
      }
    }

    @Override
    public ParquetFooter schema() {
      return schema;
    }

    @Override
    public long rows(int rowGroup) {
      return rows.of(rowGroup);
    }

    @Override
    public List<FooterDiagnostic> diagnostics() {
      return diagnostics;
    }
  }
}
