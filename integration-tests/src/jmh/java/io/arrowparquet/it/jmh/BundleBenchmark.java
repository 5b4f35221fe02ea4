// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.ParquetScanPlan;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.PlainSource;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A scan of three columns planned by a bundle, beside opening the footers one by one and reading
 * the same columns' statistics: from the system's cache, and from a source that takes 30 ms for
 * each request. The peers' times grow with files and columns, the bundle's hardly, so the ratios
 * are those of a small lake.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class BundleBenchmark {
  private static final int REQUEST_MILLIS = 30;

  @Param({"200"})
  int files;

  @Param({"2000"})
  int columns;

  private BundleLake.Bundled lake;

  /** The first files with attached footers. */
  private Path attached;

  /** How many there are: this many footers are read one by one. */
  private int sample;

  private List<String> wanted;
  private ParquetReadOptions options;

  @Setup
  public void write() throws IOException {
    use(BundleLake.bundled(files, columns), files);
  }

  /**
   * Takes files that there are.
   *
   * @param most footers that are read one by one
   */
  void use(BundleLake.Bundled newLake, int most) throws IOException {
    lake = newLake;
    sample = most;
    attached = lake.folder().resolveSibling("attached");
    lake.attach(attached, sample);
    wanted = List.of("time", "measure_1", BundleLake.column(columns - 1));
    options = ParquetReadOptions.defaults().withFilter(BundleTask.range(files, columns));
  }

  @TearDown
  public void delete() throws IOException {
    lake.delete();
  }

  @Benchmark
  public int planByBundle() throws IOException {
    return plan(ByteSources.path(lake.bundle()));
  }

  /** Each request takes 30 ms. */
  @Benchmark
  public int planByBundleAfar() throws IOException {
    return plan(new Afar(ByteSources.path(lake.bundle())));
  }

  private int plan(ByteSource source) throws IOException {
    try (FooterBundle open = FooterBundle.open(source)) {
      return ParquetScanPlan.rowGroups(open, null, options).size();
    }
  }

  @Benchmark
  public BundleEntry findInBundle() throws IOException {
    try (FooterBundle open = FooterBundle.open(lake.bundle())) {
      return open.find(BundleLake.path(files / 2));
    }
  }

  /** Ours: Thrift footers, each converted. */
  @Benchmark
  public long readFootersOneByOne() throws IOException {
    long sum = 0;
    FooterReader reader = FooterReader.defaults();
    for (int file = 0; file < sample; file++) {
      sum += nullCounts(reader.read(lake.folder().resolve(BundleLake.path(file))).footer());
    }
    return sum;
  }

  /** Ours: attached footers. */
  @Benchmark
  public long readAttachedOneByOne() throws IOException {
    return readAttached(false);
  }

  /** Ours: attached footers; each request takes 30 ms. */
  @Benchmark
  public long readAttachedOneByOneAfar() throws IOException {
    return readAttached(true);
  }

  private long readAttached(boolean isAfar) throws IOException {
    long sum = 0;
    FooterReader reader = FooterReader.defaults().withColumns(wanted);
    for (int file = 0; file < sample; file++) {
      ByteSource local = ByteSources.path(attached.resolve(BundleLake.path(file)));
      try (ByteSource source = isAfar ? new Afar(local) : local) {
        sum += nullCounts(reader.read(source).footer());
      }
    }
    return sum;
  }

  private long nullCounts(FlatFooter footer) {
    ColumnChunkView chunk = new ColumnChunkView();
    long sum = 0;
    for (String column : wanted) {
      sum += footer.chunk(0, footer.findColumn(column), chunk).statistics().nullCount();
    }
    return sum;
  }

  /** parquet-java: its metadata objects. */
  @Benchmark
  public long readByParquetJava() throws IOException {
    org.apache.parquet.ParquetReadOptions plain =
        org.apache.parquet.ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
    long rows = 0;
    for (int file = 0; file < sample; file++) {
      LocalInputFile input = new LocalInputFile(lake.folder().resolve(BundleLake.path(file)));
      try (ParquetFileReader reader = ParquetFileReader.open(input, plain)) {
        rows += reader.getFooter().getBlocks().get(0).getRowCount();
      }
    }
    return rows;
  }

  /** A source that takes its time. */
  private static final class Afar extends PlainSource {

    Afar(ByteSource source) {
      super(source);
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
      try {
        Thread.sleep(REQUEST_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException(name() + ": interrupted");
      }
      super.readFully(position, target);
    }
  }
}
