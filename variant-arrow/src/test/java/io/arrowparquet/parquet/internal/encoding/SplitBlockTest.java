// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hashes and blocks as parquet-java makes them. */
class SplitBlockTest {

  @ParameterizedTest
  @ValueSource(ints = {32, 64, 4096})
  void finds_what_parquet_java_finds(int bytes) throws IOException {
    BlockSplitBloomFilter filter = new BlockSplitBloomFilter(bytes);
    Random random = new Random(bytes);
    for (int i = 0; i < bytes / 16; i++) {
      filter.insertHash(filter.hash(Binary.fromConstantByteArray(value(random, i))));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    filter.writeTo(out);
    int blocks = bytes / SplitBlock.BYTES;
    // The bitset is last.
    byte[] bitset = Arrays.copyOfRange(out.toByteArray(), out.size() - bytes, out.size());

    Random same = new Random(bytes);
    for (int i = 0; i < 2000; i++) {
      byte[] value = value(same, i);
      long hash = SplitBlock.hash(value);
      assertThat(hash).isEqualTo(filter.hash(Binary.fromConstantByteArray(value)));
      int start = SplitBlock.number(hash, blocks) * SplitBlock.BYTES;
      byte[] block = Arrays.copyOfRange(bitset, start, start + SplitBlock.BYTES);
      assertThat(SplitBlock.mayContain(block, hash)).isEqualTo(filter.findHash(hash));
    }
  }

  private static byte[] value(Random random, int number) {
    byte[] value = new byte[number % 100];
    random.nextBytes(value);
    return value;
  }
}
