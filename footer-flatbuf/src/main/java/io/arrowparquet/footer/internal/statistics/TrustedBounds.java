// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.statistics;

import io.arrowparquet.footer.internal.statistics.ColumnDomain.Kind;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.PhysicalType;

/** Which bounds of one column may be used, by the rules of {@link TrustedStatistics}. */
final class TrustedBounds {
  /** Where parquet-go cuts bounds of pages, the upper ones too (segmentio/parquet-go#495). */
  private static final int CUT_BYTES = 16;

  /**
   * The least byte that bounds of texts have where the orders of UTF-8 and of UTF-16 differ: U+E000
   * and all that follows begins with it or a greater one. Looked for in both bounds, so that those
   * of several chunks together are refused where one of the chunks has values beyond them.
   */
  private static final int LAST_PLANES = 0xEE;

  private final ColumnDomain domain;
  private final boolean usesDeprecated;
  private final boolean usesOfChunks;
  private final boolean usesOfPages;
  private final boolean isUtf16;

  TrustedBounds(
      ColumnDomain domain, ColumnOrder order, WriterQuirks writer, boolean dictionaryArrays) {
    this.domain = domain;
    this.isUtf16 =
        domain.kind() == Kind.BYTES
            && domain.type() == PhysicalType.BYTE_ARRAY
            && writer.ordersTextsByUtf16();
    boolean isFloating = domain.kind() == Kind.FLOATING;
    boolean ordered =
        order == ColumnOrder.Known.TYPE_ORDER
            || (order == ColumnOrder.Known.IEEE_754_TOTAL_ORDER && isFloating);
    boolean trusted =
        switch (domain.kind()) {
          case TIMESTAMP -> writer.trustsTimestamps();
          case DECIMAL -> writer.trustsDecimals(domain.type());
          case INTEGER, FLOATING, BYTES -> true;
          case NONE -> false;
        };
    boolean trustedOfChunks = trusted && writer.trustsBoundsOfChunks();
    this.usesOfChunks =
        trustedOfChunks
            && ordered
            && (!isFloating || writer.trustsFloatsOfChunks())
            && (!domain.isOfBytes()
                || writer.trustsByteArraysOfChunks(domain.type(), dictionaryArrays));
    this.usesOfPages =
        trusted
            && ordered
            && (!isFloating || writer.trustsFloatsOfPages())
            && (!domain.isOfBytes() || writer.trustsByteArraysOfPages(dictionaryArrays));
    this.usesDeprecated = trustedOfChunks && domain.isOfSignedIntegers();
  }

  /** Two bounds that may be used; both null if they may not. */
  record Bounds(Object min, Object max) {
    static final Bounds NONE = new Bounds(null, null);
  }

  /** Whether the bounds used are not the deprecated ones. */
  boolean areOfChunk(ParquetStatistics statistics) {
    return usesOfChunks && statistics.minValue() != null && statistics.maxValue() != null;
  }

  Bounds ofChunk(ParquetStatistics statistics) {
    if (areOfChunk(statistics)) {
      return decode(statistics.minValue(), statistics.maxValue());
    }
    return usesDeprecated ? decode(statistics.min(), statistics.max()) : Bounds.NONE;
  }

  Bounds ofPage(BinaryValue min, BinaryValue max) {
    boolean isNumberCut =
        domain.kind() == Kind.DECIMAL
            && mayBeCut()
            && (min.length() == CUT_BYTES || max.length() == CUT_BYTES);
    // ClickHouse#103039, apache/arrow-rs#6310: nothing where the upper bound is long or not
    // known.
    boolean isMissing = domain.isOfBytes() && max.length() == 0;
    return !usesOfPages || isMissing || isNumberCut ? Bounds.NONE : decode(min, max);
  }

  private boolean mayBeCut() {
    return domain.isOfBytes() && domain.mostBytes() != CUT_BYTES;
  }

  /**
   * What no value of a page exceeds: its upper bound, or what follows all that begins with that
   * where it may be cut and was not rounded up. Null if nothing is known.
   */
  Object mostOfPage(Object max) {
    return max instanceof byte[] bytes && bytes.length == CUT_BYTES && mayBeCut()
        ? ColumnDomain.afterPrefix(bytes)
        : max;
  }

  private Bounds decode(BinaryValue lower, BinaryValue upper) {
    Object min = decode(lower);
    Object max = decode(upper);
    return min == null || max == null ? Bounds.NONE : new Bounds(min, max);
  }

  private Object decode(BinaryValue bound) {
    Object value = domain.decode(bound);
    return isUtf16 && value instanceof byte[] text && hasLastPlanes(text) ? null : value;
  }

  private static boolean hasLastPlanes(byte[] text) {
    for (byte b : text) {
      if ((b & 0xFF) >= LAST_PLANES) {
        return true;
      }
    }
    return false;
  }
}
