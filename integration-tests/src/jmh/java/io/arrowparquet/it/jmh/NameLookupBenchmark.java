// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.schema.MessageType;
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
 * One column found by its name, with the footer's name index, and by looking through the schema as
 * a reader does that has no index; and in the hash table that parquet-java makes of all names.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class NameLookupBenchmark {
  private static final int NAMES = 1 << 10;

  /** Double columns of the schema. */
  @Param({"100", "10000", "100000"})
  private int columns;

  private FlatFooter footer;
  private ByteBuffer flatbuffer;
  private MessageType schema;
  private final SchemaElementView element = new SchemaElementView();
  private final String[] names = new String[NAMES];
  private int next;

  /** Makes the footer, and proves that every way finds the same column. */
  @Setup
  public void makeFooter() throws IOException {
    byte[] thrift = WideFooters.doubles(columns);
    flatbuffer = ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
    footer = FlatFooter.wrap(flatbuffer);
    schema =
        new ParquetMetadataConverter()
            .fromParquetMetadata(Util.readFileMetaData(new ByteArrayInputStream(thrift)))
            .getFileMetaData()
            .getSchema();
    Random random = new Random(11);
    for (int i = 0; i < NAMES; i++) {
      names[i] = "column_" + random.nextInt(columns);
      if (footer.findColumn(names[i]) != scan(names[i])
          || scan(names[i]) != schema.getFieldIndex(names[i])) {
        throw new IllegalStateException(names[i]);
      }
      // Other strings than those that were found: a caller's names are seldom the same objects.
      names[i] = String.valueOf(names[i].toCharArray());
    }
  }

  private String name() {
    return names[next++ & (NAMES - 1)];
  }

  /** The index of an open footer. */
  @Benchmark
  public int index() {
    return footer.findColumn(name());
  }

  /** A footer opened for this one look-up. */
  @Benchmark
  public int openAndIndex() {
    return FlatFooter.wrap(flatbuffer).findColumn(name());
  }

  /** The names of the schema one after another. */
  @Benchmark
  public int scan() {
    return scan(name());
  }

  private int scan(String name) {
    for (int i = 1; i < footer.elementCount(); i++) {
      if (name.equals(footer.schemaElement(i, element).name())) {
        return footer.elementColumn(i);
      }
    }
    return -1;
  }

  /** The hash table of parquet-java's schema. */
  @Benchmark
  public int parquetJava() {
    return schema.getFieldIndex(name());
  }
}
