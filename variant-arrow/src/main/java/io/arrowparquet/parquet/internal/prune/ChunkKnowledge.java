// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.parquet.internal.filter.TruthSet;
import io.arrowparquet.parquet.internal.filter.ValueSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.LongPredicate;
import org.apache.arrow.vector.FieldVector;

/**
 * What is known of the values of a whole column chunk besides their bounds. Nulls are not among
 * them. One thread at a time.
 */
@FunctionalInterface
public interface ChunkKnowledge {

  /**
   * Which of the truths remain, if values of the chunk are compared with a set.
   *
   * @param truths those that are possible by the statistics
   */
  byte narrow(ValueSet set, byte truths);

  /** All that a dictionary could prove: that no comparison is true, or that none is false. */
  static ChunkKnowledge hopedOfDictionary() {
    return (set, truths) -> TruthSet.UNKNOWN;
  }

  /** All that a Bloom filter could prove: that no comparison with single values is true. */
  static ChunkKnowledge hopedOfBloomFilter(ColumnDomain domain) {
    return (set, truths) -> {
      int hoped = set.encoded(domain) == null ? truths : truths & ~TruthSet.TRUE;
      return hoped == 0 ? TruthSet.UNKNOWN : (byte) hoped;
    };
  }

  /**
   * What a Bloom filter proves.
   *
   * @param mayContain whether the chunk may have a value of this hash
   */
  static ChunkKnowledge ofBloomFilter(ColumnDomain domain, LongPredicate mayContain) {
    // Asked for each page: the answer is the chunk's.
    IdentityHashMap<ValueSet, Boolean> known = new IdentityHashMap<>();
    return (set, truths) ->
        known.computeIfAbsent(set, asked -> hasNone(asked.encoded(domain), mayContain))
            ? remaining(truths, TruthSet.FALSE)
            : truths;
  }

  private static boolean hasNone(List<byte[]> values, LongPredicate mayContain) {
    return values != null && values.stream().mapToLong(XxHash64::hash).noneMatch(mayContain);
  }

  /**
   * What a dictionary proves that has every value of the chunk.
   *
   * @param values of the operand's type, or of one that the set can test in its place
   */
  static ChunkKnowledge ofDictionary(FieldVector values) {
    IdentityHashMap<ValueSet, Integer> known = new IdentityHashMap<>();
    return (set, truths) ->
        remaining(truths, known.computeIfAbsent(set, asked -> truths(asked, values)));
  }

  private static int truths(ValueSet set, FieldVector values) {
    byte[] found = new byte[values.getValueCount()];
    set.test(values, found.length, found);
    int all = 0;
    for (byte truth : found) {
      all |= truth;
    }
    return all;
  }

  /** Truths of values that two sources agree on; all where they contradict each other. */
  private static byte remaining(byte truths, int ofValues) {
    int values = truths & ~TruthSet.UNKNOWN;
    if (values != 0 && (values & ofValues) == 0) {
      return TruthSet.ANY;
    }
    return (byte) ((truths & TruthSet.UNKNOWN) | (values & ofValues));
  }
}
