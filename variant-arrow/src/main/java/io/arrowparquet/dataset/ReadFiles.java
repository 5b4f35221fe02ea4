// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.parquet.internal.evolution.Constant;
import io.arrowparquet.parquet.internal.evolution.FilePlan;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;

/** The files that readers and scans come to, by number. Threads may share them. */
interface ReadFiles {
  /** The number of a {@link ParquetFragment} for all row groups that the options of a file have. */
  int ALL_ROW_GROUPS = -1;

  SetFile file(int number);

  /** {@code options}: of the reader. */
  FilePlan plan(int number, ParquetReadOptions options) throws IOException;

  /** The columns whose chunks are read of a file, by their numbers in its footer. */
  default BitSet columns(int number, ParquetReadOptions options) throws IOException {
    ParquetReadOptions own = plan(number, options).options();
    return FooterOfSplit.columns(file(number).footer().get().footer(), own);
  }

  /** By dotted path, the values of fields that a file lacks. */
  Map<String, Constant> defaults(int number);

  /** Whether a file need not be opened: no row of it is one of the options. */
  default boolean isLeftOut(int number, ParquetReadOptions options) {
    return false;
  }
}
