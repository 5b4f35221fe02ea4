// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.bundle.stream.BundledFooter;
import io.arrowparquet.bundle.stream.SchemaDef;
import io.arrowparquet.bundle.stream.StreamBundleReader;
import io.arrowparquet.bundle.stream.StreamBundleWriter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.SchemaElement;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
 * Schemas as SchemaDefs, next to the Thrift list of the same elements; and footers through a bundle
 * in stream form, all of one schema.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SchemaDefBenchmark {
  private static final int FILES = 10;
  private static final BundledFile FILE = new BundledFile(BundledFile.Version.of("f", 1), 1, 1);

  @Param({"doubles-100", "doubles-10000", "mixed-2000"})
  private String footer;

  private byte[] thrift;
  private List<SchemaElement> schema;
  private byte[] def;
  private byte[] thriftList;
  private byte[] bundle;

  /** Prints the sizes that go with the times. */
  @Setup
  public void makeSchema() throws IOException {
    thrift = WideFooters.named(footer);
    schema = FileMetaDataCodec.STRUCT.read(new CompactReader(thrift)).schema();
    def = SchemaDef.of(schema).toBytes();
    CompactWriter list = new CompactWriter();
    SchemaDef.of(schema).writeThrift(list);
    thriftList = list.toByteArray();
    bundle = writeBundle();
    System.out.printf(
        "%n%s: SchemaDef %d bytes, Thrift list %d; bundle of %d footers %d, Thrift footers %d%n",
        footer, def.length, thriftList.length, FILES, bundle.length, FILES * thrift.length);
  }

  /** Elements to a SchemaDef. */
  @Benchmark
  public SchemaDef encode() {
    return SchemaDef.of(schema);
  }

  /** The bytes of a SchemaDef to elements. */
  @Benchmark
  public SchemaDef decode() {
    return SchemaDef.read(def, 0, def.length);
  }

  /** The Thrift list to elements, and these to a SchemaDef. */
  @Benchmark
  public SchemaDef encodeThriftList() {
    return SchemaDef.readThrift(new CompactReader(thriftList));
  }

  /** Ten footers into a bundle. */
  @Benchmark
  public byte[] writeBundle() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (StreamBundleWriter writer = StreamBundleWriter.streaming(out)) {
      for (int i = 0; i < FILES; i++) {
        writer.add(FILE, thrift);
      }
      writer.finish();
    }
    return out.toByteArray();
  }

  /** Ten footers of a bundle, each put together. */
  @Benchmark
  public long readBundle() throws IOException {
    long rows = 0;
    try (StreamBundleReader reader =
        StreamBundleReader.open("bundle", new ByteArrayInputStream(bundle))) {
      for (BundledFooter next = reader.next(); next != null; next = reader.next()) {
        FlatFooter flat = next.footer();
        rows += flat.numRows();
      }
    }
    return rows;
  }
}
