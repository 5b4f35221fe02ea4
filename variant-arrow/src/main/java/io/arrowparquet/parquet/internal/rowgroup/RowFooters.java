// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rowgroup;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;

public final class RowFooters {
  private RowFooters() {}

  /**
   * The footer, or the Thrift footer of the same file where another writer's leaves a type open.
   */
  public static ParquetFooter forRows(ParquetFooter footer, ByteSource bytes) throws IOException {
    return footer.footer().hasDoubtfulTypes()
        ? FooterReader.defaults().withThriftOnly(true).read(bytes)
        : footer;
  }
}
