// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.bridge.ParquetJavaMetadata;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.statistics.DoubleStatistics;
import org.apache.parquet.column.statistics.LongStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * Opening a large footer whose bytes are in memory, and reading all chunk metadata of ten columns
 * in all row groups, or the statistics of all columns; next to what parquet-java needs, and to the
 * checksum of the bytes alone.
 *
 * <p>The JVM runs with its defaults, collector and heap included, as users run it: what
 * parquet-java's garbage costs is part of what it costs them.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class FooterOpenBenchmark {
  private static final int WANTED = 10;

  /** See {@link WideFooters#named}. */
  @Param({
    "doubles-100",
    "doubles-1000",
    "doubles-10000",
    "doubles-100000",
    "mixed-2000",
    "groups-10000",
    "strings-1000",
    "deep-100"
  })
  private String footer;

  private byte[] thrift;
  private byte[] attached;
  private int flatbufferLength;
  private String[] wanted;
  private long expected;

  /** Makes the footers, and proves that every way of reading them gives the same numbers. */
  @Setup
  public void makeFooters() throws IOException {
    thrift = WideFooters.named(footer);
    ByteBuffer flatbuffer = ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
    flatbufferLength = flatbuffer.remaining();
    ByteBuffer value = FooterFrame.extension(flatbuffer, FooterLayout.SPEC);
    byte[] extension = new byte[value.remaining()];
    value.get(extension);
    attached = WideFooters.asFile(StructExtension.append(thrift, extension));
    FlatFooter view = FlatFooter.wrap(flatbuffer);
    int columns = view.columnCount();
    wanted = new String[WANTED];
    for (int i = 0; i < WANTED; i++) {
      wanted[i] = view.columnPath((int) ((long) i * (columns - 1) / (WANTED - 1)));
    }
    expected = openAndReadTenColumns();
    require(openAndReadTenColumnsWithoutCrc(), expected);
    require(openAndReadTenColumnsWithWholeCrc(), expected);
    require(parquetJavaMetadata(), expected);
    require(parquetJavaMetadataAndScanStatistics(), openAndScanStatistics());
    require(openAndScanStatisticsByColumn(), openAndScanStatistics());
    System.out.println(OpenFooterFacts.of(footer, thrift, attached));
  }

  private static void require(long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException("found " + found + ", expected " + expected);
    }
  }

  /** Ours: ten look-ups by name, their chunks in all row groups, checksums of what is touched. */
  @Benchmark
  public long openAndReadTenColumns() throws IOException {
    return read(FooterReader.defaults());
  }

  /** Ours, with the checksum of all bytes. */
  @Benchmark
  public long openAndReadTenColumnsWithWholeCrc() throws IOException {
    return read(FooterReader.defaults().withCrcCheck(CrcCheck.WHOLE));
  }

  /** Ours, without a checksum. */
  @Benchmark
  public long openAndReadTenColumnsWithoutCrc() throws IOException {
    return read(FooterReader.defaults().withCrcCheck(CrcCheck.NONE));
  }

  private FlatFooter open(FooterReader reader) throws IOException {
    BufferByteSource source = new BufferByteSource("footer", ByteBuffer.wrap(attached));
    return reader.withTailGuess(attached.length).read(source).footer();
  }

  private long read(FooterReader reader) throws IOException {
    FlatFooter view = open(reader);
    ColumnChunkView chunk = new ColumnChunkView();
    StatisticsView statistics = new StatisticsView();
    long sum = 0;
    for (String name : wanted) {
      int column = view.findColumn(name);
      for (int g = 0; g < view.rowGroupCount(); g++) {
        view.chunk(g, column, chunk);
        sum += chunk.dataPageOffset() + chunk.totalCompressedSize() + chunk.numValues();
        sum += chunk.codecNumber() + chunk.statistics(statistics).nullCount();
      }
    }
    return sum;
  }

  /** Ours: null count and both bounds of every chunk, each block checked before. */
  @Benchmark
  public long openAndScanStatistics() throws IOException {
    return scan(open(FooterReader.defaults()));
  }

  /** Ours: checksum of all bytes, then null count and both bounds of every chunk. */
  @Benchmark
  public long openAndScanStatisticsWithWholeCrc() throws IOException {
    return scan(open(FooterReader.defaults().withCrcCheck(CrcCheck.WHOLE)));
  }

  /** Null count and both bounds of every chunk, row group by row group. */
  static long scan(FlatFooter view) {
    ColumnChunkView chunk = new ColumnChunkView();
    StatisticsView statistics = new StatisticsView();
    long sum = 0;
    for (int g = 0; g < view.rowGroupCount(); g++) {
      for (int column = 0; column < view.columnCount(); column++) {
        view.chunk(g, column, chunk).statistics(statistics);
        sum += statistics.nullCount() + sumOfBounds(chunk.type(), statistics);
      }
    }
    return sum;
  }

  /** Ours: the same column by column, which is how chunks are laid out. */
  @Benchmark
  public long openAndScanStatisticsByColumn() throws IOException {
    return scanByColumn(open(FooterReader.defaults()));
  }

  /** As {@link #scan}, column by column. */
  static long scanByColumn(FlatFooter view) {
    ColumnChunkView chunk = new ColumnChunkView();
    StatisticsView statistics = new StatisticsView();
    long sum = 0;
    for (int column = 0; column < view.columnCount(); column++) {
      for (int g = 0; g < view.rowGroupCount(); g++) {
        view.chunk(g, column, chunk).statistics(statistics);
        sum += statistics.nullCount() + sumOfBounds(chunk.type(), statistics);
      }
    }
    return sum;
  }

  private static long sumOfBounds(PhysicalType type, StatisticsView statistics) {
    return switch (type) {
      case DOUBLE ->
          Double.doubleToRawLongBits(statistics.minDouble())
              + Double.doubleToRawLongBits(statistics.maxDouble());
      case INT64 -> statistics.minLong() + statistics.maxLong();
      default -> sumOf(statistics.minValue()) + sumOf(statistics.maxValue());
    };
  }

  private static long sumOf(byte[] bound) {
    return (long) bound.length + bound[bound.length - 1];
  }

  /** The least that any reader with a checksum does. */
  @Benchmark
  public long crc32OfTheFlatBuffer() {
    CRC32 crc = new CRC32();
    crc.update(attached, attached.length - 37 - flatbufferLength, flatbufferLength);
    return crc.getValue();
  }

  /** parquet-java: the whole Thrift footer, then its own metadata objects. */
  @Benchmark
  public long parquetJavaMetadata() throws IOException {
    return read(new ParquetMetadataConverter().fromParquetMetadata(parquetJavaThriftParse()));
  }

  /** Proves it where it is measured alone: the JVM compiles views of all fields in another way. */
  @State(Scope.Benchmark)
  public static class Bridge {
    /** Called after the footers were made. */
    @Setup
    public void prove(FooterOpenBenchmark benchmark) throws IOException {
      require(benchmark.openAndBridge(this), benchmark.expected);
    }
  }

  /** Ours, made into parquet-java's metadata of all columns. */
  @Benchmark
  public long openAndBridge(Bridge proven) throws IOException {
    FlatFooter view = open(FooterReader.defaults());
    return read(ParquetJavaMetadata.of(view, footer).toParquetMetadata());
  }

  private long read(ParquetMetadata metadata) {
    long sum = 0;
    for (BlockMetaData block : metadata.getBlocks()) {
      for (String name : wanted) {
        sum += sumOf(find(block, name));
      }
    }
    return sum;
  }

  private static ColumnChunkMetaData find(BlockMetaData block, String name) {
    for (ColumnChunkMetaData chunk : block.getColumns()) {
      if (chunk.getPath().toDotString().equals(name)) {
        return chunk;
      }
    }
    throw new IllegalStateException(name);
  }

  private static long sumOf(ColumnChunkMetaData chunk) {
    return chunk.getFirstDataPageOffset()
        + chunk.getTotalSize()
        + chunk.getValueCount()
        + chunk.getCodec().getParquetCompressionCodec().getValue()
        + chunk.getStatistics().getNumNulls();
  }

  /** parquet-java: the whole Thrift footer and its metadata objects, then all their statistics. */
  @Benchmark
  public long parquetJavaMetadataAndScanStatistics() throws IOException {
    ParquetMetadata metadata =
        new ParquetMetadataConverter().fromParquetMetadata(parquetJavaThriftParse());
    long sum = 0;
    for (BlockMetaData block : metadata.getBlocks()) {
      for (ColumnChunkMetaData chunk : block.getColumns()) {
        sum += chunk.getStatistics().getNumNulls() + sumOfBounds(chunk.getStatistics());
      }
    }
    return sum;
  }

  private static long sumOfBounds(Statistics<?> statistics) {
    if (statistics instanceof DoubleStatistics doubles) {
      return Double.doubleToRawLongBits(doubles.getMin())
          + Double.doubleToRawLongBits(doubles.getMax());
    }
    if (statistics instanceof LongStatistics longs) {
      return longs.getMin() + longs.getMax();
    }
    return sumOf(statistics.getMinBytes()) + sumOf(statistics.getMaxBytes());
  }

  /** Through the stream that {@code ParquetFileReader.readFooter} makes of the bytes. */
  private FileMetaData parquetJavaThriftParse() throws IOException {
    return Util.readFileMetaData(ByteBufferInputStream.wrap(ByteBuffer.wrap(thrift)));
  }
}
