// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.internal.BufferByteSource;
import io.arrowparquet.variant.ConversionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Scans of damaged files, with filters and without. */
final class DamagedScan {
  private static final int MAX_PAGE = 1 << 20;
  private static final long MEMORY = 256L << 20;
  private static final int MOST_BATCHES = 64;

  /** Of all that is encrypted. */
  static final byte[] KEY = "0123456789012345".getBytes(StandardCharsets.US_ASCII);

  static final DecryptionKeys KEYS = DecryptionKeys.defaults().withFooterKey(KEY);

  private static final ParquetReadOptions OPTIONS =
      ParquetReadOptions.defaults()
          .withDecryption(KEYS)
          .withCheckCrc(false)
          .withMaxPageBytes(MAX_PAGE)
          .withBatchSize(100);
  private static final List<ParquetReadOptions> WAYS =
      List.of(
          OPTIONS,
          OPTIONS.withFilter(Operand.column("id").isAtLeast(7L)),
          OPTIONS.withFilter(Operand.column("name").isLessThan("c").not()));

  private DamagedScan() {}

  static BufferByteSource source(byte[] bytes) {
    return new BufferByteSource("fuzz", ByteBuffer.wrap(bytes));
  }

  /** Reads a file in every way; what the reader may say of bad bytes is swallowed. */
  static void read(byte[] file, ParquetFooter footer) throws IOException {
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
      } catch (InvalidRequestException e) {
        // The filter's columns may be gone, repeated, or of another type after mutations.
        if (e.place().column() == null) {
          throw e;
        }
      }
    }
  }
}
