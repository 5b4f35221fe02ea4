// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import java.io.IOException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.junit.jupiter.api.Test;

class DeltaByteArrayBinaryTest {

  @Property(tries = 200)
  void reads_what_parquet_java_wrote(
      @ForAll @IntRange(min = 1, max = 400) int count,
      @ForAll @IntRange(min = 1, max = 200) int step,
      @ForAll long seed)
      throws IOException {
    List<byte[]> values = ByteArrays.random(count, seed);
    DeltaByteArrayBinary reader = new DeltaByteArrayBinary(false);
    ByteArrays.read(reader, encode(ByteArrays.random(10, seed + 1)), 10, 10);

    ByteArrays.assertSame(ByteArrays.read(reader, encode(values), count, step), values);
  }

  @Test
  void damaged_sections_decode_or_are_refused() throws IOException {
    byte[] section = encode(ByteArrays.random(150, 5));

    DamagedSections.decodeOrRefuse(
        section, 6, bytes -> ByteArrays.read(new DeltaByteArrayBinary(false), bytes, 150, 40));
  }

  private static byte[] encode(List<byte[]> values) throws IOException {
    ValuesWriter writer =
        new DeltaByteArrayWriter(64, 1 << 20, HeapByteBufferAllocator.getInstance());
    return ByteArrays.write(writer, values);
  }
}
