// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert.tothrift;

import io.arrowparquet.footer.flatbuf.StatisticsView;
import io.arrowparquet.footer.thrift.CompactWriter;

/** Writes statistics of a chunk as Thrift. */
final class StatisticsWriter {
  private static final int MAX = 1;
  private static final int MIN = 2;
  private static final int NULL_COUNT = 3;
  private static final int DISTINCT_COUNT = 4;
  private static final int MAX_VALUE = 5;
  private static final int MIN_VALUE = 6;
  private static final int IS_MAX_VALUE_EXACT = 7;
  private static final int IS_MIN_VALUE_EXACT = 8;
  private static final int NAN_COUNT = 9;

  private StatisticsWriter() {}

  static void write(CompactWriter out, StatisticsView statistics) {
    out.structBegin();
    bound(out, MAX, statistics.max());
    bound(out, MIN, statistics.min());
    if (statistics.hasNullCount()) {
      out.i64Field(NULL_COUNT, statistics.nullCount());
    }
    if (statistics.hasDistinctCount()) {
      out.i64Field(DISTINCT_COUNT, statistics.distinctCount());
    }
    bound(out, MAX_VALUE, statistics.maxValue());
    bound(out, MIN_VALUE, statistics.minValue());
    out.optionalBoolField(IS_MAX_VALUE_EXACT, statistics.isMaxValueExact());
    out.optionalBoolField(IS_MIN_VALUE_EXACT, statistics.isMinValueExact());
    if (statistics.hasNanCount()) {
      out.i64Field(NAN_COUNT, statistics.nanCount());
    }
    out.structEnd();
  }

  private static void bound(CompactWriter out, int id, byte[] value) {
    if (value != null) {
      out.binaryField(id, value, 0, value.length);
    }
  }
}
