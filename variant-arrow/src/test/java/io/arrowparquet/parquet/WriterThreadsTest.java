// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several threads write the same bytes as one.
 *
 * @see ParquetArrowWriter
 * @see io.arrowparquet.parquet.internal.write.BatchFile
 */
class WriterThreadsTest {
  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  private byte[] write(Schema schema, ParquetWriteOptions options) throws IOException {
    Path file = folder.resolve("rows.parquet");
    new RandomVectors(1).write(file, schema, 10_000, options.withOverwrite(true), allocator);
    return Files.readAllBytes(file);
  }

  @Test
  void several_threads_write_the_same_bytes() throws IOException {
    Schema schema =
        RandomVectors.schema(
            "id: bigint not null, name: string, price: double, nested: "
                + ParquetArrowWriterTest.NESTED);
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withPageRows(1_000)
            .withRowGroupRows(7_000)
            .withBloomFilter("name");
    byte[] expected = write(schema, options);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      assertThat(write(schema, options.withThreads(threads, 4))).isEqualTo(expected);
    } finally {
      threads.shutdown();
    }
    assertThat(write(schema, options.withThreads(task -> {}, 4))).isEqualTo(expected);
  }

  @Test
  void columns_of_one_nested_field_are_written_by_several_threads() throws IOException {
    Schema schema =
        RandomVectors.schema(
            "only: struct<a: bigint, b: string, "
                + "c: list<struct<d: int, e: map<string, double>>>>");
    ParquetWriteOptions options = ParquetWriteOptions.defaults();
    byte[] expected = write(schema, options);
    AtomicInteger tasks = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      Executor counted =
          task -> {
            tasks.incrementAndGet();
            threads.execute(task);
          };
      assertThat(write(schema, options.withThreads(counted, 4))).isEqualTo(expected);
    } finally {
      threads.shutdown();
    }
    assertThat(tasks).hasPositiveValue();
  }
}
