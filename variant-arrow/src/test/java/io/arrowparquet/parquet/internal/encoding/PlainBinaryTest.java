// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import java.io.IOException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.junit.jupiter.api.Test;

class PlainBinaryTest {

  @Property(tries = 100)
  void reads_what_parquet_java_wrote(
      @ForAll @IntRange(min = 1, max = 300) int count,
      @ForAll @IntRange(min = 1, max = 200) int step,
      @ForAll long seed)
      throws IOException {
    List<byte[]> values = ByteArrays.random(count, seed);

    ByteArrays.assertSame(ByteArrays.read(new PlainBinary(), encode(values), count, step), values);
  }

  @Test
  void damaged_sections_decode_or_are_refused() throws IOException {
    byte[] section = encode(ByteArrays.random(100, 5));

    DamagedSections.decodeOrRefuse(
        section, 6, bytes -> ByteArrays.read(new PlainBinary(), bytes, 100, 40));
  }

  private static byte[] encode(List<byte[]> values) throws IOException {
    return ByteArrays.write(
        new PlainValuesWriter(64, 1 << 20, HeapByteBufferAllocator.getInstance()), values);
  }
}
