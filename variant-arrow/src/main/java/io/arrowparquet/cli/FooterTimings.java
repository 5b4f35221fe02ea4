// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.LocalInputFile;

/**
 * How long opening a file, and finding and reading the metadata of some columns in all row groups,
 * takes with each footer. Medians of a few runs: a demonstration, not a benchmark.
 */
final class FooterTimings {
  private static final int WARM_UPS = 5;
  private static final int RUNS = 9;

  private final Path file;
  private final List<String> columns;

  /** Work whose time counts, and whose result is kept. */
  @FunctionalInterface
  private interface Work<T> {
    T run() throws IOException;
  }

  /**
   * Two times in nanoseconds.
   *
   * @param open opening the file
   * @param find finding the columns and reading their chunks' metadata
   * @param checksum of what was read, the same for every way of reading it
   */
  record Timing(long open, long find, long checksum) {}

  FooterTimings(Path file, List<String> columns) {
    this.file = file;
    this.columns = columns;
  }

  /** Through the FlatBuffers footer. */
  Timing flatBuffers() throws IOException {
    return time(() -> FooterReader.defaults().read(file).footer(), this::read);
  }

  /** Through the Thrift footer, with parquet-java. */
  Timing parquetJava() throws IOException {
    return time(this::readThrift, this::read);
  }

  private ParquetMetadata readThrift() throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
      return reader.getFooter();
    }
  }

  private long read(FlatFooter footer) {
    ColumnChunkView chunk = new ColumnChunkView();
    StatisticsView statistics = new StatisticsView();
    long sum = 0;
    for (String name : columns) {
      int column = footer.findColumn(name);
      for (int g = 0; g < footer.rowGroupCount(); g++) {
        footer.chunk(g, column, chunk);
        sum += chunk.dataPageOffset() + chunk.totalCompressedSize() + chunk.numValues();
        sum += chunk.statistics(statistics).nullCount();
      }
    }
    return sum;
  }

  private long read(ParquetMetadata footer) {
    long sum = 0;
    for (BlockMetaData block : footer.getBlocks()) {
      for (ColumnChunkMetaData chunk : block.getColumns()) {
        if (columns.contains(chunk.getPath().toDotString())) {
          sum += chunk.getFirstDataPageOffset() + chunk.getTotalSize() + chunk.getValueCount();
          sum += chunk.getStatistics().getNumNulls();
        }
      }
    }
    return sum;
  }

  private static <T> Timing time(Work<T> open, ToLongFunction<T> find) throws IOException {
    long[] opens = new long[RUNS];
    long[] finds = new long[RUNS];
    long checksum = 0;
    for (int i = -WARM_UPS; i < RUNS; i++) {
      long start = System.nanoTime();
      T footer = open.run();
      long opened = System.nanoTime();
      checksum = find.applyAsLong(footer);
      long found = System.nanoTime();
      if (i >= 0) {
        opens[i] = opened - start;
        finds[i] = found - opened;
      }
    }
    Arrays.sort(opens);
    Arrays.sort(finds);
    return new Timing(opens[RUNS / 2], finds[RUNS / 2], checksum);
  }
}
