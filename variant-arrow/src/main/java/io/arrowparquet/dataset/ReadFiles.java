// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.parquet.internal.evolution.Constant;
import io.arrowparquet.parquet.internal.evolution.FilePlan;
import io.arrowparquet.parquet.internal.evolution.TargetSchema;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files that readers and scans come to, by number. Threads may share them. */
interface ReadFiles {
  /** The number of a {@link ParquetFragment} for all row groups that the options of a file have. */
  int ALL_ROW_GROUPS = -1;

  SetFile file(int number);

  /**
   * What to ask of a file.
   *
   * @param options of the reader
   */
  FilePlan plan(int number, ParquetReadOptions options) throws IOException;

  /** By dotted path, the values of fields that a file lacks. */
  Map<String, Constant> defaults(int number);

  /** {@code target} is null where files' schemas are unified. */
  record OfSet(List<SetFile> files, @Nullable TargetSchema target) implements ReadFiles {
    @Override
    public SetFile file(int number) {
      return files.get(number);
    }

    @Override
    public FilePlan plan(int number, ParquetReadOptions options) throws IOException {
      return SplitFiles.plan(files.get(number).footer().get(), options, target);
    }

    @Override
    public Map<String, Constant> defaults(int number) {
      return target == null ? Map.of() : target.defaults();
    }
  }
}
