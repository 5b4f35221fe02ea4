// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Sinks that fail at any call, as a full disk does: nothing is published, and nothing held.
 *
 * @see ParquetArrowWriter
 * @see ParquetRewriter
 * @see io.arrowparquet.parquet.internal.write.SinkOutput
 */
class FailingSinksTest {
  private static final Schema SCHEMA =
      RandomVectors.schema("id: bigint not null, price: double, texts: list<string>");

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  private static final class FailingSink implements ByteSink {
    private final IOException failure = new IOException("no space left on device");
    private final long room;
    private final boolean commits;
    private long written;
    private boolean isCommitted;
    private boolean isClosed;
    private boolean hasFailed;

    FailingSink(long room, boolean commits) {
      this.room = room;
      this.commits = commits;
    }

    @Override
    public String name() {
      return "full";
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      assertThat(hasFailed).as("a write after one that failed").isFalse();
      written += bytes.remaining();
      bytes.position(bytes.limit());
      failIf(written > room);
    }

    @Override
    public void commit() throws IOException {
      failIf(!commits);
      isCommitted = true;
    }

    private void failIf(boolean fails) throws IOException {
      if (fails) {
        hasFailed = true;
        throw failure;
      }
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  /** What writing throws; null if nothing. */
  private Throwable write(FailingSink sink, FooterLayout layout) throws IOException {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withRowGroupRows(300)
            .withPageRows(50)
            .withFooter(layout)
            .withBloomFilter("id")
            .withDuplicateEncoding("price", ParquetEncoding.ALP);
    try (VectorSchemaRoot batch = new RandomVectors(7).root(SCHEMA, 1_000, allocator);
        ParquetArrowWriter writer = ParquetArrowWriter.open(sink, SCHEMA, options, allocator)) {
      Throwable first =
          catchThrowable(
              () -> {
                for (int i = 0; i < 4; i++) {
                  writer.write(batch);
                }
                writer.finish();
              });
      if (first != null) {
        assertThat(catchThrowable(writer::finish)).isSameAs(first);
      }
      return first;
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FooterLayout.class,
      names = {"THRIFT", "SPEC"})
  void a_sink_without_room_publishes_nothing(FooterLayout layout) throws IOException {
    FailingSink enough = new FailingSink(Long.MAX_VALUE, true);
    assertThat(write(enough, layout)).isNull();
    assertThat(enough.isCommitted && enough.isClosed).isTrue();

    for (int part = 0; part < 20; part++) {
      FailingSink full = new FailingSink(enough.written * part / 20, true);
      assertThat(write(full, layout)).isSameAs(full.failure);
      assertThat(full.isCommitted).isFalse();
      assertThat(full.isClosed).isTrue();
      assertThat(allocator.getAllocatedMemory()).isZero();
    }
  }

  @Test
  void a_sink_that_does_not_publish_says_so() throws IOException {
    FailingSink sink = new FailingSink(Long.MAX_VALUE, false);

    assertThat(write(sink, FooterLayout.THRIFT)).isSameAs(sink.failure);
    assertThat(sink.isClosed).isTrue();
  }

  @Test
  void a_rewriter_whose_sink_fails_at_any_write_publishes_nothing() throws IOException {
    Path file = new RewriterFiles(folder, allocator).theirs("a", 0);
    int failures = 0;
    FailingSink sink = new FailingSink(0, true);
    while (rewrite(file, sink) != null) {
      assertThat(sink.isCommitted).isFalse();
      failures++;
      sink = new FailingSink(sink.written, true); // fails at the next write
    }
    assertThat(sink.isCommitted).isTrue();
    assertThat(failures).isGreaterThan(10);
  }

  private Throwable rewrite(Path file, FailingSink sink) throws IOException {
    try (ByteSource source = ByteSources.path(file)) {
      Throwable failure =
          catchThrowable(
              () ->
                  ParquetRewriter.defaults()
                      .rewrite(Collections.nCopies(20, source), sink, allocator));
      assertThat(failure).isIn(null, sink.failure);
      return failure;
    }
  }
}
