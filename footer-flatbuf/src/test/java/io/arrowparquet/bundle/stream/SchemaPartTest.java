// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.bundle.stream.BundledFooter.SchemaKey;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.convert.RandomFooter;
import io.arrowparquet.footer.convert.SchemalessFooter;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CorpusFooters;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import java.nio.ByteBuffer;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * Footers taken apart into schema and the rest, and joined again.
 *
 * @see io.arrowparquet.footer.internal.wire.SchemaPart
 */
class SchemaPartTest {
  private static ByteBuffer joined(byte[] thrift) {
    SchemalessFooter rest = SchemalessFooter.convert(thrift, 0, thrift.length);
    return new SchemaKey(schema(thrift), rest.hasTypeDefinedOrders())
        .part()
        .join(rest.flatbuffer());
  }

  private static SchemaDef schema(byte[] thrift) {
    CompactReader in = new CompactReader(thrift);
    in.enterStruct();
    while (in.nextField()) {
      if (in.fieldId() == FileMetaDataCodec.SCHEMA) {
        return SchemaDef.readThrift(in);
      }
      in.skip();
    }
    throw new AssertionError("no schema");
  }

  private static void assertSame(String name, byte[] thrift) {
    ByteBuffer joined = joined(thrift);
    FlatFooter.verify(joined);
    assertThat(FlatBuffersToThrift.convert(joined))
        .as(name)
        .isEqualTo(
            FlatBuffersToThrift.convert(
                ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer()));
  }

  @Test
  void footers_of_the_corpus_come_back_whole() {
    for (Map.Entry<String, byte[]> file : CorpusFooters.all().entrySet()) {
      assertSame(file.getKey(), file.getValue());
    }
  }

  @Property(tries = 300)
  void random_footers_come_back_whole(@ForAll long seed) throws java.io.IOException {
    assertSame("seed " + seed, RandomFooter.thrift(seed));
  }

  @Test
  void columns_of_a_wide_footer_are_found_by_name() {
    FlatFooter footer = FlatFooter.wrap(joined(WideFooter.thrift(1_000, 2)));

    assertThat(footer.columnCount()).isEqualTo(1_000);
    assertThat(footer.findColumn(footer.columnPath(777))).isEqualTo(777);
  }
}
