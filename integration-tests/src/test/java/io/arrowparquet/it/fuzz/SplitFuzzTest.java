// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.arrowparquet.bundle.internal.Zstd;
import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetSplit;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.it.examples.EventFile;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.internal.BufferByteSource;
import io.arrowparquet.variant.value.VariantPath;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes as a split: it is read from a file, and written again, or our exceptions come. The
 * checksum is made right, so that changes reach the code behind it.
 */
class SplitFuzzTest {
  private static final int HEADER = 12;
  private static final int LENGTH = 8;
  private static final URI PLACE = URI.create("mem:file");
  private static final byte[] FILE = file();

  private static byte[] file() {
    try {
      Path file = Files.createTempFile("split", ".parquet");
      Files.delete(file);
      byte[] bytes = Files.readAllBytes(EventFile.write(file));
      Files.delete(file);
      return bytes;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static List<byte[]> seeds() throws IOException {
    VariantProjection path =
        VariantProjection.of(
            "event", VariantPath.parse("$.a"), "a", new ArrowType.Int(Long.SIZE, true));
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("id"))
            .withRowGroups(List.of(0))
            .withVariantPaths(List.of(path))
            .withFilter(Operand.column("id").isIn(List.of(3L, 4)).and(path.isNull().not()));
    ParquetSplit split = ParquetSplit.of(SourceEntry.of(PLACE), options);
    ParquetSplit whole =
        split.withFooter(
            FooterReader.defaults().read(new BufferByteSource("seed", ByteBuffer.wrap(FILE))));
    return List.of(unpacked(split.toBytes()), unpacked(whole.toBytes()));
  }

  /** Without compression, in which a change would be one of many bytes. */
  private static byte[] unpacked(byte[] bytes) {
    byte[] rest =
        Zstd.prefixed(bytes, HEADER, bytes.length - HEADER, Integer.MAX_VALUE, HEADER)
            .copy()
            .array();
    return ByteBuffer.allocate(HEADER + LENGTH + rest.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(bytes, 0, HEADER)
        .putLong(-1)
        .put(rest)
        .array();
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "2s")
  void any_bytes_are_a_split_or_corrupt(byte[] bytes) {
    read(bytes);
    if (bytes.length >= HEADER) {
      CRC32 crc = new CRC32();
      crc.update(bytes, HEADER, bytes.length - HEADER);
      byte[] sealed = bytes.clone();
      ByteBuffer.wrap(sealed).order(ByteOrder.LITTLE_ENDIAN).putInt(8, (int) crc.getValue());
      read(sealed);
    }
  }

  private static void read(byte[] bytes) {
    ParquetSplit split;
    try {
      split = ParquetSplit.from(bytes);
    } catch (CorruptFooterException expected) {
      return;
    }
    ParquetSplit again = ParquetSplit.from(split.toBytes());
    assertThat(again).hasToString(split.toString());
    BufferByteSource file = new BufferByteSource("fuzz", ByteBuffer.wrap(FILE));
    try (RootAllocator allocator = new RootAllocator(64 << 20);
        FileSetReader reader = split.open(entry -> file, allocator)) {
      while (reader.loadNextBatch()) {
        assertThat(reader.getVectorSchemaRoot().getRowCount()).isPositive();
      }
    } catch (DiagnosedException | IOException expected) {
      // The answer to most.
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("row group");
    }
  }
}
