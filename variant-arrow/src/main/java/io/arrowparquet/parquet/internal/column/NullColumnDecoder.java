// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.parquet.internal.page.DataPage;
import io.arrowparquet.parquet.internal.page.DictionaryPage;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;

/** The Null vector: no values, no buffers. */
public final class NullColumnDecoder implements ColumnDecoder {
  @Override
  public void startChunk() {}

  @Override
  public void startBatch(int expectedSlots) {}

  @Override
  public void startPage(DataPage page, long valuesStart, DictionaryPage dictionary) {}

  @Override
  public void append(int[] levels, int slots, int present, int maxLevel) {}

  @Override
  public void select(
      int[] positions, int total, int[] levels, int slots, int present, int maxLevel) {}

  @Override
  public void skip(int count) {}

  @Override
  public void finish(List<ArrowBuf> buffers) {}

  @Override
  public void close() {}
}
