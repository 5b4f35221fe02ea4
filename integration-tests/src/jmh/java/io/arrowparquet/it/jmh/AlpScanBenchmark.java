// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
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
 * A column of doubles, read into vectors by our reader: in ALP, and as files keep doubles
 * otherwise. The size of the column is printed once a trial. With 1 000 000 values, 1 millisecond
 * is 1 ns a value.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class AlpScanBenchmark {
  private static final Schema ARROW =
      new Schema(
          List.of(
              Field.notNullable("x", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE))));

  private static final MessageType PARQUET =
      MessageTypeParser.parseMessageType("message m { required double x; }");

  /** What the doubles are. */
  public enum Values {
    /** Two digits after the point, up to 1000. */
    PRICES,
    /** One digit, each value near the one before. */
    TEMPERATURES,
    /** Six digits, within a city. */
    COORDINATES,
    /** No decimals. */
    RANDOM;

    private double next(Random random, double last) {
      return switch (this) {
        case PRICES -> random.nextInt(100_000) / 100.0;
        case TEMPERATURES -> Math.rint(last * 10 + random.nextInt(7) - 3) / 10;
        case COORDINATES -> (47_300_000 + random.nextInt(200_000)) / 1e6;
        case RANDOM -> random.nextDouble();
      };
    }
  }

  /** How they are stored. */
  public enum Storage {
    ALP(null, null),
    PLAIN(ParquetEncoding.PLAIN, CompressionCodecName.UNCOMPRESSED),
    PLAIN_SNAPPY(ParquetEncoding.PLAIN, CompressionCodecName.SNAPPY),
    PLAIN_ZSTD(ParquetEncoding.PLAIN, CompressionCodecName.ZSTD),
    SPLIT_ZSTD(ParquetEncoding.BYTE_STREAM_SPLIT, CompressionCodecName.ZSTD);

    private final ParquetEncoding encoding;
    private final CompressionCodecName codec;

    Storage(ParquetEncoding encoding, CompressionCodecName codec) {
      this.encoding = encoding;
      this.codec = codec;
    }
  }

  @Param Values values;

  @Param Storage storage;

  /** How many values the file has. */
  @Param("1000000")
  int count;

  private Path file;
  private BufferAllocator allocator;

  /** Writes the file. */
  @Setup(Level.Trial)
  public void writeFile() throws IOException {
    allocator = new RootAllocator();
    file = Files.createTempFile("alp", ".parquet");
    Files.delete(file);
    if (storage == Storage.ALP) {
      writeAlp();
    } else {
      writeOther();
    }
    FlatFooter footer = FooterReader.defaults().read(file).footer();
    long bytes = 0;
    for (int group = 0; group < footer.rowGroupCount(); group++) {
      ColumnChunkView chunk = footer.chunk(group, 0);
      bytes +=
          storage == Storage.ALP
              ? chunk.secondEncoding().metaData().totalCompressedSize()
              : chunk.totalCompressedSize();
    }
    System.out.printf(
        "%n%s %s: %d bytes, %.2f bits a value%n", values, storage, bytes, bytes * 8.0 / count);
  }

  private void writeAlp() throws IOException {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withDuplicateEncoding("x", ParquetEncoding.ALP)
            .withDictionary(false);
    Random random = new Random(1);
    double value = 20;
    try (VectorSchemaRoot batch = VectorSchemaRoot.create(ARROW, allocator);
        ParquetArrowWriter writer = ParquetArrowWriter.open(file, ARROW, options, allocator)) {
      Float8Vector vector = (Float8Vector) batch.getVector(0);
      for (int i = 0; i < count; i++) {
        value = values.next(random, value);
        vector.setSafe(i, value);
      }
      batch.setRowCount(count);
      writer.write(batch);
      writer.finish();
    }
  }

  private void writeOther() throws IOException {
    Random random = new Random(1);
    double value = 20;
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(PARQUET)
            .withDictionaryEncoding(false)
            .withByteStreamSplitEncoding(storage.encoding == ParquetEncoding.BYTE_STREAM_SPLIT)
            .withCompressionCodec(storage.codec)
            .build()) {
      for (int i = 0; i < count; i++) {
        value = values.next(random, value);
        writer.write(new SimpleGroup(PARQUET).append("x", value));
      }
    }
  }

  /** Deletes the file; fails if a benchmark kept memory. */
  @TearDown(Level.Trial)
  public void deleteFile() throws IOException {
    Files.delete(file);
    allocator.close();
  }

  /** Vectors that nobody looks at. */
  @Benchmark
  public long scan() throws IOException {
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      return VectorSums.rows(reader);
    }
  }
}
