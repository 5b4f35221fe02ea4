// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.io.BufferByteSource;
import io.arrowparquet.footer.io.FooterReader;
import io.arrowparquet.footer.io.ParquetFooter;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.CorruptPageException;
import io.arrowparquet.variant.UnsupportedColumnException;
import io.arrowparquet.variant.parquet.ParquetArrowReader;
import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as pages, and as page indexes: rows come out, or our exceptions, and nothing leaks. */
class PageReaderFuzzTest {
  private static final int MAX_PAGE = 1 << 20;
  private static final long MEMORY = 256L << 20;
  private static final int MOST_BATCHES = 64;
  private static final ParquetReadOptions OPTIONS =
      ParquetReadOptions.ALL.withCheckCrc(false).withMaxPageBytes(MAX_PAGE).withBatchSize(100);
  private static final List<ParquetReadOptions> WAYS =
      List.of(
          OPTIONS,
          OPTIONS.withFilter(Operand.column("id").isAtLeast(7L)),
          OPTIONS.withFilter(Operand.column("name").isLessThan("c").not()));

  /** A file to put other pages into. */
  private record Seed(ByteBuffer file, ParquetFooter footer) {}

  private static final List<Seed> SEEDS = readable();

  private static List<Seed> readable() {
    List<Seed> seeds = new ArrayList<>();
    try {
      for (byte[] file : FuzzSeeds.filesWithPages()) {
        try {
          seeds.add(new Seed(ByteBuffer.wrap(file), FooterReader.create().read(source(file))));
        } catch (CorruptFooterException | EncryptedFooterException e) {
          // The corpus has files that are not to be read.
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return seeds;
  }

  /** For each file its number and its pages. */
  static List<byte[]> pages() {
    List<byte[]> pages = new ArrayList<>();
    for (int i = 0; i < SEEDS.size(); i++) {
      int length = (int) SEEDS.get(i).footer().footerOffset() - 4;
      pages.add(
          ByteBuffer.allocate(1 + length)
              .put((byte) i)
              .put(SEEDS.get(i).file().array(), 4, length)
              .array());
    }
    return pages;
  }

  @MethodSource("pages")
  @FuzzTest(maxDuration = "8s")
  void any_bytes_are_readable_pages_or_corrupt(byte[] bytes) throws IOException {
    if (bytes.length < 1) {
      return;
    }
    Seed seed = SEEDS.get(Byte.toUnsignedInt(bytes[0]) % SEEDS.size());
    byte[] file = seed.file().array().clone();
    int length = Math.min(bytes.length - 1, (int) seed.footer().footerOffset() - 4);
    System.arraycopy(bytes, 1, file, 4, length);
    read(file, seed.footer());
  }

  static List<byte[]> files() throws IOException {
    return FuzzSeeds.filesWithPages();
  }

  @MethodSource("files")
  @FuzzTest(maxDuration = "8s")
  void any_bytes_are_a_file_with_rows_or_corrupt(byte[] bytes) throws IOException {
    ParquetFooter footer;
    try {
      footer = FooterReader.create().withCrcCheck(false).read(source(bytes));
    } catch (CorruptFooterException | EncryptedFooterException expected) {
      return;
    }
    read(bytes, footer);
  }

  private static BufferByteSource source(byte[] bytes) {
    return new BufferByteSource("fuzz", ByteBuffer.wrap(bytes));
  }

  private static void read(byte[] file, ParquetFooter footer) throws IOException {
    for (ParquetReadOptions options : WAYS) {
      try (BufferAllocator allocator = new RootAllocator(MEMORY);
          ParquetArrowReader reader =
              ParquetArrowReader.open(source(file), footer, options, allocator)) {
        int batches = 0;
        while (batches++ < MOST_BATCHES && reader.loadNextBatch()) {
          reader.getVectorSchemaRoot().getRowCount();
        }
      } catch (CorruptPageException
          | CorruptFooterException
          | ConversionException
          | UnsupportedColumnException e) {
        // The answer to most inputs.
      } catch (IllegalArgumentException e) {
        // The filter's columns may be of another type after mutations.
        if (!String.valueOf(e.getMessage()).startsWith("literal ")) {
          throw e;
        }
      }
    }
  }
}
