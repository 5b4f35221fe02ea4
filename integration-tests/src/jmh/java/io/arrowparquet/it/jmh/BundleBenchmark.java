// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.bundle.BundleEntry;
import io.arrowparquet.footer.bundle.BundleInput;
import io.arrowparquet.footer.bundle.BundleOptions;
import io.arrowparquet.footer.bundle.BundleWriter;
import io.arrowparquet.footer.bundle.FooterBundle;
import io.arrowparquet.footer.bundle.LocalBundleStore;
import io.arrowparquet.footer.io.FooterReader;
import io.arrowparquet.variant.dataset.BundlePlan;
import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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

/** A scan of three columns planned by a bundle, beside reading the footers one by one. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class BundleBenchmark {
  @Param({"200"})
  private int files;

  @Param({"2000"})
  private int columns;

  private Path folder;
  private Path bundle;
  private ParquetReadOptions options;

  @Setup
  public void write() throws IOException {
    folder = Files.createTempDirectory("bundles");
    BundleLake.write(folder, files, columns);
    List<BundleInput> inputs = new ArrayList<>();
    for (int file = 0; file < files; file++) {
      inputs.add(BundleInput.of(folder, folder.resolve(BundleLake.path(file))));
    }
    bundle = folder.resolve("bundle");
    new BundleWriter(new LocalBundleStore(bundle), BundleOptions.defaults()).create(inputs, false);
    Operand time = Operand.column("time");
    Operand measure = Operand.column("measure_1");
    options =
        ParquetReadOptions.ALL.withFilter(
            measure
                .isGreaterThan(10L)
                .and(Operand.column(BundleLake.column(columns - 1)).isNotNull())
                .and(measure.isLessThan(1_000_000L).or(time.isNull())));
  }

  @TearDown
  public void delete() throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Benchmark
  public BundlePlan planByBundle() throws IOException {
    try (FooterBundle open = FooterBundle.open(bundle)) {
      return BundlePlan.of(open, options);
    }
  }

  @Benchmark
  public BundleEntry findInBundle() throws IOException {
    try (FooterBundle open = FooterBundle.open(bundle)) {
      return open.find(BundleLake.path(files / 2));
    }
  }

  @Benchmark
  public long readFootersOneByOne() throws IOException {
    long rows = 0;
    FooterReader reader = FooterReader.create();
    for (int file = 0; file < files; file++) {
      rows += reader.read(folder.resolve(BundleLake.path(file))).footer().numRows();
    }
    return rows;
  }
}
