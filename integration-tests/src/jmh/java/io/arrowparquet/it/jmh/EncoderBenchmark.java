// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.encode.ByteOutput;
import io.arrowparquet.parquet.internal.encode.BytesChunkEncoder;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder.Settings;
import io.arrowparquet.parquet.internal.encode.NumberChunkEncoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * A chunk of ten pages of 20 000 values: by our encoders, which keep bounds, and by parquet-java's
 * writers of values, whose columns keep theirs elsewhere. With 200 000 values, 200 microseconds are
 * 1 ns a value.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EncoderBenchmark {
  private static final int PAGES = 10;
  private static final int PAGE = 20_000;
  private static final int RUN = 4_000;
  private static final int VALUES = PAGES * PAGE;
  private static final int BOUND_BYTES = 64;

  /** What is encoded, and how. */
  public enum Kind {
    INT_FEW(PhysicalType.INT32, 50, true, false),
    INT_MANY(PhysicalType.INT32, 10_000, true, false),
    INT_SORTED_RUNS(PhysicalType.INT32, -4, true, false),
    INT_PLAIN(PhysicalType.INT32, 1 << 30, false, false),
    INT_DELTA(PhysicalType.INT32, 1 << 12, false, true),
    LONG_FEW(PhysicalType.INT64, 50, true, false),
    LONG_PLAIN(PhysicalType.INT64, 1 << 30, false, false),
    LONG_DELTA(PhysicalType.INT64, 1 << 12, false, true),
    DOUBLE_MANY(PhysicalType.DOUBLE, 10_000, true, false),
    DOUBLE_PLAIN(PhysicalType.DOUBLE, 1 << 30, false, false),
    TEXT_FEW(PhysicalType.BYTE_ARRAY, 50, true, false),
    TEXT_MANY(PhysicalType.BYTE_ARRAY, 10_000, true, false),
    TEXT_PLAIN(PhysicalType.BYTE_ARRAY, 1 << 30, false, false),
    TEXT_DELTA(PhysicalType.BYTE_ARRAY, 1 << 30, false, true);

    private final PhysicalType type;
    private final int distinct;
    private final boolean dictionary;
    private final boolean deltas;

    Kind(PhysicalType type, int distinct, boolean dictionary, boolean deltas) {
      this.type = type;
      this.distinct = distinct;
      this.dictionary = dictionary;
      this.deltas = deltas;
    }
  }

  @Param Kind kind;

  private final int[] ints = new int[VALUES];
  private final long[] longs = new long[VALUES];
  private final int[] offsets = new int[VALUES + 1];
  private final ByteOutput bytes = new ByteOutput();
  private final ByteOutput out = new ByteOutput();
  private ChunkEncoder encoder;
  private ColumnDescriptor descriptor;
  private ParquetProperties properties;

  /** Makes the values. */
  @Setup(Level.Trial)
  public void setUp() {
    Random random = new Random(42);
    for (int i = 0; i < VALUES; i++) {
      int number = kind.distinct < 0 ? i / -kind.distinct : random.nextInt(kind.distinct);
      ints[i] = number * 7;
      longs[i] =
          kind.type == PhysicalType.DOUBLE ? Double.doubleToLongBits(number / 100.0) : number * 7L;
      byte[] text = ("customer " + number * 7L).getBytes(StandardCharsets.UTF_8);
      bytes.put(text, 0, text.length);
      offsets[i + 1] = bytes.length();
    }
    Settings settings =
        new Settings(
            ChunkEncoder.usual(kind.type, kind.deltas),
            kind.dictionary ? 1 << 20 : 0,
            BOUND_BYTES,
            false,
            null);
    ColumnDomain domain = ColumnDomain.of(kind.type, 0, null, null);
    encoder = ChunkEncoder.of(kind.type, 0, domain, settings);
    PrimitiveTypeName name =
        kind.type == PhysicalType.BYTE_ARRAY
            ? PrimitiveTypeName.BINARY
            : PrimitiveTypeName.valueOf(kind.type.name());
    descriptor = new ColumnDescriptor(new String[] {"c"}, Types.required(name).named("c"), 0, 0);
    properties =
        ParquetProperties.builder()
            .withDictionaryEncoding(kind.dictionary)
            .withWriterVersion(
                kind.deltas
                    ? ParquetProperties.WriterVersion.PARQUET_2_0
                    : ParquetProperties.WriterVersion.PARQUET_1_0)
            .build();
  }

  /** Our encoder. */
  @Benchmark
  public long ours() {
    long size = 0;
    encoder.start();
    for (int page = 0; page < VALUES; page += PAGE) {
      for (int run = page; run < page + PAGE; run += RUN) {
        if (kind.type == PhysicalType.INT32) {
          ((NumberChunkEncoder) encoder).add(ints, run, RUN);
        } else if (encoder instanceof NumberChunkEncoder numbers) {
          numbers.add(longs, run, RUN);
        } else {
          ((BytesChunkEncoder) encoder).add(bytes.array(), offsets, run, RUN);
        }
      }
      out.clear();
      encoder.endPage(out);
      size += out.length();
    }
    return size;
  }

  /** That of parquet-java. */
  @Benchmark
  public long parquetJava() throws IOException {
    long size = 0;
    try (ValuesWriter writer = properties.newValuesWriter(descriptor)) {
      for (int page = 0; page < VALUES; page += PAGE) {
        write(writer, page);
        size += writer.getBytes().size();
        writer.reset();
      }
    }
    return size;
  }

  private void write(ValuesWriter writer, int page) {
    for (int i = page; i < page + PAGE; i++) {
      switch (kind.type) {
        case INT32 -> writer.writeInteger(ints[i]);
        case INT64 -> writer.writeLong(longs[i]);
        case DOUBLE -> writer.writeDouble(Double.longBitsToDouble(longs[i]));
        default ->
            writer.writeBytes(
                Binary.fromReusedByteArray(bytes.array(), offsets[i], offsets[i + 1] - offsets[i]));
      }
    }
  }
}
