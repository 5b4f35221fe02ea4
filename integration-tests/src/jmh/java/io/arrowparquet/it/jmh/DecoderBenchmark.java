// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
 * The encodings of a page's levels and values, each decoded whole to the same place: by our
 * decoders, a window of values per call, and by parquet-java's, as its interface has it. With 100
 * 000 values, 100 microseconds are 1 ns a value.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
public class DecoderBenchmark {

  /** What is decoded. */
  @Param DecoderCase encoding;

  /** How many values the section has. */
  @Param("100000")
  int values;

  private DecodedSection section;

  /** Encodes the values, and proves that both decode the same. */
  @Setup(Level.Trial)
  public void encode() throws IOException {
    section = encoding.encode(values);
    section.ours();
    byte[] decoded = section.decoded();
    section.clear();
    section.parquetJava();
    if (!Arrays.equals(decoded, section.decoded())) {
      throw new IllegalStateException(encoding + ": parquet-java decodes other values");
    }
  }

  /** Frees what was decoded to. */
  @TearDown(Level.Trial)
  public void free() {
    section.close();
  }

  /** Our decoder. */
  @Benchmark
  public void ours() throws IOException {
    section.ours();
  }

  /** That of parquet-java. */
  @Benchmark
  public void parquetJava() throws IOException {
    section.parquetJava();
  }
}
