// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.footer.internal.thrift.BloomFilterHeader;
import io.arrowparquet.footer.internal.thrift.UnionCodec;
import io.arrowparquet.footer.model.UnionMember;
import io.arrowparquet.parquet.internal.encoding.SplitBlock;
import io.arrowparquet.storage.internal.ArrayNumbers;

/**
 * The split block Bloom filter of a column chunk. Blocks are a power of two, so that a filter that
 * has become too large can be folded: as a block is chosen by the upper bits of a hash, that of
 * half as many is the same as two neighbours put together. One thread at a time.
 */
public final class BloomFilterBuilder {
  private static final int WORDS = SplitBlock.BYTES / Integer.BYTES;

  private final Size size;
  private int[] words;
  private int blocks;

  /**
   * How large a filter may be.
   *
   * @param distinct values expected; 0 if not known
   * @param fpp wanted rate of false positives, between 0 and 1
   * @param mostBytes of the bitset
   */
  public record Size(long distinct, double fpp, int mostBytes) {
    /** The least power of two that keeps within the rate, or else within the bytes. */
    int blocks(long values) {
      double bits = -(double) WORDS * values / Math.log1p(-Math.pow(fpp, 1.0 / WORDS));
      double wanted = Math.min(bits / Byte.SIZE, mostBytes) / SplitBlock.BYTES;
      int most = Integer.highestOneBit(Math.max(1, mostBytes / SplitBlock.BYTES));
      int least = 1;
      while (least < wanted && least < most) {
        least <<= 1;
      }
      return least;
    }
  }

  BloomFilterBuilder(Size size) {
    this.size = size;
  }

  /** The header of a bitset of this many bytes: split blocks, XXH64, not compressed. */
  public static BloomFilterHeader header(int bytes) {
    UnionMember first = UnionCodec.emptyStruct(1);
    return new BloomFilterHeader(bytes, first, first, first);
  }

  void start() {
    words = null;
  }

  /** What is inserted next: as many values, if they are the first. */
  void expect(long values) {
    if (words == null) {
      blocks = size.blocks(values);
      words = new int[blocks * WORDS];
    }
  }

  /** After {@link #expect}. */
  void insert(long hash) {
    SplitBlock.insert(words, SplitBlock.number(hash, blocks) * WORDS, hash);
  }

  /** As {@link #expect}, of values whose number is not known: the filter is folded at the end. */
  void expectAny() {
    expect(size.distinct() > 0 ? size.distinct() : Long.MAX_VALUE);
  }

  /** The bitset, folded as far as the rate allows; the next filter is begun by {@link #start}. */
  byte[] finish() {
    expect(0);
    while (blocks > 1 && foldedRate() <= size.fpp()) {
      fold();
    }
    byte[] bitset = new byte[blocks * SplitBlock.BYTES];
    for (int i = 0; i < blocks * WORDS; i++) {
      ArrayNumbers.INT.set(bitset, i * Integer.BYTES, words[i]);
    }
    return bitset;
  }

  /** How many hashes in one would seem to be there, were the filter folded. */
  private double foldedRate() {
    double sum = 0;
    for (int block = 0; block < blocks * WORDS; block += 2 * WORDS) {
      double rate = 1;
      for (int i = block; i < block + WORDS; i++) {
        rate *= Integer.bitCount(words[i] | words[i + WORDS]) / (double) Integer.SIZE;
      }
      sum += rate;
    }
    return sum / (blocks >> 1);
  }

  private void fold() {
    blocks >>= 1;
    for (int block = 0; block < blocks; block++) {
      for (int i = 0; i < WORDS; i++) {
        int from = 2 * block * WORDS + i;
        words[block * WORDS + i] = words[from] | words[from + WORDS];
      }
    }
  }
}
