// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.FlatFooter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
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
 * Reading a wide Thrift footer whose bytes are in memory: converting it to FlatBuffers, whole or
 * ten of its columns; next to parquet-java's parse of the same bytes.
 *
 * <p>No JVM flags: the collector and the heap that the JVM chooses by itself are what a parser's
 * users have. parquet-java's parse makes some thirty objects for each chunk, so its time depends on
 * the collector; a conversion makes two large arrays. Both take the compiler some seconds to get to
 * their speed, more where other programs run beside it, hence the long warm-up.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 12, time = 2)
@Measurement(iterations = 5, time = 2)
public class FooterConvertBenchmark {
  private static final int WANTED = 10;

  /** {@code doubles-N}: N double columns; {@code mixed-N}: N columns of mixed types. */
  @Param({"doubles-100", "doubles-1000", "doubles-10000", "doubles-100000", "mixed-2000"})
  private String footer;

  private byte[] thrift;
  private List<String> wanted;

  /** Makes the footer, and proves that each way of reading it gives the same numbers. */
  @Setup
  public void makeFooter() throws IOException {
    thrift = WideFooters.named(footer);
    FlatFooter flat = FlatFooter.wrap(convertThriftToFlatBuffers());
    wanted = new ArrayList<>();
    for (int i = 0; i < WANTED; i++) {
      wanted.add(flat.columnPath((int) ((long) i * (flat.columnCount() - 1) / (WANTED - 1))));
    }
    FlatFooter some = convertTenColumns();
    FileMetaData peer = parquetJavaThriftParse();
    for (int g = 0; g < flat.rowGroupCount(); g++) {
      long offset = 0;
      for (int c = 0; c < flat.columnCount(); c++) {
        offset += flat.chunk(g, c).dataPageOffset();
        offset -= peer.getRow_groups().get(g).getColumns().get(c).getMeta_data().data_page_offset;
      }
      if (offset != 0 || some.rowGroup(g).columnCount() != WANTED) {
        throw new IllegalStateException("row group " + g + " differs");
      }
    }
  }

  /** Ours: the whole Thrift footer converted to FlatBuffers, as a reader of Thrift does. */
  @Benchmark
  public ByteBuffer convertThriftToFlatBuffers() {
    return ThriftToFlatBuffers.convertInMemory(thrift, 0, thrift.length).flatbuffer();
  }

  /** Ours: the same to be attached, with checksums, and in an order for reading parts. */
  @Benchmark
  public ByteBuffer convertForFile() {
    return ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
  }

  /** Ours: the schema and the chunks of ten columns converted, the others stepped over. */
  @Benchmark
  public FlatFooter convertTenColumns() {
    return ThriftToFlatBuffers.convertColumns(thrift, 0, thrift.length, wanted).footer("footer");
  }

  /**
   * parquet-java: its parse of the Thrift bytes alone, through the stream that {@code
   * ParquetFileReader.readFooter} makes of them.
   */
  @Benchmark
  public FileMetaData parquetJavaThriftParse() throws IOException {
    return Util.readFileMetaData(ByteBufferInputStream.wrap(ByteBuffer.wrap(thrift)));
  }
}
