// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.arrowparquet.bundle.stream.SchemaDef;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.SchemaElement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.codec.digest.MurmurHash3;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a SchemaDef: its schema comes back from a new one, or the bytes are corrupt. */
class SchemaDefFuzzTest {
  private static final int HEADER = 8;

  static List<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (byte[] thrift : FuzzSeeds.thriftFooters()) {
      List<SchemaElement> schema =
          FileMetaDataCodec.STRUCT.read(new CompactReader(thrift)).schema();
      seeds.add(SchemaDef.of(schema).toBytes());
    }
    return seeds;
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "2s")
  void any_bytes_are_a_schema_or_corrupt(byte[] bytes) {
    read(bytes);
    if (bytes.length > HEADER) {
      read(withHash(bytes));
    }
  }

  /** Without this nearly every mutation would end at the hash; bytes that end before it stay. */
  private static byte[] withHash(byte[] bytes) {
    byte[] repaired = bytes.clone();
    int body = HEADER;
    for (int varints = (bytes[0] & 15) == 15 ? 2 : 1; varints > 0; varints--) {
      while (body < bytes.length - 1 && bytes[body] < 0) {
        body++;
      }
      body++;
    }
    if (body > bytes.length) {
      return bytes;
    }
    long hash = MurmurHash3.hash128x64(bytes, body, bytes.length - body, bytes[0] & 0xFF)[0];
    for (int i = 1; i < HEADER; i++) {
      repaired[i] = (byte) (hash >>> (Byte.SIZE * i));
    }
    return repaired;
  }

  private static void read(byte[] bytes) {
    SchemaDef def;
    try {
      def = SchemaDef.read(bytes, 0, bytes.length);
    } catch (CorruptFooterException expected) {
      assertThat(expected.getMessage()).contains("found ", ", expected ");
      return;
    }
    SchemaDef again = SchemaDef.of(def.schema());
    assertThat(SchemaDef.read(again.toBytes(), 0, again.length()).schema()).isEqualTo(def.schema());
    if (def.schema().stream().allMatch(element -> element.name() != null)) {
      CompactWriter out = new CompactWriter();
      def.writeThrift(out);
      SchemaDef fromThrift = SchemaDef.readThrift(new CompactReader(out.toByteArray()));
      assertThat(fromThrift.schema()).isEqualTo(def.schema());
    }
  }
}
