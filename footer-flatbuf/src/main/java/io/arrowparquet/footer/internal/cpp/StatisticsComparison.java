// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.cpp;

import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.Statistics;
import io.arrowparquet.footer.model.Type;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Compares the statistics of column chunks. A bound that is not exact need not be the one of
 * Thrift, but must be a bound of it.
 */
final class StatisticsComparison {
  private final Differences differences;
  private final StatisticsView view = new StatisticsView();

  StatisticsComparison(Differences differences) {
    this.differences = differences;
  }

  void compare(ColumnChunkView chunk, ColumnMetaData metaData, FlatFooter footer) {
    Statistics expected = metaData.statistics();
    chunk.statistics(view);
    if (view.isPresent() != (expected != null)) {
      differences.add("statistics", present(view.isPresent()), present(expected != null));
      return;
    }
    if (expected == null) {
      return;
    }
    differences.in("statistics.");
    if (view.hasNullCount()) {
      differences.compare("null_count", view.nullCount(), expected.nullCount());
    }
    boolean isSigned =
        footer.schemaElement(footer.columnElement(chunk.column())).logicalType()
            instanceof LogicalType.DecimalType;
    Type type = chunk.type();
    compareBound(false, type, isSigned, expected);
    compareBound(true, type, isSigned, expected);
  }

  private static String present(boolean isPresent) {
    return isPresent ? "present" : null;
  }

  private void compareBound(boolean isMax, Type type, boolean isSigned, Statistics expected) {
    byte[] flat = isMax ? view.maxValue() : view.minValue();
    if (flat == null) {
      return;
    }
    String name = isMax ? "max_value" : "min_value";
    BinaryValue bound = isMax ? expected.maxValue() : expected.minValue();
    if (bound == null) {
      differences.add(name, hex(flat), null);
      return;
    }
    byte[] thrift = bound.toByteArray();
    boolean isExact = Boolean.TRUE.equals(isMax ? view.isMaxValueExact() : view.isMinValueExact());
    Boolean exactInThrift = isMax ? expected.isMaxValueExact() : expected.isMinValueExact();
    if (Arrays.equals(flat, thrift)) {
      compareExactness(isMax, isExact, exactInThrift, expected);
      return;
    }
    boolean isByteArray = type == Type.BYTE_ARRAY || type == Type.FIXED_LEN_BYTE_ARRAY;
    int order = compare(flat, thrift, isSigned);
    if (!isByteArray || isExact || (isMax ? order < 0 : order > 0)) {
      differences.add(name, hex(flat), hex(thrift));
    }
  }

  /** That a rest of no bytes is not exact, which -0 bytes would be, cannot be written. */
  private void compareExactness(
      boolean isMax, boolean isExact, Boolean exactInThrift, Statistics expected) {
    boolean isSame = isExact == Boolean.TRUE.equals(exactInThrift);
    if (!isSame && !(isExact && isPrefixOfOther(isMax, expected))) {
      differences.add(isMax ? "is_max_value_exact" : "is_min_value_exact", isExact, exactInThrift);
    }
  }

  private static boolean isPrefixOfOther(boolean isMax, Statistics expected) {
    BinaryValue bound = isMax ? expected.maxValue() : expected.minValue();
    BinaryValue other = isMax ? expected.minValue() : expected.maxValue();
    return other != null
        && bound.length() <= other.length()
        && Arrays.equals(bound.toByteArray(), Arrays.copyOf(other.toByteArray(), bound.length()));
  }

  private static int compare(byte[] left, byte[] right, boolean isSigned) {
    return isSigned && left.length > 0 && right.length > 0
        ? new BigInteger(left).compareTo(new BigInteger(right))
        : Arrays.compareUnsigned(left, right);
  }

  private static String hex(byte[] bytes) {
    return "x" + HexFormat.of().formatHex(bytes);
  }
}
