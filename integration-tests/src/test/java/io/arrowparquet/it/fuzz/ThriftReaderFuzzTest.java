// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.internal.thrift.ColumnIndex;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.OffsetIndex;
import io.arrowparquet.footer.internal.thrift.PageHeader;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.model.FileMetaData;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as each of the Thrift structs: a struct comes out, or our exception. */
class ThriftReaderFuzzTest {
  private static final byte[] EXTENSION = {1, 2, 3};

  static List<byte[]> seeds() throws IOException {
    return FuzzSeeds.thriftFooters();
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "2s")
  void any_bytes_are_a_struct_or_corrupt(byte[] bytes) {
    for (Consumer<CompactReader> codec :
        List.<Consumer<CompactReader>>of(
            PageHeader.CODEC::read,
            ColumnIndex.CODEC::read,
            OffsetIndex.CODEC::read,
            ParquetStructs.BLOOM_FILTER_HEADER::read)) {
      unlessCorrupt(() -> codec.accept(new CompactReader(bytes)));
    }
    unlessCorrupt(() -> footerComesBack(bytes));
    unlessCorrupt(() -> extensionComesOff(bytes));
    unlessCorrupt(() -> conversionLosesNothing(bytes));
  }

  private static void unlessCorrupt(Runnable step) {
    try {
      step.run();
    } catch (CorruptFooterException expected) {
      assertThat(expected.getMessage()).contains("found ", ", expected ");
    }
  }

  private static FileMetaData read(byte[] bytes) {
    return FileMetaDataCodec.STRUCT.read(new CompactReader(bytes));
  }

  private static void footerComesBack(byte[] bytes) {
    FileMetaData footer = read(bytes);
    CompactWriter out = new CompactWriter(bytes.length);
    FileMetaDataCodec.STRUCT.write(out, footer);
    assertThat(read(out.toByteArray())).isEqualTo(footer);
  }

  private static void extensionComesOff(byte[] bytes) {
    byte[] bare = StructExtension.remove(bytes);
    byte[] extended = StructExtension.append(bare, EXTENSION);
    assertThat(StructExtension.find(extended).toByteArray()).isEqualTo(EXTENSION);
    assertThat(StructExtension.remove(extended)).isEqualTo(bare);
  }

  private static void conversionLosesNothing(byte[] bytes) {
    byte[] back =
        FlatBuffersToThrift.convert(
            ThriftToFlatBuffers.convert(bytes, 0, bytes.length).flatbuffer());
    assertThat(read(back)).isEqualTo(read(bytes));
  }
}
