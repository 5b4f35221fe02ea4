// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many calls are inside each other where values are decoded: a layer that only passes on would
 * be one more.
 *
 * @see ParquetArrowReader#loadNextBatch
 */
class CallDepthTest {
  private static final int MOST_CALLS = 18;
  private static final int ROWS = 16;

  /** Numbers of 4 bits, two groups of eight as the run says; one byte of them is there. */
  private static final byte[] CUT = {4, 2 << 1 | 1, 0};

  @TempDir private Path directory;

  @Test
  void few_calls_lead_from_a_batch_to_a_dictionary_number() throws IOException {
    Path file = directory.resolve("cut.parquet");
    try (HandMadeFile made = new HandMadeFile(file, "required int64 n;")) {
      made.startRowGroup(ROWS);
      made.startColumn(ROWS, CompressionCodecName.UNCOMPRESSED);
      made.dictionary(1, BytesInput.from(new byte[Long.BYTES]));
      made.rawPage(ROWS, CUT.length, BytesInput.from(CUT), Encoding.RLE_DICTIONARY);
      made.endColumn();
      made.endRowGroup();
    }

    List<String> calls = calls(file);

    assertThat(calls.get(0)).isEqualTo("HybridDecoder.unpackGroup");
    assertThat(calls).hasSizeLessThanOrEqualTo(MOST_CALLS);
  }

  /** Those that are under way where the missing bytes are met, from the innermost one on. */
  private static List<String> calls(Path file) throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      Throwable thrown = catchThrowable(reader::loadNextBatch);
      assertThat(thrown).isInstanceOf(CorruptPageException.class);
      while (thrown.getCause() != null) {
        thrown = thrown.getCause();
      }
      List<String> calls = new ArrayList<>();
      for (StackTraceElement call : thrown.getStackTrace()) {
        String type = call.getClassName();
        calls.add(type.substring(type.lastIndexOf('.') + 1) + "." + call.getMethodName());
        if (call.getMethodName().equals("loadNextBatch")) {
          return calls;
        }
      }
      throw new AssertionError(calls);
    }
  }
}
