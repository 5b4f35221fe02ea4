// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.dataset.file.FileSystemDatasetFactory;
import org.apache.arrow.dataset.jni.NativeMemoryPool;
import org.apache.arrow.dataset.source.DatasetFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
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
 * Opening all files of a directory as one table, up to the common schema. The files are in the
 * system's cache. Each method must find all columns.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class BundleSchemaBenchmark {
  @Param({"2000"})
  int files;

  @Param({"200"})
  int columns;

  private BundleLake.Bundled lake;
  private Path attached;
  private BufferAllocator allocator;
  private Connection duckDb;

  /** Writes files and bundle. */
  @Setup
  public void write() throws Exception {
    allocator = new RootAllocator();
    duckDb = DriverManager.getConnection("jdbc:duckdb:");
    lake = BundleLake.bundled(files, columns);
    attached = lake.folder().resolveSibling("attached");
    lake.attach(attached, files);
  }

  private int require(int found) {
    if (found != columns) {
      throw new IllegalStateException("found " + found + ", expected " + columns);
    }
    return found;
  }

  @TearDown
  public void delete() throws IOException, SQLException {
    duckDb.close();
    allocator.close();
    lake.delete();
  }

  /** Ours, by the bundle alone: the schema. */
  @Benchmark
  public int bundle() throws IOException {
    try (FooterBundle bundle = FooterBundle.open(lake.bundle())) {
      return require(
          ParquetFileSet.ofSchemas(bundle)
              .schema(ParquetReadOptions.defaults())
              .getFields()
              .size());
    }
  }

  /** Ours, by the bundle: all footers are put together, as to scan all files. */
  @Benchmark
  public int bundleWithFooters() throws IOException {
    return setOf(BundleTrust.CATALOG);
  }

  /** As above; length and time of each file are compared with the bundle first. */
  @Benchmark
  public int bundleWithFootersChecked() throws IOException {
    return setOf(BundleTrust.STAT);
  }

  private int setOf(BundleTrust trust) throws IOException {
    try (FooterBundle bundle = FooterBundle.open(lake.bundle())) {
      ParquetFileSet set =
          ParquetFileSet.open(
              bundle,
              lake.folder(),
              trust,
              ParquetReadOptions.defaults(),
              BundleSchemaBenchmark::refuse);
      return require(set.schema(ParquetReadOptions.defaults()).getFields().size());
    }
  }

  private static void refuse(Object diagnostic) {
    throw new IllegalStateException(diagnostic.toString());
  }

  /** Ours, without a bundle. */
  @Benchmark
  public int footersOneByOne() throws IOException {
    return setOf(lake.folder());
  }

  /** Ours, without a bundle, of attached footers. */
  @Benchmark
  public int attachedOneByOne() throws IOException {
    return setOf(attached);
  }

  private int setOf(Path folder) throws IOException {
    ParquetFileSet set = ParquetFileSet.open(List.of(folder));
    return require(set.schema(ParquetReadOptions.defaults()).getFields().size());
  }

  /** The files of {@link #attachedOneByOne}, an Arrow schema made of each. */
  @Benchmark
  public int attachedSchemaOfEach() throws IOException {
    Schema common = null;
    for (int file = 0; file < files; file++) {
      ParquetFooter footer = FooterReader.defaults().read(attached.resolve(BundleLake.path(file)));
      common = ParquetArrowReader.schema(footer, ParquetReadOptions.defaults());
    }
    return require(common.getFields().size());
  }

  /** DuckDB, the schemas of all files united by name. */
  @Benchmark
  public int duckDbUnion() throws SQLException {
    return duckDb(", union_by_name = true");
  }

  /** DuckDB, which takes the first file's schema for all. */
  @Benchmark
  public int duckDbFirstFile() throws SQLException {
    return duckDb("");
  }

  private int duckDb(String option) throws SQLException {
    String pattern = "'" + lake.folder() + "/**/*.parquet'";
    try (Statement statement = duckDb.createStatement();
        ResultSet result =
            statement.executeQuery(
                "DESCRIBE SELECT * FROM read_parquet(" + pattern + option + ")")) {
      int found = 0;
      while (result.next()) {
        // The directories' names make a column of their own.
        found += result.getString(1).equals("day") ? 0 : 1;
      }
      return require(found);
    }
  }

  /**
   * Arrow's native Dataset, each file inspected: the factory of a directory looks into its first
   * file alone, and its Java interface has no option for it.
   */
  @Benchmark
  public int arrowDatasetEachFile() throws Exception {
    Set<Field> found = new HashSet<>();
    for (int file = 0; file < files; file++) {
      inspect(lake.folder().resolve(BundleLake.path(file)), found);
    }
    return require(found.size());
  }

  /** Arrow's native Dataset, which takes the first file's schema for all. */
  @Benchmark
  public int arrowDatasetFirstFile() throws Exception {
    Set<Field> found = new HashSet<>();
    inspect(lake.folder(), found);
    return require(found.size());
  }

  @SuppressWarnings("try") // Arrow's close() may declare any exception, interruption included
  private void inspect(Path path, Set<Field> found) throws Exception {
    try (DatasetFactory factory =
        new FileSystemDatasetFactory(
            allocator,
            NativeMemoryPool.getDefault(),
            FileFormat.PARQUET,
            path.toUri().toString())) {
      found.addAll(factory.inspect().getFields());
    }
  }
}
