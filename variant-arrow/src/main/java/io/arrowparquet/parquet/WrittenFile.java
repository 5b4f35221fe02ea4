// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import io.arrowparquet.parquet.options.StatisticsMode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A file that was written, for the commit of a table format.
 *
 * <p>Immutable; threads may share one.
 *
 * @param location the path or URI that it was opened by, without credentials; of a sink its name
 * @param length in bytes
 * @param footer as it was written
 * @param partition values of its partition as literals, null for null, by names of columns; empty
 *     if it has none
 */
public record WrittenFile(
    String location, long length, FlatFooter footer, Map<String, @Nullable Object> partition) {
  /** Keeps an unchangeable copy of the map. */
  public WrittenFile {
    partition = Collections.unmodifiableMap(new LinkedHashMap<>(partition));
  }

  WrittenFile(String location, long length, FlatFooter footer) {
    this(location, length, footer, Map.of());
  }

  /** How many rows it has. */
  public long rows() {
    return footer.numRows();
  }

  /** Where row groups begin: a reader of a part of the file begins at one of them. */
  public List<Long> splitOffsets() {
    return IntStream.range(0, footer.rowGroupCount()).mapToObj(this::start).toList();
  }

  private Long start(int number) {
    RowGroupView rowGroup = footer.rowGroup(number);
    return rowGroup.hasFileOffset() ? rowGroup.fileOffset() : footer.chunk(number, 0).startOffset();
  }

  /** All that the footer says of the columns. */
  public FileMetrics metrics() {
    return FileMetrics.of(footer);
  }

  /** As {@link FileMetrics#of(FlatFooter, Function)}. */
  public FileMetrics metrics(Function<String, StatisticsMode> modes) {
    return FileMetrics.of(footer, modes);
  }
}
