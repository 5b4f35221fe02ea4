// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Range;
import io.arrowparquet.parquet.internal.prune.StatisticsSource;
import java.math.BigInteger;

/**
 * Looks for what a plan requires in the statistics of all row groups of a file, as far as {@link
 * TrustedStatistics} trusts them. Page indexes are not read.
 */
final class StatisticsProof {
  private final FlatFooter footer;
  private final StatisticsSource source;

  private StatisticsProof(FlatFooter footer) {
    this.footer = footer;
    this.source = new StatisticsSource(footer);
  }

  /**
   * Checks a file.
   *
   * @throws io.arrowparquet.parquet.internal.evolution.IncompatibleSchemaException for the first
   *     proof that it does not give
   */
  static void require(FlatFooter footer, FileEvolution evolution) {
    if (evolution.plan().proofs().isEmpty()) {
      return;
    }
    StatisticsProof statistics = new StatisticsProof(footer);
    for (RequiredProof proof : evolution.plan().proofs()) {
      if (!statistics.gives(proof, evolution.proven().get(proof.file()))) {
        throw proof.refused();
      }
    }
  }

  private boolean gives(RequiredProof proof, ArrowSchemaNode node) {
    int column =
        node.column() >= 0 ? node.column() : FileEvolution.NeededColumns.leaves(node).get(0);
    if (proof.file().column() >= 0) {
      column = proof.file().column();
    }
    if (!footer.hasChunks(column)) {
      return false;
    }
    TrustedStatistics statistics = source.column(column, node.field().getType());
    for (int rowGroup = 0; rowGroup < footer.rowGroupCount(); rowGroup++) {
      boolean given =
          proof.kind() == RequiredProof.Kind.VALUES_FIT
              ? fits(statistics.ofChunk(rowGroup), proof.reader().type())
              : hasNoNulls(statistics, rowGroup, node);
      if (!given) {
        return false;
      }
    }
    return true;
  }

  private boolean hasNoNulls(TrustedStatistics statistics, int rowGroup, ArrowSchemaNode node) {
    if (footer.rowGroup(rowGroup).numRows() == 0 || !statistics.ofChunk(rowGroup).someNull()) {
      return true;
    }
    boolean group = node.column() < 0 && node.repetitionLevel() == 0;
    return group && !statistics.ofGroup(rowGroup, node.definitionLevel()).someNull();
  }

  private static boolean fits(Range range, ValueType type) {
    if (range.allNull() || range.end() == 0) {
      return true;
    }
    if (range.min() == null) {
      return false;
    }
    BigInteger most =
        type instanceof ValueType.Int integer
            ? BigInteger.ONE.shiftLeft(integer.bits() - 1)
            : BigInteger.TEN.pow(((ValueType.Decimal) type).precision());
    BigInteger least =
        type instanceof ValueType.Int ? most.negate() : most.negate().add(BigInteger.ONE);
    return number(range.min()).compareTo(least) >= 0 && number(range.max()).compareTo(most) < 0;
  }

  private static BigInteger number(Object bound) {
    return bound instanceof Long value ? BigInteger.valueOf(value) : (BigInteger) bound;
  }
}
