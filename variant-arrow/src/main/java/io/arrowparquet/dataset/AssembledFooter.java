// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.bundle.PackedFooters;
import io.arrowparquet.bundle.schema.BundledFile;
import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import java.io.IOException;
import java.util.List;

/**
 * A footer that is put together from a bundle.
 *
 * @param name what messages call the file
 * @param packed footers of this file and others
 * @param number of the file among them
 */
record AssembledFooter(
    String name, BundledFile file, ParquetFooter schema, PackedFooters packed, int number)
    implements SetFooter {
  /** Length and magic behind the Thrift footer. */
  private static final int TRAILER_BYTES = 8;

  @Override
  public ParquetFooter get() throws IOException {
    return of(name, file, packed.footer(number));
  }

  /** A footer of a file with what the bundle says of the file. */
  static ParquetFooter of(String name, BundledFile file, FlatFooter footer) {
    int length = file.footerLength();
    return new ParquetFooter(
        name,
        footer,
        FooterLayout.THRIFT,
        List.of(),
        file.length(),
        file.length() - TRAILER_BYTES - length,
        length,
        footer.flatbuffer().remaining());
  }

  @Override
  public long rows(int rowGroup) {
    return packed.rows(number, rowGroup);
  }

  @Override
  public List<FooterDiagnostic> diagnostics() {
    return List.of();
  }
}
