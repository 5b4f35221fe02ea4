// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import com.github.luben.zstd.ZstdDecompressCtx;
import io.airlift.compress.Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.PageHeader;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.internal.codec.PageBytes;
import io.arrowparquet.parquet.internal.codec.PageDecompressor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.util.MemoryUtil;
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
import org.xerial.snappy.Snappy;

/** A page of half a million PLAIN values that DuckDB wrote, decompressed. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {
  private static final int ROWS = 500_000;

  /** The values of the page. */
  public enum Content {
    /** Numbers of 64 bits, in no order. */
    NUMBERS("(hash(i) % 2000000)::BIGINT"),
    /** Numbers of which each is four times there, ascending. */
    KEYS("i // 4 * 8 + i % 3"),
    /** Three words, or fewer, and a number. */
    TEXTS(
        "concat_ws(' ', w[(hash(i) % 13)::INT], w[(hash(i, 1) % 13)::INT],"
            + " w[(hash(i, 2) % 13)::INT], hash(i) % 999)");

    private final String sql;

    Content(String sql) {
      this.sql = sql;
    }
  }

  /** How it is compressed. */
  @Param({"SNAPPY", "ZSTD"})
  ParquetCodec codec;

  /** What is in it. */
  @Param Content content;

  private PageDecompressor decompressor;
  private PageBytes bytes;
  private Decompressor java;
  private ZstdDecompressCtx zstd;
  private ByteBuffer input;
  private ByteBuffer output;
  private long inputStart;
  private long outputStart;
  private int size;

  /** Has DuckDB write the file, and proves that all peers read the same page. */
  @Setup(Level.Trial)
  public void write() throws IOException, SQLException {
    Path file = Files.createTempFile("codec", ".parquet");
    try {
      long offset = copy(file);
      page(Files.readAllBytes(file), offset);
    } finally {
      Files.delete(file);
    }
    decompressor = PageDecompressor.of(codec, true);
    bytes = decompressor.pageBytes();
    java = codec == ParquetCodec.SNAPPY ? new SnappyDecompressor() : new ZstdDecompressor();
    zstd = new ZstdDecompressCtx();
    ours();
    byte[] page = new byte[size];
    output.get(0, page);
    aircompressor();
    requireSame(page, "aircompressor");
    nativeLibrary();
    requireSame(page, "the native library");
  }

  /** Where in the file the page is. */
  private long copy(Path file) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET threads = 1");
      statement.execute(
          "COPY (SELECT v FROM (SELECT "
              + content.sql
              + " AS v FROM range("
              + ROWS
              + ") t(i), (SELECT string_split('the furiously quickly carefully slyly final regular"
              + " special express ironic bold pending', ' ') AS w))) TO '"
              + file
              + "' (FORMAT parquet, ROW_GROUP_SIZE 1000000, DICTIONARY_SIZE_LIMIT 1, CODEC '"
              + codec
              + "')");
      try (ResultSet chunk =
          statement.executeQuery("SELECT data_page_offset FROM parquet_metadata('" + file + "')")) {
        chunk.next();
        return chunk.getLong(1);
      }
    }
  }

  private void page(byte[] file, long offset) {
    CompactReader reader = new CompactReader(file, (int) offset, file.length);
    PageHeader header = PageHeader.CODEC.read(reader);
    int length = header.compressedPageSize();
    size = header.uncompressedPageSize();
    input = ByteBuffer.allocateDirect(length).put(file, reader.position(), length).flip();
    output = ByteBuffer.allocateDirect(size);
    inputStart = MemoryUtil.getByteBufferAddress(input);
    outputStart = MemoryUtil.getByteBufferAddress(output);
  }

  private void requireSame(byte[] page, String peer) {
    if (!output.clear().equals(ByteBuffer.wrap(page))) {
      throw new IllegalStateException(peer + " decompresses to something else");
    }
  }

  /** Frees native memory. */
  @TearDown(Level.Trial)
  public void free() {
    bytes.close();
    decompressor.close();
    zstd.close();
  }

  /** The whole page, in one go or in steps, whatever the reader does with that codec. */
  @Benchmark
  public void ours() {
    bytes.start(inputStart, input.remaining(), outputStart, size, false);
    bytes.require(outputStart, outputStart + size);
  }

  /** Its first 44 %. */
  @Benchmark
  public void oursBeginning() {
    bytes.start(inputStart, input.remaining(), outputStart, size, true);
    bytes.require(outputStart, outputStart + size / 100L * 44);
  }

  /** One in a hundred of its bytes, after 43 % that nobody wants. */
  @Benchmark
  public void oursOnePercent() {
    bytes.start(inputStart, input.remaining(), outputStart, size, true);
    bytes.require(outputStart + size / 100L * 43, outputStart + size / 100L * 44);
  }

  /** Pure Java. */
  @Benchmark
  public void aircompressor() {
    java.decompress(input.duplicate(), output.clear());
  }

  /** snappy-java or zstd-jni. */
  @Benchmark
  public void nativeLibrary() throws IOException {
    if (codec == ParquetCodec.SNAPPY) {
      Snappy.rawUncompress(inputStart, input.remaining(), outputStart);
    } else {
      zstd.decompressDirectByteBuffer(output, 0, size, input, 0, input.remaining());
    }
  }
}
