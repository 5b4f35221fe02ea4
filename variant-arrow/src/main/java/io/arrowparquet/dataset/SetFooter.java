// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.internal.rowgroup.RowFooters;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.variant.internal.UseGuard;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.function.IntToLongFunction;

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
  default List<FooterDiagnostic> diagnostics() {
    return List.of();
  }

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
    private final UseGuard.Call<ParquetFooter> reading;
    private final IntToLongFunction rows;

    /** Kept when the footer is not. */
    private volatile List<FooterDiagnostic> diagnostics = List.of();

    /** Two threads may read it at once. */
    private volatile SoftReference<ParquetFooter> last = new SoftReference<>(null);

    OwnFooter(ParquetFooter schema, UseGuard.Call<ParquetFooter> reading, IntToLongFunction rows) {
      this.schema = schema;
      this.reading = reading;
      this.rows = rows;
    }

    @Override
    public ParquetFooter get() throws IOException {
      ParquetFooter known = last.get();
      if (known == null) {
        known = reading.run();
        diagnostics = known.diagnostics();
        last = new SoftReference<>(known);
      }
      return known;
    }

    /** Reads all of a footer, and closes its source. */
    static ParquetFooter read(ByteSource source) throws IOException {
      try (ByteSource bytes = source) {
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
      return rows.applyAsLong(rowGroup);
    }

    @Override
    public List<FooterDiagnostic> diagnostics() {
      return diagnostics;
    }
  }
}
