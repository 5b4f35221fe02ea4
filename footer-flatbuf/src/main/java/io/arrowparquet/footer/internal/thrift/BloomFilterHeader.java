// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.UnionMember;

/**
 * Header in front of a Bloom filter's bitset. Its three choices are unions of empty structs, of
 * which {@code parquet.thrift} has one member each today.
 *
 * @param numBytes bytes of the bitset
 * @param algorithm how bits are set
 * @param hash how values are hashed
 * @param compression how the bitset is compressed
 */
public record BloomFilterHeader(
    int numBytes, UnionMember algorithm, UnionMember hash, UnionMember compression) {
  public boolean isSplitBlock() {
    return algorithm.id() == 1;
  }

  public boolean isXxHash() {
    return hash.id() == 1;
  }

  public boolean isUncompressed() {
    return compression.id() == 1;
  }
}
