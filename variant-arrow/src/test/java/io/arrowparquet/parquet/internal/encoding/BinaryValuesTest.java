// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.internal.encoding.BinaryValues.DeltaLengthBinary;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesWriter;
import org.junit.jupiter.api.Test;

class BinaryValuesTest {

  @Property(tries = 200)
  void delta_lengths_are_read_as_parquet_java_wrote_them(
      @ForAll @IntRange(min = 1, max = 400) int count,
      @ForAll @IntRange(min = 1, max = 200) int step,
      @ForAll long seed)
      throws IOException {
    List<byte[]> values = ByteArrays.random(count, seed);

    ByteArrays.assertSame(
        ByteArrays.read(new DeltaLengthBinary(), encode(values), count, step), values);
  }

  @Test
  void damaged_delta_lengths_decode_or_are_refused() throws IOException {
    byte[] section = encode(ByteArrays.random(150, 5));

    DamagedSections.decodeOrRefuse(
        section, 6, bytes -> ByteArrays.read(new DeltaLengthBinary(), bytes, 150, 40));
  }

  private static byte[] encode(List<byte[]> values) throws IOException {
    ValuesWriter writer =
        new DeltaLengthByteArrayValuesWriter(64, 1 << 20, HeapByteBufferAllocator.getInstance());
    return ByteArrays.write(writer, values);
  }
}
