// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.SchemaElement;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import shaded.parquet.org.apache.thrift.TException;

/**
 * Footers written by many engines, whole and damaged.
 *
 * @see FileMetaDataCodec
 */
class CorpusFooterTest {
  private static final int MAX_TRIES_PER_FOOTER = 1500;

  private static final String UNKNOWN_LOGICAL_TYPE = "unknown-logical-type.parquet";

  private static Map<String, byte[]> footers;

  @BeforeAll
  static void loadCorpus() {
    footers = CorpusFooters.all();
  }

  private static byte[] write(FileMetaData footer) {
    CompactWriter out = new CompactWriter();
    FileMetaDataCodec.STRUCT.write(out, footer);
    return out.toByteArray();
  }

  @Test
  void every_footer_has_the_same_content_as_parquet_java_reads() throws TException {
    for (var file : footers.entrySet()) {
      if (file.getKey().equals(UNKNOWN_LOGICAL_TYPE)) {
        continue; // parquet-java reads a union it does not know as one that it then cannot write
      }
      CompactReader reader = new CompactReader(file.getValue());
      byte[] ours = write(FileMetaDataCodec.STRUCT.read(reader));
      byte[] theirs =
          PeerStructs.write(PeerStructs.read(PeerStructs.type("FileMetaData"), file.getValue()));
      assertThat(HexFormat.of().formatHex(ours))
          .as(file.getKey())
          .isEqualTo(HexFormat.of().formatHex(theirs));
      assertThat(reader.position()).as(file.getKey()).isEqualTo(file.getValue().length);
    }
  }

  @Test
  void logical_type_of_the_future_is_kept_and_written_back() {
    FileMetaData footer =
        FileMetaDataCodec.STRUCT.read(new CompactReader(footers.get(UNKNOWN_LOGICAL_TYPE)));
    assertThat(footer.schema())
        .extracting(SchemaElement::logicalType)
        .hasAtLeastOneElementOfType(LogicalType.Unknown.class);
    assertThat(FileMetaDataCodec.STRUCT.read(new CompactReader(write(footer)))).isEqualTo(footer);
  }

  @Test
  void every_prefix_of_a_footer_is_refused() {
    for (var file : footers.entrySet()) {
      byte[] footer = file.getValue();
      int step = Math.max(1, footer.length / MAX_TRIES_PER_FOOTER);
      for (int length = 0; length < footer.length; length += step) {
        byte[] prefix = Arrays.copyOf(footer, length);
        assertThat(readsOrRefuses(prefix))
            .as("%s cut to %d bytes", file.getKey(), length)
            .isFalse();
      }
    }
  }

  @Test
  void every_flipped_bit_gives_a_value_or_our_exception() {
    for (var file : footers.entrySet()) {
      byte[] footer = file.getValue().clone();
      int bits = footer.length * 8;
      int step = Math.max(1, bits / MAX_TRIES_PER_FOOTER | 1);
      for (int bit = 0; bit < bits; bit += step) {
        footer[bit >>> 3] ^= (byte) (1 << (bit & 7));
        readsOrRefuses(footer);
        footer[bit >>> 3] ^= (byte) (1 << (bit & 7));
      }
    }
  }

  /** Whether the bytes are a footer; any exception but ours fails the test. */
  private static boolean readsOrRefuses(byte[] bytes) {
    try {
      FileMetaDataCodec.STRUCT.read(new CompactReader(bytes));
      return true;
    } catch (CorruptFooterException e) {
      assertThat(e.offset()).isBetween(0L, (long) bytes.length);
      return false;
    }
  }
}
