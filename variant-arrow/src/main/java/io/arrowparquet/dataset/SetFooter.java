// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.file.FooterCache;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

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

  /**
   * The file with what else is in memory of it.
   *
   * @param rowGroups those that are going to be read; null for all
   * @param bytes closed with the result
   */
  default ByteSource known(@Nullable List<Integer> rowGroups, ByteSource bytes) throws IOException {
    return bytes;
  }

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
   * A footer that is read when a reader comes to its file: of a bundle that is too large for
   * footers to be put together from it in memory, or of a set that is given its schema.
   */
  static class OwnFooter implements SetFooter {
    private final ParquetFooter schema;
    private final FooterCache.Loader loader;
    private final IntToLongFunction rows;

    /** Kept when the footer is not. */
    private volatile List<FooterDiagnostic> diagnostics = List.of();

    /** Two threads may read it at once. */
    private volatile SoftReference<ParquetFooter> last = new SoftReference<>(null);

    /**
     * A footer.
     *
     * @param schema null if it has to be read for that
     * @param rows null if it has to be read for that
     */
    OwnFooter(
        @Nullable ParquetFooter schema,
        FooterCache.Loader loader,
        @Nullable IntToLongFunction rows) {
      this.schema = schema;
      this.loader = loader;
      this.rows = rows;
    }

    @Override
    public ParquetFooter get() throws IOException {
      ParquetFooter known = last.get();
      if (known == null) {
        known = loader.load();
        diagnostics = known.diagnostics();
        last = new SoftReference<>(known);
      }
      return known;
    }

    private ParquetFooter known() {
      try {
        return get();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public ParquetFooter schema() {
      return schema == null ? known() : schema;
    }

    @Override
    public long rows(int rowGroup) {
      return rows == null ? new Known(known()).rows(rowGroup) : rows.applyAsLong(rowGroup);
    }

    @Override
    public List<FooterDiagnostic> diagnostics() {
      return diagnostics;
    }
  }
}
